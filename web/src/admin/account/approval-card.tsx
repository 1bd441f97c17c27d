import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { SettingSwitch } from '../form/setting-switch.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

/** Switches whether what clerks write waits for approval. */
export function ApprovalCard() {
  return (
    <SettingSwitch
      setting="approval"
      text={(key) => t(`approval.${key}`)}
      className="card stack account"
    />
  )
}
