import { dhakaTime, formatDateTime, formatTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { DesktopState } from '@bidyaloy/shared/desktop/desktop-api'
import { programScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate-context.ts'
import { tryLineNow } from './program-calls.ts'
import { programText } from './program-text.tsx'
import { desktopStateQuery, useDesktopState } from './use-desktop-state.ts'

/** Says what stands between the page and the server; a region that screen readers follow. */
export function OfflineBar() {
  const state = useDesktopState()
  const declined = useSignInDeclined()
  return (
    <div role="status" aria-label={programText('line.label')}>
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
    mutationFn: tryLineNow,
    onSettled: () => queryClient.invalidateQueries(desktopStateQuery),
  })
  return (
    <div className="offline">
      <Icon name="offline" />
      <div>
        <p>
          <b>{programText('line.away')}</b>{' '}
          {waiting > 0
            ? programText('line.waiting', { n: toBengaliDigits(waiting) })
            : programText('line.goOn')}{' '}
          {lastAnswerAt !== null && programText('line.kept', { moment: momentText(lastAnswerAt) })}
        </p>
        {(attempt.isSuccess || attempt.isError) && <p>{programText('line.stillAway')}</p>}
      </div>
      <Button small icon="retry" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {programText('line.tryNow')}
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
          <b>{programText('line.stranger')}</b> {programText('line.stranger.what')}
        </p>
      </div>
      <Link className="btn btn--small" to={programScreens.connect}>
        {programText('line.stranger.connect')}
      </Link>
    </div>
  )
}

/** Today the time is enough. */
function momentText(moment: string): string {
  const today = dhakaTime(moment).iso === dhakaTime(new Date()).iso
  return today ? programText('line.today', { time: formatTime(moment) }) : formatDateTime(moment)
}

function SignedOut({ waiting }: { waiting: number }) {
  const gate = useSignInGate()
  return (
    <div className="offline">
      <Icon name="lock" />
      <div>
        <b>{programText('line.needsSignIn')}</b>{' '}
        {waiting > 0 && programText('line.needsSignIn.waiting', { n: toBengaliDigits(waiting) })}
      </div>
      <Button small icon="login" onClick={() => gate.ask()}>
        {programText('line.signIn')}
      </Button>
    </div>
  )
}
