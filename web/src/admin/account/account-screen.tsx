import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { useRights } from '../api/session.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { withCopy } from '../t.ts'
import { AdminsCard } from './admins-card.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { FactorCards } from './factor-cards.tsx'
import { NameCard } from './name-card.tsx'
import { PasswordCard } from './password-card.tsx'
import './account.css'

const t = withCopy(accountCopy)

/** The user's name, password, second factors and devices; for heads also all admins, and the switch of approval. */
export function AccountScreen() {
  const may = useRights()
  return (
    <>
      <ScreenHead title={t('account.title')}>{t('account.lead')}</ScreenHead>
      <NameCard />
      <PasswordCard />
      <FactorCards />
      <DevicesCard />
      {may('accounts') && <AdminsCard />}
      {may('approve') && <ApprovalCard />}
    </>
  )
}
