import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useEffect, useState } from 'react'
import { broughtCounts, t } from './texts.ts'

/** Says to screen readers how far the server is, at every tenth; what is on the screen changes each second. */
export function ProgressNews({ move }: { move: MoveIn | undefined }) {
  const [said, setSaid] = useState('')
  const tenth = move?.progress == null ? null : Math.floor(move.progress * 10)
  const state = move?.state
  const text = move ? newsOf(move) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the moment at which a tenth was reached
  useEffect(() => setSaid(text), [state, tenth])
  return (
    <p className="vh" role="status">
      {said}
    </p>
  )
}

function newsOf(move: MoveIn): string {
  if (move.state === 'looking') return t('moveIn.looking.title')
  if (move.state === 'undoing') return t('moveIn.undoing.title')
  if (move.state === 'paused') return t('moveIn.bring.paused')
  if (move.state !== 'bringing') return ''
  const { asked, settled } = broughtCounts(move)
  return t('moveIn.bring.title', { total: formatNumber(asked), n: formatNumber(settled) })
}
