import { isDeepStrictEqual } from 'node:util'
import { missingFileText, validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { dhakaYear } from '@bidyaloy/shared/bengali/dates'
import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import type {
  Entry,
  EntryChange,
  NewEntry,
  NewEntryOrVideo,
} from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { type CollectionName, collections, hasPapers } from '@bidyaloy/shared/collections/registry'
import { videoIdOf } from '@bidyaloy/shared/collections/video'
import { CLASS_NAMES } from '@bidyaloy/shared/school/student-groups'
import { type EntityManager, In, IsNull } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow, EntryRow, type StoredFile, type VersionRow } from '../../db/entities.ts'
import {
  excerptColumn,
  fileColumns,
  filesOfRow,
  readBody,
  recordFileOwner,
  writeBody,
} from '../../db/entry-parts.ts'
import { indexEntry } from '../../db/search-index.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { type StagedFile, tooManyFiles } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import { fileName } from '../../storage/file-names.ts'
import { removeUnlessCommitted, type Storage, storeAll } from '../../storage/storage.ts'
import {
  type ActionContext,
  recordActivity,
  recordActivityOn,
} from '../activity/activity-commands.ts'
import { keepVersion } from '../versions/version-commands.ts'
import { findUndeleted } from './collection-queries.ts'
import {
  assertProperties,
  changedProperties,
  type EntryProperties,
  freeSlug,
  lastPosition,
  noProperties,
  propertiesOf,
  recordSlug,
} from './entry-properties.ts'
import { presentEntry } from './present-entry.ts'

/** Time between two parts of an upload in several requests. */
const ADDING_MS = 10 * 60_000

interface CollectionDeps {
  db: Database
  storage: Storage
  clock: Clock
}

interface NewEntryInput {
  collection: CollectionName
  fields: z.output<typeof NewEntryOrVideo>
  files: readonly StagedFile[]
  /** Writes at most once for the request's key. */
  runOnce: IdempotentWrite
  /** Username of the publisher. */
  by: string
  /** Time of entry, if not now: for imports from an older site. */
  enteredAt?: Date
}

/**
 * Publishes an entry. The files are stored before the row is written, and removed again if that fails
 * or an earlier request with the same key has already published the entry.
 * @throws Problem `validation_failed`, `unsupported_media_type`
 */
export async function createEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, fields, files, runOnce, by, enteredAt }: NewEntryInput,
): Promise<Entry> {
  const { body = '' } = fields
  assertValidParts(collection, { body, files: files.length })
  if (fields.videoLink !== undefined) assertTakesVideo(collection, files)
  assertValidDates(newDates(fields, clock()))
  await newProperties(db.read, collection, fields)
  const stored = await storeAll(storage, files, collections[collection])
  return removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(async (tx) => {
      const now = clock()
      const dates = newDates(fields, now)
      assertValidDates(dates)
      const id = newId()
      const properties = await newProperties(tx, collection, fields)
      const row = {
        id,
        collection,
        ...titleColumns(fields.title),
        ...properties,
        slug: await freeSlug(tx, { collection, id, title: fields.title, slug: properties.slug }),
        position: properties.position ?? (await lastPosition(tx, collection)),
        ...dates,
        ...dateColumns(dates.date),
        createdAt: (enteredAt ?? now).toISOString(),
        updatedAt: (enteredAt ?? now).toISOString(),
        version: 0,
        ...fileColumns(stored),
        ...readingColumn(collection, stored),
        ...excerptColumn(body),
        videoId: fields.videoLink === undefined ? null : videoIdOf(fields.videoLink),
      }
      const { identifiers } = await tx.insert(EntryRow, row)
      const entry = { ...row, seq: Number(identifiers[0]?.seq), body }
      await writeParts(tx, entry, stored.slice(1))
      const isLater = row.publishAt !== null && row.publishAt > now.toISOString()
      const action = isLater ? 'scheduled' : 'created'
      const event = { action, subject: collection, title: row.title, recordId: row.id } as const
      await recordActivity(tx, { by, now }, event)
      return presentEntry(row, now, body)
    })
    return { result, used: !replayed }
  })
}

interface EntryChangeInput {
  collection: CollectionName
  id: string
  fields: z.output<typeof EntryChange>
  files: readonly StagedFile[]
  /** Username of the editor. */
  by: string
  runOnce: IdempotentWrite
}

/**
 * Changes the given fields of an entry, and keeps its former version with its files. The addresses of
 * replaced files lead to the entry's present file.
 * @throws Problem `not_found`, `conflict`, `validation_failed`, `unsupported_media_type`
 */
