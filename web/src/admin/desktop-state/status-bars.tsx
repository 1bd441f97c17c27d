import { dhakaTime, formatDateTime, formatTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { DesktopState } from '@bidyaloy/shared/desktop/desktop-api'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate.ts'
import { withCopy } from '../t.ts'
import { desktopStateQuery, tryConnectionNow, useDesktopState } from './desktop-api.ts'

const t = withCopy(desktopCopy, backupCopy)

/** Says what stands between the page and the server; a region that screen readers follow. */
export function OfflineBar() {
  const state = useDesktopState()
  const declined = useSignInDeclined()
  return (
    <div role="status" aria-label={t('line.label')}>
      {state && !state.serverAnswers && (state.isStranger ? <Stranger /> : <Away state={state} />)}
      {state?.serverAnswers && (state.needsSignIn || declined) && (
        <SignedOut waiting={state.waiting} />
      )}
    </div>
  )
}

function Away({ state: { waiting, lastAnswerAt } }: { state: DesktopState }) {
  const queryClient = useQueryClient()
  const attempt = useMutation({
    mutationFn: tryConnectionNow,
    onSettled: () => queryClient.invalidateQueries(desktopStateQuery),
  })
  return (
    <div className="offline">
      <Icon name="offline" />
      <div>
        <p>
          <b>{t('line.away')}</b>{' '}
          {waiting > 0 ? t('line.waiting', { n: toBengaliDigits(waiting) }) : t('line.goOn')}{' '}
          {lastAnswerAt !== null && t('line.kept', { moment: momentText(lastAnswerAt) })}
        </p>
        {(attempt.isSuccess || attempt.isError) && <p>{t('line.stillAway')}</p>}
      </div>
      <Button small icon="retry" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {t('line.tryNow')}
      </Button>
    </div>
  )
}

/** Only over plain http: nothing is sent to whoever answers there. */
function Stranger() {
  return (
    <div className="offline">
      <Icon name="warn" />
      <div>
        <p>
          <b>{t('line.stranger')}</b> {t('line.stranger.what')}
        </p>
      </div>
      <Link className="btn btn--small" to={desktopScreens.connect}>
        {t('line.stranger.connect')}
      </Link>
    </div>
  )
}

/** Today the time is enough. */
function momentText(moment: string): string {
  const today = dhakaTime(moment).iso === dhakaTime(new Date()).iso
  return today ? t('line.today', { time: formatTime(moment) }) : formatDateTime(moment)
}

function SignedOut({ waiting }: { waiting: number }) {
  const gate = useSignInGate()
  return (
    <div className="offline">
      <Icon name="lock" />
      <div>
        <b>{t('line.needsSignIn')}</b>{' '}
        {waiting > 0 && t('line.needsSignIn.waiting', { n: toBengaliDigits(waiting) })}
      </div>
      <Button small icon="login" onClick={() => gate.ask()}>
        {t('line.signIn')}
      </Button>
    </div>
  )
}

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
          <Icon name="check" /> <span className="lbl">{t('pill.allSent')}</span>
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
      <span className="pill__t">{t(text, { n: said })}</span>
    </>
  )
}

/** Below the sign-in: whose site it is, whether it lasts, and what waits for it. */
export function SignInNote() {
  const state = useDesktopState()
  const site = state?.profiles.find(({ id }) => id === state.current)
  if (!state || !site) return null
  return (
    <>
      {state.waiting > 0 && (
        <p className="hint">{t('signIn.waiting', { n: toBengaliDigits(state.waiting) })}</p>
      )}
      <p className="hint">{state.keepsSignIn ? t('admin.login.hint') : t('signIn.notKept')}</p>
      <p className="hint">
        {t('signIn.site')} <span dir="auto">{site.address}</span>{' '}
        <Link to={desktopScreens.connect}>{t('signIn.otherSite')}</Link>
      </p>
    </>
  )
}

/** In the program without a line: nothing of a backup can wait on this computer. */
export function BackupNeedsLine() {
  const state = useDesktopState()
  if (!state || state.serverAnswers) return null
  return <Alert tone="warn">{t('backup.offline')}</Alert>
}

interface UnreadNoteProps {
  /** Address of the list, beginning with `/api/`. */
  list: string
}

/** Above a list that shows only what waits: what the server has of it was never read here. */
export function UnreadNote({ list }: UnreadNoteProps) {
  const state = useDesktopState()
  if (!state?.unread.includes(list)) return null
  return <Alert tone="warn">{t('line.unread')}</Alert>
}
