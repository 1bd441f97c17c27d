import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { Link } from 'react-router-dom'
import { adminText } from '../admin-text.tsx'
import { desktopAppText } from './desktop-app-text.tsx'
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
          {desktopAppText('signIn.waiting', { n: toBengaliDigits(state.waiting) })}
        </p>
      )}
      <p className="hint">
        {state.keepsSignIn ? adminText('admin.login.hint') : desktopAppText('signIn.notKept')}
      </p>
      <p className="hint">
        {desktopAppText('signIn.site')} <span dir="auto">{site.address}</span>{' '}
        <Link to={desktopScreens.connect}>{desktopAppText('signIn.otherSite')}</Link>
      </p>
    </>
  )
}