export async function updateEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, id, fields, files, by, runOnce }: EntryChangeInput,
): Promise<Entry> {
  // Checked before the files are stored, and again in the transaction, which decides.
  const seen = await findUndeleted(db.read, collection, id)
  assertVersion(seen.version, fields.__v)
  assertValidDates(changedDates(seen, fields, clock()))
  await changedProperties(db.read, collection, propertiesOf(seen), fields)
  arrangeFiles(collection, filesOfRow(seen), files, fields.files)
  const stored = await storeAll(storage, files, collections[collection])
  let unused: StoredFile[] = []
  const entry = await removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(async (tx) => {
      const row = await findUndeleted(tx, collection, id)
      assertVersion(row.version, fields.__v)
      const context = { by, now: clock() }
      const before = await stateOf(tx, row)
      const { title = row.title, body = before.body } = fields
      const after = {
        title,
        body,
        ...changedDates(row, fields, context.now),
        ...(await changedProperties(tx, collection, before, fields)),
        files: arrangeFiles(collection, before.files, stored, fields.files),
      }
      const goesOn = await goesOnAdding(tx, row, { before, after, context })
      const changed = await writeState(tx, row, { before, after, context, keeps: !goesOn })
      unused = changed.unused
      const action = stored.length > 0 ? 'fileReplaced' : 'changed'
      const event = { action, subject: collection, title, recordId: id } as const
      if (!goesOn) await recordActivity(tx, context, event)
      return changed.entry
    })
    return { result, used: !replayed }
  })
  for (const file of unused) await storage.remove(file)
  return entry
}

/** The fields of an entry that a change can change. */
type EntryState = { title: string; body: string; files: StoredFile[] } & EntryDates &
  EntryProperties

async function stateOf(tx: EntityManager, row: EntryRow): Promise<EntryState> {
  const { title, date, publishAt, expiresAt, pinnedUntil } = row
  const body = await readBody(tx, row)
  const dates = { date, publishAt, expiresAt, pinnedUntil }
  return { title, ...dates, ...propertiesOf(row), body, files: filesOfRow(row) }
}

interface StateChange {
  before: EntryState
  after: EntryState
  context: ActionContext
}

/**
 * Whether a change only adds files after the others, by the admin whose last action this entry was,
 * at most `ADDING_MS` later: the next part of an upload in several requests.
 */
async function goesOnAdding(
  tx: EntityManager,
  { id, updatedAt }: EntryRow,
  { before, after, context: { by, now } }: StateChange,
): Promise<boolean> {
  const files = after.files.slice(0, before.files.length)
  const isAdding = after.files.length > files.length
  if (!isAdding || !isDeepStrictEqual({ ...after, files }, before)) return false
  if (now.getTime() - Date.parse(updatedAt) > ADDING_MS) return false
  const [last] = await tx.find(ActivityRow, { order: { seq: 'DESC' }, take: 1 })
  return last?.recordId === id && last.by === by
}

/**
 * Changes the row of an entry to a state, and keeps the state before, unless only its place in the
 * list changes.
 * @param keeps whether the state before is kept; default true
 * @returns the entry, and files that nothing references any more
 * @throws Problem `validation_failed` for an invalid state
 */
