import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { adminText } from '../admin-text.tsx'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate-context.ts'

/** Where a new sign-in was declined: the standing way to it. */
export function SignedOutBar() {
  const gate = useSignInGate()
  const declined = useSignInDeclined()
  return (
    <div role="status">
      {declined && (
        <div className="offline">
          <Icon name="lock" />
          <div>{adminText('admin.login.expired')}</div>
          <Button small icon="login" onClick={() => gate.ask()}>
            {adminText('admin.login.expired.title')}
          </Button>
        </div>
      )}
    </div>
  )
}
