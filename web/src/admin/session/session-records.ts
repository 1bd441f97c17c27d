import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { freshKey } from '../api/idempotency-key.ts'
import type { Attachment } from './attachments.ts'
import { type EntryValues, NO_VALUES, valuesOf } from './entry-values.ts'
import type { SessionRecord, StoredAttachment } from './session-store.ts'

/* What is stored of a session, and of its attachments. */

type NewRecord = Pick<SessionRecord, 'form' | 'group' | 'collection'>

let lastBegun = 0

/** Returns a key that sorts after those before, so that entries stay in their order. */
function nextKey(): string {
  lastBegun = Math.max(lastBegun + 1, Date.now())
  return `${lastBegun.toString(36).padStart(10, '0')}.${freshKey()}`
}

/** Returns an entry in which nothing is written. */
export function newRecord(of: NewRecord, values: Partial<EntryValues> = {}): SessionRecord {
  const blank = { ...NO_VALUES, ...values }
  return {
    ...of,
    key: `${of.form}/${nextKey()}`,
    values: blank,
    blank,
    acknowledged: null,
    entry: null,
    published: null,
    attachments: [],
    pending: null,
  }
}

/**
 * Returns an entry as the server has it, to be changed.
 * @param published what is public of it; null if that is not known
 */
export function editedRecord(
  of: NewRecord,
  entry: Entry,
  published: Entry | null = entry.status ? null : entry,
): SessionRecord {
  const values = valuesOf(entry)
  const attachments = filesOf(entry).map((file) => storedOf(attachmentOf(file)))
  return {
    ...newRecord(of, values),
    ...{ acknowledged: values, entry, attachments },
    published: published && publishedOf(published),
  }
}

/** Returns what a later change of a published entry is compared with. */
export const publishedOf = (entry: Entry): SessionRecord['published'] => ({
  values: valuesOf(entry),
  paths: pathsIn(entry),
})

/** Returns what is stored of an attachment beside its file. */
export function storedOf({ id, location, stored, isPrepared }: Attachment): StoredAttachment {
  return { id, location, path: stored?.filePath ?? null, isPrepared }
}

/** Returns a file of an entry as an attachment. */
export function attachmentOf(file: EntryFile): Attachment {
  const { filePath: id, size: total } = file
  const nothing = { file: null, sent: 0, location: null }
  return { ...nothing, id, total, stored: file, phase: 'stored', isPrepared: true }
}

export const filesIn = (entry: Entry | null): EntryFile[] => (entry ? filesOf(entry) : [])
export const pathsIn = (entry: Entry | null): string[] =>
  filesIn(entry).map(({ filePath }) => filePath)

/**
 * Returns the files of an entry that was changed elsewhere, with what was added and arranged here.
 * @param own as they are here
 * @param base paths of those that the server had before
 */
export function mergedFiles(
  own: readonly Attachment[],
  base: readonly string[],
  files: readonly EntryFile[],
): Attachment[] {
  const paths = files.map(({ filePath }) => filePath)
  const known = (path: string) => own.find(({ stored }) => stored?.filePath === path)
  const present = files.map((file) => known(file.filePath) ?? attachmentOf(file))
  // Removed elsewhere: what was chosen here is sent again.
  const left = own.flatMap((one) => {
    const { filePath = '' } = one.stored ?? {}
    if (!base.includes(filePath) || paths.includes(filePath)) return [one]
    return one.file ? [{ ...one, stored: null, phase: 'waiting' as const, location: null }] : []
  })
  const added = left.filter(({ stored }) => !stored || !paths.includes(stored.filePath))
  const order = own.map(({ stored }) => stored?.filePath ?? '')
  const isArranged = order.join() !== [...base, ...added.map(() => '')].join()
  if (!isArranged) return [...present, ...added]
  const isNew = ({ stored }: Attachment) => stored !== null && !base.includes(stored.filePath)
  return [...left, ...present.filter((one) => isNew(one) && !left.includes(one))]
}
