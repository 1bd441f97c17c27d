import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { freshKey } from '../api/idempotency-key.ts'
import type { Attachment } from './attachments.ts'
import { type EntryValues, NO_VALUES, valuesOf } from './entry-values.ts'
import type { SessionRecord, StoredAttachment } from './session-store.ts'

/* Creates the stored records of sessions and attachments, and merges lists of files. */

type NewRecord = Pick<SessionRecord, 'form' | 'group' | 'collection' | 'chosen'>

/** An entry as the server has it now. */
export interface CurrentEntry {
  /** The entry with its unpublished change, if it has one; null if it was deleted. */
  current: Entry | null
  /** The published entry, if it was changed after the unpublished change was started. */
  newer: Entry | null
}

let lastKeyTime = 0

/** Returns a key that sorts after all earlier ones, so that entries keep their order. */
function nextKey(): string {
  lastKeyTime = Math.max(lastKeyTime + 1, Date.now())
  return `${lastKeyTime.toString(36).padStart(10, '0')}.${freshKey()}`
}

/** Returns the collection in which the server has an entry. */
export const collectionOf = ({ storedIn, collection }: SessionRecord) => storedIn ?? collection

/** Returns the record of a new, empty entry. */
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
 * Returns the record of an entry from the server that is to be edited.
 * @param published the published entry; null if there is none, or it is not known
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
    acknowledged: values,
    entry,
    attachments,
    published: published && publishedOf(published),
  }
}

/** Returns the values and files of the published entry, with which later versions of it are compared. */
export const publishedOf = (entry: Entry): SessionRecord['published'] => ({
  values: valuesOf(entry),
  paths: pathsIn(entry),
})

/** Returns the stored form of an attachment; its file is stored separately. */
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
 * Applies local additions, removals and reordering to the files of an entry that was changed elsewhere.
 * @param own local files
 * @param base paths of the files that the server had before
 * @param files files that it has now
 */
export function mergedFiles(
  own: readonly Attachment[],
  base: readonly string[],
  files: readonly EntryFile[],
): Attachment[] {
  const paths = files.map(({ filePath }) => filePath)
  const known = (path: string) => own.find(({ stored }) => stored?.filePath === path)
  const present = files.map((file) => known(file.filePath) ?? attachmentOf(file))
  // A file that was removed elsewhere is sent again if it was chosen here.
  const remaining = own.flatMap((one) => {
    const { filePath = '' } = one.stored ?? {}
    if (!base.includes(filePath) || paths.includes(filePath)) return [one]
    return one.file ? [{ ...one, stored: null, phase: 'waiting' as const, location: null }] : []
  })
  const added = remaining.filter(({ stored }) => !stored || !paths.includes(stored.filePath))
  const order = own.map(({ stored }) => stored?.filePath ?? '')
  const isArranged = order.join() !== [...base, ...added.map(() => '')].join()
  if (!isArranged) return [...present, ...added]
  const isNew = ({ stored }: Attachment) => stored !== null && !base.includes(stored.filePath)
  return [...remaining, ...present.filter((one) => isNew(one) && !remaining.includes(one))]
}
