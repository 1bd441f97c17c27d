import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { programScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { Link } from 'react-router-dom'
import { adminText } from '../admin-text.tsx'
import { programText } from './program-text.tsx'
import { useDesktopState } from './use-desktop-state.ts'

/** Below the sign-in: whose site it is, whether it lasts, and what waits for it. */
export function SignInNote() {
  const state = useDesktopState()
  const site = state?.profiles.find(({ id }) => id === state.current)
  if (!state || !site) return null
  return (
    <>
      {state.waiting > 0 && (
        <p className="hint">
          {programText('signIn.waiting', { n: toBengaliDigits(state.waiting) })}
        </p>
      )}
      <p className="hint">
        {state.keepsSignIn ? adminText('admin.login.hint') : programText('signIn.notKept')}
      </p>
      <p className="hint">
        {programText('signIn.site')} <span dir="auto">{site.address}</span>{' '}
        <Link to={programScreens.connect}>{programText('signIn.otherSite')}</Link>
      </p>
    </>
  )
}
