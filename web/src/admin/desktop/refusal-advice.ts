import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { type DesktopTextKey, desktopText } from './desktop-text.ts'

/** Ways on from a change that the server refused. */
export type Remedy = 'compare' | 'retitle' | 'again' | 'discard'

const COMPARABLE = [
  'updateEntry',
  'updateSchoolInfo',
  'updateContact',
  'updateStudentCount',
  'updateSettings',
]

const advice: Readonly<Record<Remedy, DesktopTextKey>> = {
  compare: 'outbox.next.compare',
  retitle: 'outbox.next.retitle',
  again: 'outbox.next.again',
  discard: 'outbox.next.discard',
}

/** What helps most; discarding is always possible. */
export function remedyOf({ refusal, endpoint, editable }: OutboxEntry): Remedy {
  const code = refusal?.code
  const isChange = endpoint.startsWith('update')
  if (code === 'conflict' && COMPARABLE.includes(endpoint)) return 'compare'
  if (code === 'damaged' || code === 'not_found') return 'discard'
  if (editable && refusal?.fields.title !== undefined) return 'retitle'
  // Sent once more, a change goes over what others have changed: only after a comparison.
  return isChange ? 'discard' : 'again'
}

/** Why it was refused, in the server's words, and what to do. */
export function refusalTexts(entry: OutboxEntry): string[] {
  const { refusal } = entry
  if (!refusal) return []
  const remedy = remedyOf(entry)
  const next = desktopText(advice[remedy])
  // The server's sentence speaks to somebody at a form.
  if (remedy === 'compare') return [desktopText('outbox.why.conflict'), next]
  const fallback = refusal.code === 'damaged' ? 'outbox.why.damaged' : 'outbox.why.unknown'
  const why = refusal.sentence || desktopText(fallback)
  return [...new Set([why, ...Object.values(refusal.fields), next])]
}
