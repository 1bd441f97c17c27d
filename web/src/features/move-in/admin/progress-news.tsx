import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useState } from 'react'
import type { UploadProgress } from '../../../admin/uploads/upload-file.ts'
import { broughtCounts, t } from './texts.ts'

/** Says to screen readers how far the server is, at every tenth; what is on the screen changes each second. */
export function ProgressNews({ move }: { move: MoveIn | undefined }) {
  const tenth = move?.progress == null ? null : Math.floor(move.progress * 10)
  return <News at={`${move?.state} ${tenth}`} text={move ? newsOf(move) : ''} />
}

/** Says to screen readers how far the files are, at every tenth. */
export function UploadNews({ progress }: { progress: UploadProgress | null }) {
  if (!progress) return <News at="" text="" />
  const { phase, sent, total } = progress
  const tenth = total > 0 ? Math.floor((sent / total) * 10) : 0
  const percent = toBengaliDigits(tenth * 10)
  const key = phase === 'sending' ? 'form.upload.label' : 'form.upload.packing'
  return <News at={`${phase} ${tenth}`} text={t(key, { percent })} />
}

/** Says the text of the moment at which `at` changes. */
function News({ at, text }: { at: string; text: string }) {
  const [said, setSaid] = useState({ at, text })
  if (said.at !== at) setSaid({ at, text })
  return (
    <p className="vh" role="status">
      {said.text}
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
