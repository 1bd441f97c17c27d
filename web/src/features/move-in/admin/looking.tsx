import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { useMovesChanged } from './move-queries.ts'
import { StepHeading } from './step-heading.tsx'
import { sourceText, t } from './texts.ts'

/** How far the look is. */
export function Looking({ move }: { move: MoveIn }) {
  const { groups, progress, now, source } = move
  const found = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="card stack" aria-labelledby="move-in-step">
      <StepHeading>{t('moveIn.looking.title')}</StepHeading>
      <p className="muted movein__source">{sourceText(source)}</p>
      <ProgressBar progress={progress} label={t('moveIn.looking.title')} />
      <p>
        {t('moveIn.looking.soFar', { n: formatNumber(found) })}
        {now && <span className="muted"> · {t('moveIn.bring.now', { title: now })}</span>}
      </p>
      <p className="hint">{t(source.url ? 'moveIn.looking.politely' : 'moveIn.bring.lead')}</p>
      <StopButton id={move._id} />
    </section>
  )
}

/** Forgets the look. */
function StopButton({ id }: { id: string }) {
  const api = useAdminApi()
  const changed = useMovesChanged()
  const stop = useMutation({
    mutationFn: () => api.forgetMoveIn({ params: { id } }),
    onSettled: changed,
  })
  return (
    <>
      <ChangeFailure change={stop} text={t('moveIn.looking.stop.failed')} />
      <div>
        <Button icon="close" busy={stop.isPending} onClick={() => stop.mutate()}>
          {t('moveIn.looking.stop')}
        </Button>
      </div>
    </>
  )
}

/** A bar of known progress, or one without a value. */
export function ProgressBar({ progress, label }: { progress: number | null; label: string }) {
  if (progress === null) return <progress className="progress" aria-label={label} />
  const percent = Math.floor(progress * 100)
  return (
    <progress className="progress" max={100} value={percent} aria-label={label}>
      {toBengaliDigits(percent)}%
    </progress>
  )
}
