import { PageTitle } from '../components/screen-head.tsx'
import { t } from '../t.ts'
import { PasswordCard } from './password-card.tsx'
import './account.css'

/** Shown instead of the dashboard after a sign-in with a one-time password. */
export function NewPasswordScreen() {
  return (
    <main className="ownpassword stack" id="main">
      <PageTitle>{t('admin.account.own.title')}</PageTitle>
      <h1>{t('admin.account.own.title')}</h1>
      <p>{t('admin.account.own.lead')}</p>
      <PasswordCard />
    </main>
  )
}
