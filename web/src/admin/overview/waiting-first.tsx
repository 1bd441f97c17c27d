import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { useState } from 'react'
import { WaitingEntries } from '../approval/waiting-entries.tsx'
import { OnlineGate } from '../desktop-state/desktop-only.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy, approvalCopy)

/** What waits for those who approve, before all else. */
export function WaitingFirst({ waiting }: Pick<AdminOverview, 'waiting'>) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <OnlineGate offline={t('approval.offline')}>
      <WaitingEntries
        title={t('overview.waiting')}
        waiting={waiting}
        asked={asked}
        onAsk={setAsked}
        isShort
      />
    </OnlineGate>
  )
}
