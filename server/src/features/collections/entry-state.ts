import { isDeepStrictEqual } from 'node:util'
import { missingFileText, validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { type CollectionName, collections, hasPapers } from '@bidyaloy/shared/collections/registry'
import { CLASS_NAMES } from '@bidyaloy/shared/school/student-groups'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { EntryRow, type StoredFile, type VersionRow } from '../../db/entities.ts'
import {
  excerptColumn,
  fileColumns,
  filesOfRow,
  readBody,
  recordFileOwner,
  writeBody,
} from '../../db/entry-parts.ts'
import { indexEntry } from '../../db/search-index.ts'
import { tooManyFiles } from '../../http/multipart-upload.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { keepVersion } from '../versions/version-commands.ts'
import { findUndeleted } from './collection-queries.ts'
import { assertValidDates, dateColumns, type EntryDates } from './entry-dates.ts'
import {
  assertProperties,
  type EntryProperties,
  freeSlug,
  propertiesOf,
  recordSlug,
} from './entry-properties.ts'
import { presentEntry } from './present-entry.ts'

/* The state of an entry: read, written with the former one kept, and restored from a former one. */

/** The fields of an entry that a change can change. */
type EntryState = { title: string; body: string; files: StoredFile[] } & EntryDates &
  EntryProperties

export async function stateOf(tx: EntityManager, row: EntryRow): Promise<EntryState> {
  const { title, date, publishAt, expiresAt, pinnedUntil } = row
  const body = await readBody(tx, row)
  const dates = { date, publishAt, expiresAt, pinnedUntil }
  return { title, ...dates, ...propertiesOf(row), body, files: filesOfRow(row) }
}

export interface StateChange {
  before: EntryState
  after: EntryState
  context: ActionContext
}

/**
 * Changes the row of an entry to a state, and keeps the state before, unless only its place in the
 * list changes.
 * @param keeps whether the state before is kept; default true
 * @returns the entry, and files that nothing references any more
 * @throws Problem `validation_failed` for an invalid state
 */
export async function writeState(
  tx: EntityManager,
  row: EntryRow,
  { before, after, context, keeps = true }: StateChange & { keeps?: boolean },
): Promise<{ entry: Entry; unused: StoredFile[] }> {
  const { collection, id, version } = row
  const { title, body, files, ...columns } = after
  const { position } = before
  const isOnlyMoved =
    after.position !== position && isDeepStrictEqual({ ...after, position }, before)
  assertValidDates(columns)
  assertProperties(collection, columns)
  if (row.videoId === null || files.length > 0) {
    assertValidParts(collection, { body, files: files.length })
  }
  const changed = {
    ...row,
    ...titleColumns(title),
    ...columns,
    slug: await freeSlug(tx, { collection, id, title, slug: columns.slug }),
    ...dateColumns(columns.date),
    ...fileColumns(files),
    ...readingColumn(collection, files, before.files),
    ...excerptColumn(body),
    ...(files.length > 0 && { videoId: null }),
    ...(!isOnlyMoved && { updatedAt: context.now.toISOString() }),
    version: version + 1,
  }
  await tx.update(EntryRow, { id }, changed)
  const removed = before.files.filter(({ stem }) => !files.some((file) => file.stem === stem))
  await writeParts(tx, { ...changed, body }, [...files.slice(1), ...removed])
  if (isOnlyMoved || !keeps) return { entry: presentEntry(changed, context.now, body), unused: [] }
  const { files: formerFiles, ...data } = before
  const former = { thing: collection, recordId: id, n: version, data, files: formerFiles }
  const unused = await keepVersion(tx, context, former)
  return { entry: presentEntry(changed, context.now, body), unused }
}

const FormerEntry = z.object({
  title: z.string(),
  date: z.string(),
  publishAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  pinnedUntil: z.string().nullable(),
  body: z.string(),
  kind: z.string().nullable().default(null),
  classes: z.array(z.enum(CLASS_NAMES)).nullable().default(null),
  startsOn: z.string().nullable().default(null),
  endsOn: z.string().nullable().default(null),
  time: z.string().nullable().default(null),
  menu: z.enum(MENU_GROUPS).nullable().default(null),
  fields: z.record(z.string(), z.string()).nullable().default(null),
})

/**
 * Changes an entry back to a former version. Files that only versions reference become public again.
 * @returns files that nothing references any more, to be removed after the commit
 * @throws Problem `not_found`, `validation_failed`
 */
export async function restoreEntry(
  tx: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  { data, files }: Pick<VersionRow, 'data' | 'files'>,
  context: ActionContext,
): Promise<{ title: string; unused: StoredFile[] }> {
  const row = await findUndeleted(tx, collection, id)
  const before = await stateOf(tx, row)
  const former = FormerEntry.parse(data)
  // The order and the address of today stay.
  const { slug, position } = before
  const after = { ...former, slug, position, files: files ?? [] }
  const { unused } = await writeState(tx, row, { before, after, context })
  return { title: former.title, unused }
}

/**
 * Stores what is not on the row of an entry: its text, its words for the search, and the owner of
 * all files but the first.
 */
export async function writeParts(
  tx: EntityManager,
  entry: Pick<EntryRow, 'seq' | 'collection' | 'title' | 'slug' | 'fields'> & { body: string },
  further: readonly StoredFile[],
): Promise<void> {
  const { seq, body } = entry
  await writeBody(tx, seq, body)
  await recordSlug(tx, entry)
  await indexEntry(tx, entry)
  if (further.length > 0) await recordFileOwner(tx, seq, further)
}

/** @throws Problem `validation_failed` unless an entry may have this text and number of files */
export function assertValidParts(
  collection: CollectionName,
  { body, files }: { body: string; files: number },
): void {
  const { fileRequired, takesBody, maxFiles } = collections[collection]
  if (body && !takesBody) throw invalidField('body', validationText('valid.choice'))
  if (fileRequired && files === 0 && !body) {
    throw invalidField('file', missingFileText({ takesBody }))
  }
  if (files > maxFiles) throw tooManyFiles(maxFiles)
}

/** Marks an entry whose files are to be read, unless it had all of them before. */
export function readingColumn(
  collection: CollectionName,
  files: readonly StoredFile[],
  before: readonly StoredFile[] = [],
): Partial<Pick<EntryRow, 'reading'>> {
  const isNew = ({ stem }: StoredFile) => !before.some((file) => file.stem === stem)
  return hasPapers(collection) && files.some(isNew) ? { reading: 'soon' } : {}
}

export function titleColumns(title: string): Pick<EntryRow, 'title' | 'searchText'> {
  return { title, searchText: foldForSearch(title) }
}
