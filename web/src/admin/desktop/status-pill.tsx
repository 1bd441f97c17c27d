import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { desktopAppText } from './desktop-app-text.tsx'
import { useDesktopState } from './use-desktop-state.ts'

/** How many changes are not at the server yet; leads to their list. */
export function StatusPill() {
  const state = useDesktopState()
  if (!state) return null
  const { waiting, attention } = state
  const calm = waiting - attention
  return (
    <Link className="pill" to={desktopScreens.outbox}>
      {attention > 0 && (
        <span className="badge badge--error">
          <Icon name="error" /> <Count n={attention} text="pill.attention" />
        </span>
      )}
      {calm > 0 && (
        <span className="badge badge--warn">
          <Icon name="clock" /> <Count n={calm} text="pill.waiting" />
        </span>
      )}
      {waiting === 0 && (
        <span className="badge badge--ok">
          <Icon name="check" /> <span className="lbl">{desktopAppText('pill.allSent')}</span>
        </span>
      )}
    </Link>
  )
}

/** On a narrow screen the number alone is seen, beside another one. */
function Count({ n, text }: { n: number; text: 'pill.attention' | 'pill.waiting' }) {
  const said = toBengaliDigits(n)
  return (
    <>
      <span className="pill__n" aria-hidden="true">
        {said}
      </span>
      <span className="pill__t">{desktopAppText(text, { n: said })}</span>
    </>
  )
}