async function writeState(
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

/** Marks an entry whose files are to be read, unless it had all of them before. */
function readingColumn(
  collection: CollectionName,
  files: readonly StoredFile[],
  before: readonly StoredFile[] = [],
): Partial<Pick<EntryRow, 'reading'>> {
  const isNew = ({ stem }: StoredFile) => !before.some((file) => file.stem === stem)
  return hasPapers(collection) && files.some(isNew) ? { reading: 'soon' } : {}
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
 * Returns the files of an entry after a change.
 * @param added new files
 * @param order which of the present files stay, in which order, as in `EntryChange`; without it new
 *   files replace the first one
 * @throws Problem `validation_failed`
 */
function arrangeFiles<F extends object>(
  collection: CollectionName,
  present: readonly StoredFile[],
  added: readonly F[],
  order: z.output<typeof EntryChange>['files'],
): (StoredFile | F)[] {
  const { maxFiles } = collections[collection]
  const isReplaced = added.length > 0 ? 1 : 0
  const places = order ?? [...added.map(() => null), ...present.slice(isReplaced).map(pathOf)]
  const left = [...present]
  const waiting = [...added]
  const arranged = places.map((place) => {
    const index = left.findIndex((file) => pathOf(file) === place)
    const next = place === null ? waiting.shift() : left.splice(index, 1)[0]
    if (!next || (place !== null && index < 0))
      throw onField('files', validationText('valid.choice'))
    return next
  })
  if (arranged.length + waiting.length > maxFiles) throw tooManyFiles(maxFiles)
  return [...arranged, ...waiting]
}

function pathOf(file: StoredFile): string {
  return `${file.folder}/${fileName(file)}`
}

/**
 * Stores what is not on the row of an entry: its text, its words for the search, and the owner of
 * all files but the first.
 */
async function writeParts(
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

interface DeletionInput {
  collection: CollectionName
  ids: readonly string[]
  by: string
  runOnce: IdempotentWrite
}

/**
 * Moves all given entries to the trash, or none. Their files stay until the trash is emptied.
 * @throws Problem `not_found` if one of them does not exist
 */
export async function deleteEntries(
  { clock }: Pick<CollectionDeps, 'clock'>,
  { collection, ids, by, runOnce }: DeletionInput,
): Promise<void> {
  const different = [...new Set(ids)]
  await runOnce(async (tx) => {
    const now = clock()
    const undeleted = { id: In(different), collection, deletedAt: IsNull() }
    const rows = await tx.find(EntryRow, { select: { id: true, title: true }, where: undeleted })
    if (rows.length < different.length) throw new Problem('not_found')
    await tx.update(EntryRow, undeleted, { deletedAt: now.toISOString(), deletedBy: by })
    const records = rows.map(({ id, title }) => ({ recordId: id, title }))
    await recordActivityOn(tx, { by, now }, { action: 'deleted', subject: collection }, records)
  })
}

/** @throws Problem `validation_failed` unless an entry may have this text and number of files */
function assertValidParts(
  collection: CollectionName,
  { body, files }: { body: string; files: number },
): void {
  const { fileRequired, takesBody, maxFiles } = collections[collection]
  if (body && !takesBody) throw onField('body', validationText('valid.choice'))
  if (fileRequired && files === 0 && !body) {
    throw onField('file', missingFileText({ takesBody }))
  }
  if (files > maxFiles) throw tooManyFiles(maxFiles)
}

function assertTakesVideo(collection: CollectionName, files: readonly StagedFile[]): void {
  if (!collections[collection].takesVideo || files.length > 0) {
    throw onField('file', validationText('valid.file.single'))
  }
}

function onField(field: string, text: ReturnType<typeof validationText>): Problem {
  return new Problem('validation_failed', { fields: { [field]: text } })
}

function titleColumns(title: string): Pick<EntryRow, 'title' | 'searchText'> {
  return { title, searchText: foldForSearch(title) }
}

function newProperties(
  read: EntityManager,
  collection: CollectionName,
  fields: z.output<typeof NewEntry>,
): Promise<EntryProperties> {
  return changedProperties(read, collection, noProperties, fields)
}

type EntryDates = Pick<EntryRow, 'date' | 'publishAt' | 'expiresAt' | 'pinnedUntil'>

/** Returns the dates of a new entry. */
function newDates(fields: z.output<typeof NewEntry>, now: Date): EntryDates {
  const { publishAt = null, expiresAt = null, pinnedUntil = null } = fields
  const date = fields.date ?? publishAt ?? now.toISOString()
  return { date, publishAt, expiresAt, pinnedUntil }
}

/**
 * Returns the dates of an entry after a change: fields that are not sent stay. A date that was the
 * publication time changes with it.
 */
function changedDates(
  current: EntryDates,
  fields: z.output<typeof EntryChange>,
  now: Date,
): EntryDates {
  const { publishAt = current.publishAt } = fields
  const date = fields.date ?? dateAfter(current, publishAt, now)
  const { expiresAt = current.expiresAt, pinnedUntil = current.pinnedUntil } = fields
  return { date, publishAt, expiresAt, pinnedUntil }
}

function dateAfter(current: EntryDates, publishAt: string | null, now: Date): string {
  if (current.date !== current.publishAt) return current.date
  if (publishAt !== null) return publishAt
  // Visible immediately, so its date cannot be in the future.
  const at = now.toISOString()
  return current.date < at ? current.date : at
}

/** @throws Problem `validation_failed` unless the entry expires after its publication */
function assertValidDates({
  publishAt,
  expiresAt,
}: Pick<EntryDates, 'publishAt' | 'expiresAt'>): void {
  if (publishAt !== null && expiresAt !== null && expiresAt <= publishAt) {
    const fields = { expiresAt: validationText('valid.expiresAt') }
    throw new Problem('validation_failed', { fields })
  }
}

function dateColumns(date: string): Pick<EntryRow, 'date' | 'year'> {
  return { date, year: dhakaYear(date) }
}
