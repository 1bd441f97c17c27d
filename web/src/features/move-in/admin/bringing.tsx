import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useEffect, useState } from 'react'
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
  const left = useTimeLeft(move)
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
          {[now && t('moveIn.bring.now', { title: now }), left].filter(Boolean).join(' · ') ||
            t('moveIn.bring.starting')}
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

/** Returns how long bringing will still take, by its pace since this screen shows it; null if unknown. */
function useTimeLeft(move: MoveIn): string | null {
  const { state } = move
  const { asked, settled } = broughtCounts(move)
  const [start, setStart] = useState<{ at: number; settled: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins another observation
  useEffect(() => setStart(state === 'bringing' ? { at: Date.now(), settled } : null), [state])
  const [now, setNow] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each item moves the estimate
  useEffect(() => setNow(Date.now()), [settled])
  if (!start || now - start.at < MIN_OBSERVED_MS || settled <= start.settled) return null
  const perItem = (now - start.at) / (settled - start.settled)
  const minutes = (perItem * (asked - settled)) / MINUTE_MS
  if (minutes < 1) return t('moveIn.bring.left.soon')
  if (minutes < 90) return t('moveIn.bring.left.minutes', { n: formatNumber(Math.ceil(minutes)) })
  return t('moveIn.bring.left.hours', { n: formatNumber(Math.ceil(minutes / 60)) })
}
