import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { useSearchParams } from 'react-router-dom'
import { useRights } from '../api/session.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { accountPath, accountTabs } from '../components/screen-links.ts'
import { ScreenTabs } from '../components/screen-tabs.tsx'
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
  const [params] = useSearchParams()
  const tabs = accountTabs.filter((tab) => tab !== 'colleagues' || may('accounts'))
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'own'
  const cards = {
    own: (
      <>
        <NameCard />
        <PasswordCard />
      </>
    ),
    login: (
      <>
        <FactorCards />
        <DevicesCard />
      </>
    ),
    colleagues: (
      <>
        <AdminsCard />
        {may('approve') && <ApprovalCard />}
      </>
    ),
  }
  return (
    <>
      <ScreenHead title={t('account.title')} />
      <ScreenTabs
        label={t('account.contents')}
        tabs={tabs.map((tab) => ({
          to: accountPath(tab),
          text: t(`account.tab.${tab}`),
          isCurrent: tab === current,
        }))}
      />
      {tabs.map((tab) => (
        // What is hidden keeps what was typed, and what is shown once.
        <div className="stack" key={tab} hidden={tab !== current}>
          {cards[tab]}
        </div>
      ))}
    </>
  )
}
