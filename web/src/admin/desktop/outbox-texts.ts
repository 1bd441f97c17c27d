import { paths } from '@bidyaloy/shared/api/paths'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { recordTexts, recordTypes, singleTypes } from '@bidyaloy/shared/features'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { fieldNamesOf } from '../components/record-fields.ts'
import { adminFeatures } from '../features.ts'
import { withCopy } from '../t.ts'

const t = withCopy(desktopCopy, overviewCopy, entriesCopy)

type Change = Pick<OutboxEntry, 'endpoint' | 'collection' | 'title' | 'hasText' | 'fileNames'>

/** What a change does: «নোটিশ যোগ: শীতকালীন ছুটি». */
export function outboxSentence(change: Change): string {
  const action = actionText(change)
  const title = titleOf(change)
  return title === '' ? action : t('outbox.titled', { action, title })
}

const actionTexts = { ...desktopCopy, ...recordTexts }
const isText = (key: string): key is keyof typeof actionTexts => key in actionTexts

/** The text and new files of a change: «লেখা ও ৩টি ফাইল», or the name of a single file. */
export function partsText({ hasText, fileNames }: Pick<Change, 'hasText' | 'fileNames'>): string {
  const [only = ''] = fileNames
  const n = formatNumber(fileNames.length)
  const files = fileNames.length > 1 ? t('outbox.parts.files', { n }) : only
  if (!hasText) return files
  return files === '' ? t('outbox.parts.text') : t('outbox.parts.both', { files })
}

function actionText({ endpoint, collection, hasText, fileNames }: Change): string {
  const replacesFile = endpoint === 'updateEntry' && fileNames.length === 1 && !hasText
  const key = `outbox.action.${replacesFile ? 'replaceFile' : endpoint}`
  const kind = collection && isCollectionName(collection) ? collection : 'other'
  return t(isText(key) ? key : 'outbox.action.other', { what: t(`trash.kind.${kind}`) })
}

const knownPaths: Readonly<Record<string, { path: string }>> = paths

/** Records other than entries are titled by the API's names: «Nine Morning A». */
function titleOf({ endpoint, collection, title }: Change): string {
  if (collection) return title
  const path = `${knownPaths[endpoint]?.path}/`
  const feature = adminFeatures.find(({ name }) => name && path.startsWith(`/api/${name}/`))
  if (!feature) return ''
  return feature.titleOf ? (feature.titleOf(title) ?? '') : title
}

/** What a person can do with a pending change. */
export type OutboxTask = 'hold' | 'compare' | 'edit' | 'again' | 'discard'

const COMPARABLE: readonly string[] = [
  'updateEntry',
  ...[...singleTypes, ...recordTypes].map(({ update }) => update),
]

/** Returns the possible tasks, the most useful first. A change being sent cannot be discarded. */
export function tasksOf(entry: OutboxEntry): OutboxTask[] {
  const { state, refusal, endpoint } = entry
  if (state === 'sent') return []
  if (state === 'sending') return ['hold']
  const wrong = wrongFields(entry)
  const hasTitle = entry.collection !== null && endpoint !== 'updateEntryText'
  const canEdit = entry.editable && (hasTitle || wrong.length > 0)
  const edit: OutboxTask[] = canEdit ? ['edit'] : []
  if (!refusal) return [...edit, ...(state === 'waiting' ? (['hold'] as const) : []), 'discard']
  if (refusal.code === 'damaged' || refusal.code === 'not_found') return ['discard']
  const isComparable = COMPARABLE.includes(endpoint)
  if (refusal.code === 'conflict' && isComparable) return ['compare', 'discard']
  // Sending again overwrites other admins' changes: only after a comparison.
  const again: OutboxTask = isComparable ? 'compare' : 'again'
  return [...(wrong.length > 0 ? [...edit, again] : [again, ...edit]), 'discard']
}

/** Fields that the server rejected and that a text field can correct. */
export function wrongFields({ endpoint, refusal }: OutboxEntry): string[] {
  const names = fieldNamesOf(endpoint)
  return Object.keys(refusal?.fields ?? {}).filter(
    (field) => field in names && field !== 'fileNames',
  )
}

/** Returns why the server rejected a change, and what to do. */
export function refusalTexts(entry: OutboxEntry): string[] {
  const { refusal } = entry
  if (!refusal) return []
  const [first = 'discard'] = tasksOf(entry)
  const next = t(`outbox.next.${first === 'hold' ? 'again' : first}`)
  // The server's own sentence addresses a person at a form.
  if (refusal.code === 'conflict' && first === 'compare') return [t('outbox.why.conflict'), next]
  const fallback = refusal.code === 'damaged' ? 'outbox.why.damaged' : 'outbox.why.unknown'
  const why = refusal.sentence || t(fallback)
  return [...new Set([why, ...Object.values(refusal.fields), next])]
}
