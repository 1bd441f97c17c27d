import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { programScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { programText } from './program-text.tsx'
import { useDesktopState } from './use-desktop-state.ts'

/** How many changes are not at the server yet; leads to their list. */
export function StatusPill() {
  const state = useDesktopState()
  if (!state) return null
  const { waiting, attention } = state
  const calm = waiting - attention
  return (
    <Link className="pill" to={programScreens.outbox}>
      {attention > 0 && (
        <span className="badge badge--error">
          <Icon name="error" /> {programText('pill.attention', { n: toBengaliDigits(attention) })}
        </span>
      )}
      {calm > 0 && (
        <span className="badge badge--warn">
          <Icon name="clock" /> {programText('pill.waiting', { n: toBengaliDigits(calm) })}
        </span>
      )}
      {waiting === 0 && (
        <span className="badge badge--ok">
          <Icon name="check" /> <span className="lbl">{programText('pill.allSent')}</span>
        </span>
      )}
    </Link>
  )
}
