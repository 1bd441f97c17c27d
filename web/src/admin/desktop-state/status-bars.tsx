import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { DesktopState } from '@bidyaloy/shared/desktop/desktop-api'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { dhakaTime, formatDateTime, formatTime } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate.ts'
import { withCopy } from '../t.ts'
import { desktopStateQuery, outboxActions, useDesktopState } from './desktop-api.ts'

const t = withCopy(desktopCopy, backupCopy, entriesCopy)

/** Status region: no connection, another server at the address, or a missing sign-in. */
export function OfflineBar() {
  const state = useDesktopState()
  const declined = useSignInDeclined()
  return (
    <div role="status" aria-label={t('connection.label')}>
      {state &&
        !state.serverAnswers &&
        (state.hasIdentityChanged ? <OtherServer /> : <Offline {...state} />)}
      {state?.serverAnswers && (state.needsSignIn || declined) && (
        <SignedOut waiting={state.waiting} />
      )}
    </div>
  )
}

function Offline({ waiting, lastAnswerAt }: DesktopState) {
  const queryClient = useQueryClient()
  const attempt = useMutation({
    mutationFn: outboxActions.sendNow,
    onSettled: () => queryClient.invalidateQueries(desktopStateQuery),
  })
  return (
    <div className="offline">
      <Icon name="offline" />
      <div>
        <p>
          <b>{t('connection.away')}</b>{' '}
          {waiting > 0
            ? t('connection.waiting', { n: toBengaliDigits(waiting) })
            : t('connection.goOn')}{' '}
          {lastAnswerAt !== null && t('connection.kept', { moment: timeText(lastAnswerAt) })}
        </p>
        {(attempt.isSuccess || attempt.isError) && <p>{t('connection.stillAway')}</p>}
      </div>
      <Button small icon="retry" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {t('connection.tryNow')}
      </Button>
    </div>
  )
}

/** Only with plain http, where the server proves its identity by its key. */
function OtherServer() {
  return (
    <div className="offline">
      <Icon name="warn" />
      <div>
        <p>
          <b>{t('connection.stranger')}</b> {t('connection.stranger.what')}
        </p>
      </div>
      <Link className="btn btn--small" to={desktopScreens.connect}>
        {t('connection.stranger.connect')}
      </Link>
    </div>
  )
}

/** The date and time, or only the time of today. */
function timeText(time: string): string {
  const today = dhakaTime(time).iso === dhakaTime(new Date()).iso
  return today ? t('connection.today', { time: formatTime(time) }) : formatDateTime(time)
}

function SignedOut({ waiting }: { waiting: number }) {
  const gate = useSignInGate()
  return (
    <div className="offline">
      <Icon name="lock" />
      <div>
        <b>{t('connection.needsSignIn')}</b>{' '}
        {waiting > 0 && t('connection.needsSignIn.waiting', { n: toBengaliDigits(waiting) })}
      </div>
      <Button small icon="login" onClick={() => gate.ask()}>
        {t('connection.signIn')}
      </Button>
    </div>
  )
}

/** The number of pending changes, as a link to the outbox. */
export function StatusPill() {
  const state = useDesktopState()
  if (!state) return null
  const { waiting, attention } = state
  const others = waiting - attention
  return (
    <Link className="pill" to={desktopScreens.outbox}>
      {attention > 0 && (
        <span className="badge badge--error">
          <Icon name="error" /> <Count n={attention} text="pill.attention" />
        </span>
      )}
      {others > 0 && (
        <span className="badge badge--warn">
          <Icon name="clock" /> <Count n={others} text="pill.waiting" />
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

/** CSS hides the text on narrow screens. */
function Count({ n, text }: { n: number; text: 'pill.attention' | 'pill.waiting' }) {
  const digits = toBengaliDigits(n)
  return (
    <>
      <span className="pill__n" aria-hidden="true">
        {digits}
      </span>
      <span className="pill__t">{t(text, { n: digits })}</span>
    </>
  )
}

/** Below the sign-in form: pending changes, how long the sign-in lasts, and the site's address. */
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

/** Backups need a connection: they never wait in the outbox. */
export function BackupOfflineNote() {
  const state = useDesktopState()
  if (!state || state.serverAnswers) return null
  return <Alert tone="warn">{t('backup.offline')}</Alert>
}

interface OnlineGateProps {
  offline: string
  children: ReactNode
}

/** See `desktop-only.tsx`. */
export function OnlineGate({ offline, children }: OnlineGateProps) {
  const state = useDesktopState()
  return !state || state.serverAnswers ? children : <Alert tone="warn">{offline}</Alert>
}

/**
 * Above a list that shows only pending changes because it was never loaded.
 * @param list path of the list, beginning with `/api/`
 */
export function UnreadNote({ list }: { list: string }) {
  const state = useDesktopState()
  return state?.unread.includes(list) && <Alert tone="warn">{t('connection.unread')}</Alert>
}
