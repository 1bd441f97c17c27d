import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { publishedPath } from '../../../admin/components/screen-links.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from './looking.tsx'
import { useMoveTask } from './move-queries.ts'
import { StepHeading } from './step-heading.tsx'
import { broughtCounts, t } from './texts.ts'
import { Undo } from './undo.tsx'

/** How far the server is with what was chosen. */
export function Bringing({ move }: { move: MoveIn }) {
  const { _id: id, state, now, problem } = move
  const api = useAdminApi()
  const pause = useMoveTask(() => api.pauseMoveIn({ params: { id } }))
  const goOn = useMoveTask(() => api.continueMoveIn({ params: { id } }))
  const { asked, settled } = broughtCounts(move)
  const isPaused = state === 'paused'
  return (
    <section className="card stack" aria-labelledby="move-in-step">
      <StepHeading>
        {t('moveIn.bring.title', { total: formatNumber(asked), n: formatNumber(settled) })}
      </StepHeading>
      <ProgressBar
        progress={asked > 0 ? settled / asked : null}
        label={t('moveIn.bring.progress')}
      />
      {isPaused ? (
        <Alert tone="warn">
          {problem && (
            <p>
              <b>{t(`moveIn.reason.${problem}`)}।</b> {t(`moveIn.next.${problem}`)}।
            </p>
          )}
          <p>{t('moveIn.bring.paused')}</p>
        </Alert>
      ) : (
        <p className="muted movein__now">
          {now ? t('moveIn.bring.now', { title: now }) : t('moveIn.bring.starting')}
          <TimeLeft asked={asked} settled={settled} />
        </p>
      )}
      <ChangeFailure change={pause} text={t('moveIn.bring.pause.failed')} />
      <ChangeFailure change={goOn} text={t('moveIn.bring.continue.failed')} />
      <div className="row">
        <Button
          icon={isPaused ? 'play' : 'pause'}
          {...(isPaused && { look: 'primary' })}
          busy={pause.isPending || goOn.isPending}
          onClick={() => (isPaused ? goOn : pause).mutate()}
        >
          {t(isPaused ? 'moveIn.bring.continue' : 'moveIn.bring.pause')}
        </Button>
        <Link className="btn btn--quiet" to={publishedPath}>
          {t('moveIn.bring.seen')}
        </Link>
      </div>
      {isPaused && <Undo move={move} />}
    </section>
  )
}

/** Shorter observations say too little. */
const MIN_OBSERVED_MS = 10_000
const MINUTE_MS = 60_000

/** How long bringing will still take, by its pace since this is shown: a pause begins another observation. */
function TimeLeft({ asked, settled }: { asked: number; settled: number }) {
  const [start] = useState(() => ({ at: Date.now(), settled }))
  const observedMs = Date.now() - start.at
  if (observedMs < MIN_OBSERVED_MS || settled <= start.settled) return null
  const perItem = observedMs / (settled - start.settled)
  return <> · {durationText((perItem * (asked - settled)) / MINUTE_MS)}</>
}

function durationText(minutes: number): string {
  if (minutes < 1) return t('moveIn.bring.left.soon')
  if (minutes < 90) return t('moveIn.bring.left.minutes', { n: formatNumber(Math.ceil(minutes)) })
  return t('moveIn.bring.left.hours', { n: formatNumber(Math.ceil(minutes / 60)) })
}
