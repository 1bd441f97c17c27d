import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { type DesktopTextKey, desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { CONTACT_FIELDS } from '@bidyaloy/shared/school/contact-fields'
import { FACILITY_COUNTS, SHIFT_FIELDS, YES_NO_FIELDS } from '@bidyaloy/shared/school/school-info'
import { GroupKey } from '@bidyaloy/shared/school/student-count'
import { COUNT_FIELDS } from '@bidyaloy/shared/school/student-groups'
import { settingNames } from '../components/settings-sections.ts'
import { withCopy } from '../t.ts'

const t = withCopy(desktopCopy, overviewCopy, entriesCopy, settingsCopy)

type Change = Pick<OutboxEntry, 'endpoint' | 'collection' | 'title' | 'fileName'>

const deeds: Readonly<Record<string, DesktopTextKey>> = {
  createEntry: 'outbox.deed.createEntry',
  updateEntry: 'outbox.deed.updateEntry',
  deleteEntry: 'outbox.deed.deleteEntry',
  createSchoolInfo: 'outbox.deed.createSchoolInfo',
  updateSchoolInfo: 'outbox.deed.updateSchoolInfo',
  createContact: 'outbox.deed.createContact',
  updateContact: 'outbox.deed.updateContact',
  createStudentCount: 'outbox.deed.createStudentCount',
  updateStudentCount: 'outbox.deed.updateStudentCount',
  deleteStudentCount: 'outbox.deed.deleteStudentCount',
  importStudentCounts: 'outbox.deed.importStudentCounts',
  updateSettings: 'outbox.deed.updateSettings',
}

/** What a change does: «নোটিশ যোগ: শীতকালীন ছুটি». */
export function outboxSentence(change: Change): string {
  const deed = deedOf(change)
  const title = titleOf(change)
  return title === '' ? deed : t('outbox.titled', { deed, title })
}

function deedOf({ endpoint, collection, fileName }: Change): string {
  const known = deeds[endpoint] ?? 'outbox.deed.other'
  const key = endpoint === 'updateEntry' && fileName ? 'outbox.deed.replaceFile' : known
  const kind = collection && isCollectionName(collection) ? collection : 'other'
  return t(key, { what: t(`trash.kind.${kind}`) })
}

/** A group of students is written down by the names of the contract. */
function titleOf({ collection, title }: Change): string {
  if (collection) return title
  const [className, shift, section] = title.split(' ')
  const group = GroupKey.safeParse({ className, shift, section })
  if (!group.success) return ''
  return [
    t(`enum.class.${group.data.className}`),
    t(`enum.shift.${group.data.shift}`),
    t(`enum.section.${group.data.section}`),
  ].join(', ')
}

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
  const next = t(advice[first])
  // The server's sentence speaks to somebody at a form.
  if (refusal.code === 'conflict' && first === 'compare') return [t('outbox.why.conflict'), next]
  const fallback = refusal.code === 'damaged' ? 'outbox.why.damaged' : 'outbox.why.unknown'
  const why = refusal.sentence || t(fallback)
  return [...new Set([why, ...Object.values(refusal.fields), next])]
}

type Names = Readonly<Record<string, string>>

function named<Field extends string>(
  fields: readonly Field[],
  nameOf: (field: Field) => string,
): Names {
  return Object.fromEntries(fields.map((field) => [field, nameOf(field)]))
}

const infoFields = [...SHIFT_FIELDS, 'totalLand', ...FACILITY_COUNTS, ...YES_NO_FIELDS] as const

/** What the forms call the fields that each change can hold, in their order. */
const fieldNames: Readonly<Record<string, Names>> = {
  updateEntry: {
    title: t('form.title'),
    date: t('form.date'),
    publishAt: t('timing.publish'),
    expiresAt: t('timing.expiry'),
    pinnedUntil: t('timing.pin'),
    videoLink: t('video.link'),
    fileName: t('form.file'),
  },
  updateSchoolInfo: named(infoFields, (field) => t(`schoolInfo.field.${field}`)),
  updateContact: named(CONTACT_FIELDS, (field) => t(`contact.field.${field}`)),
  updateStudentCount: {
    className: t('students.col.class'),
    shift: t('students.col.shift'),
    section: t('students.col.section'),
    ...named(COUNT_FIELDS, (field) => t(`students.col.${field}`)),
  },
  updateSettings: named(settingNames, (name) => t(`settings.${name}`)),
}

/** Those of the form in which a change was written. @param endpoint such as `createEntry` */
export function fieldNamesOf(endpoint: string): Names {
  return fieldNames[endpoint.replace(/^create/, 'update')] ?? {}
}
