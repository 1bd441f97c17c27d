import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { ScreenHead } from '../components/screen-head.tsx'
import { withCopy } from '../t.ts'
import { AdminsCard } from './admins-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PasswordCard } from './password-card.tsx'

const t = withCopy(accountCopy)

/** The user's password and devices, and all admins. */
export function AccountScreen() {
  return (
    <>
      <ScreenHead title={t('account.title')}>{t('account.lead')}</ScreenHead>
      <PasswordCard />
      <DevicesCard />
      <AdminsCard />
    </>
  )
}
