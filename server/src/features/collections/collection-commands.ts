import { isDeepStrictEqual } from 'node:util'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import type { Entry, EntryChange, NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { videoIdOf } from '@bidyaloy/shared/collections/video'
import { type EntityManager, In, IsNull } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow, EntryRow, type StoredFile } from '../../db/entities.ts'
import { excerptColumn, fileColumns, filesOfRow } from '../../db/entry-parts.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { type StagedFile, tooManyFiles } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import { fileName } from '../../storage/file-names.ts'
import { removeUnlessCommitted, type Storage, storeAll } from '../../storage/storage.ts'
import { recordActivity, recordActivityOn } from '../activity/activity-commands.ts'
import { findUndeleted } from './collection-queries.ts'
import { assertValidDates, changedDates, dateColumns, newDates } from './entry-dates.ts'
import {
  changedProperties,
  freeSlug,
  lastPosition,
  newProperties,
  propertiesOf,
} from './entry-properties.ts'
import {
  assertValidParts,
  readingColumn,
  type StateChange,
  stateOf,
  titleColumns,
  writeParts,
  writeState,
} from './entry-state.ts'
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

/**
 * Whether a change only adds files to the others, by the admin whose last action this entry was,
 * at most `ADDING_MS` later: the next part of an upload in several requests.
 */
async function goesOnAdding(
  tx: EntityManager,
  { id, updatedAt }: EntryRow,
  { before, after, context: { by, now } }: StateChange,
): Promise<boolean> {
  const files = after.files.filter((file) => before.files.includes(file))
  const isAdding = after.files.length > files.length
  if (!isAdding || !isDeepStrictEqual({ ...after, files }, before)) return false
  if (now.getTime() - Date.parse(updatedAt) > ADDING_MS) return false
  const [last] = await tx.find(ActivityRow, { order: { seq: 'DESC' }, take: 1 })
  return last?.recordId === id && last.by === by
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
      throw invalidField('files', validationText('valid.choice'))
    return next
  })
  if (arranged.length + waiting.length > maxFiles) throw tooManyFiles(maxFiles)
  return [...arranged, ...waiting]
}

function pathOf(file: StoredFile): string {
  return `${file.folder}/${fileName(file)}`
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

function assertTakesVideo(collection: CollectionName, files: readonly StagedFile[]): void {
  if (!collections[collection].takesVideo || files.length > 0) {
    throw invalidField('file', validationText('valid.file.single'))
  }
}
