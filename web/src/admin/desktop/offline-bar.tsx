import { dhakaTime, formatDateTime, formatTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { DesktopState } from '@bidyaloy/shared/desktop/desktop-api'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate-context.ts'
import { desktopAppText } from './desktop-app-text.tsx'
import { tryConnectionNow } from './desktop-calls.ts'
import { desktopStateQuery, useDesktopState } from './use-desktop-state.ts'

/** Says what stands between the page and the server; a region that screen readers follow. */
export function OfflineBar() {
  const state = useDesktopState()
  const declined = useSignInDeclined()
  return (
    <div role="status" aria-label={desktopAppText('line.label')}>
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
          <b>{desktopAppText('line.away')}</b>{' '}
          {waiting > 0
            ? desktopAppText('line.waiting', { n: toBengaliDigits(waiting) })
            : desktopAppText('line.goOn')}{' '}
          {lastAnswerAt !== null &&
            desktopAppText('line.kept', { moment: momentText(lastAnswerAt) })}
        </p>
        {(attempt.isSuccess || attempt.isError) && <p>{desktopAppText('line.stillAway')}</p>}
      </div>
      <Button small icon="retry" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {desktopAppText('line.tryNow')}
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
          <b>{desktopAppText('line.stranger')}</b> {desktopAppText('line.stranger.what')}
        </p>
      </div>
      <Link className="btn btn--small" to={desktopScreens.connect}>
        {desktopAppText('line.stranger.connect')}
      </Link>
    </div>
  )
}

/** Today the time is enough. */
function momentText(moment: string): string {
  const today = dhakaTime(moment).iso === dhakaTime(new Date()).iso
  return today ? desktopAppText('line.today', { time: formatTime(moment) }) : formatDateTime(moment)
}

function SignedOut({ waiting }: { waiting: number }) {
  const gate = useSignInGate()
  return (
    <div className="offline">
      <Icon name="lock" />
      <div>
        <b>{desktopAppText('line.needsSignIn')}</b>{' '}
        {waiting > 0 && desktopAppText('line.needsSignIn.waiting', { n: toBengaliDigits(waiting) })}
      </div>
      <Button small icon="login" onClick={() => gate.ask()}>
        {desktopAppText('line.signIn')}
      </Button>
    </div>
  )
}
