import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { type DesktopTextKey, desktopText } from './desktop-text.ts'
import { fieldNamesOf } from './field-names.ts'

/** What a person can do with a change that is not at the server. */
export type OutboxTask = 'hold' | 'compare' | 'edit' | 'again' | 'discard'

const COMPARABLE = [
  'updateEntry',
  'updateSchoolInfo',
  'updateContact',
  'updateStudentCount',
  'updateSettings',
]

/** What can be done, what helps most first; discarding is possible while it is not on its way. */
export function tasksOf(entry: OutboxEntry): OutboxTask[] {
  const { state, refusal } = entry
  if (state === 'sent') return []
  if (state === 'sending') return ['hold']
  if (!refusal)
    return [...editing(entry), ...(state === 'waiting' ? ['hold' as const] : []), 'discard']
  return [...waysOn(entry), 'discard']
}

/** Ways on from a refusal other than giving up. */
function waysOn(entry: OutboxEntry): OutboxTask[] {
  const { refusal, endpoint } = entry
  const code = refusal?.code
  if (code === 'damaged' || code === 'not_found') return []
  const isComparable = COMPARABLE.includes(endpoint)
  if (code === 'conflict' && isComparable) return ['compare']
  // Sent once more, a change goes over what others have changed: only after a comparison.
  const again: OutboxTask = isComparable ? 'compare' : 'again'
  const edit = editing(entry)
  return wrongFields(entry).length > 0 ? [...edit, again] : [again, ...edit]
}

/** The title of an entry, and whatever the server found wrong. */
function editing(entry: OutboxEntry): OutboxTask[] {
  const canEdit = entry.editable && (entry.collection !== null || wrongFields(entry).length > 0)
  return canEdit ? ['edit'] : []
}

/** Fields that the server found wrong and that a line of text can put right. */
export function wrongFields({ endpoint, refusal }: OutboxEntry): string[] {
  const names = fieldNamesOf(endpoint)
  return Object.keys(refusal?.fields ?? {}).filter(
    (field) => field in names && field !== 'fileName',
  )
}

const advice: Readonly<Record<OutboxTask, DesktopTextKey>> = {
  hold: 'outbox.next.again',
  compare: 'outbox.next.compare',
  edit: 'outbox.next.edit',
  again: 'outbox.next.again',
  discard: 'outbox.next.discard',
}

/** Why it was refused, in the server's words, and what to do. */
export function refusalTexts(entry: OutboxEntry): string[] {
  const { refusal } = entry
  if (!refusal) return []
  const [first = 'discard'] = tasksOf(entry)
  const next = desktopText(advice[first])
  // The server's sentence speaks to somebody at a form.
  if (refusal.code === 'conflict' && first === 'compare')
    return [desktopText('outbox.why.conflict'), next]
  const fallback = refusal.code === 'damaged' ? 'outbox.why.damaged' : 'outbox.why.unknown'
  const why = refusal.sentence || desktopText(fallback)
  return [...new Set([why, ...Object.values(refusal.fields), next])]
}
