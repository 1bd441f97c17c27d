import { ScreenHead } from '../components/screen-head.tsx'
import { accountText } from './account-text.ts'
import { AdminsCard } from './admins-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PasswordCard } from './password-card.tsx'

/** One's own password and devices, and who else may sign in. */
export function AccountScreen() {
  return (
    <>
      <ScreenHead title={accountText('account.title')}>{accountText('account.lead')}</ScreenHead>
      <PasswordCard />
      <DevicesCard />
      <AdminsCard />
    </>
  )
}
