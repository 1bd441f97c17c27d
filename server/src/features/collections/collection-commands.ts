import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { dhakaYear } from '@bidyaloy/shared/bengali/dates'
import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import type {
  Entry,
  EntryChange,
  NewEntry,
  NewEntryOrVideo,
} from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { videoIdOf } from '@bidyaloy/shared/collections/video'
import { In, IsNull } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import { removeUnlessCommitted, type Storage } from '../../storage/storage.ts'
import { recordActivity, recordActivityOn } from '../activity/activity-commands.ts'
import { findUndeleted } from './collection-queries.ts'
import { presentEntry } from './present-entry.ts'

interface CollectionDeps {
  db: Database
  storage: Storage
  clock: Clock
}

interface NewEntryInput {
  collection: CollectionName
  fields: z.output<typeof NewEntryOrVideo>
  file: StagedFile | undefined
  /** Writes at most once for the request's key. */
  runOnce: IdempotentWrite
  /** Username of the publisher. */
  by: string
  /** Time of entry, if not now: for imports from an older site. */
  enteredAt?: Date
}

/**
 * Publishes an entry. The file is stored before the row is written, and removed again if that fails
 * or an earlier request with the same key has already published the entry.
 * @throws Problem `validation_failed`, `unsupported_media_type`
 */
export async function createEntry(
  { storage, clock }: CollectionDeps,
  { collection, fields, file, runOnce, by, enteredAt }: NewEntryInput,
): Promise<Entry> {
  assertValidParts(collection, fields, file)
  assertValidDates(newDates(fields, clock()))
  const stored = file ? await storage.store(file, collections[collection]) : null
  return removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(async (tx) => {
      const now = clock()
      const dates = newDates(fields, now)
      assertValidDates(dates)
      const row = {
        id: newId(),
        collection,
        ...titleColumns(fields.title),
        ...dates,
        createdAt: (enteredAt ?? now).toISOString(),
        updatedAt: (enteredAt ?? now).toISOString(),
        version: 0,
        ...fileColumns(stored),
        videoId: fields.videoLink === undefined ? null : videoIdOf(fields.videoLink),
      }
      await tx.insert(EntryRow, row)
      const isLater = row.publishAt !== null && row.publishAt > now.toISOString()
      const action = isLater ? 'scheduled' : 'created'
      const event = { action, subject: collection, title: row.title, recordId: row.id } as const
      await recordActivity(tx, { by, now }, event)
      return presentEntry(row, now)
    })
    return { result, used: !replayed }
  })
}

interface EntryChangeInput {
  collection: CollectionName
  id: string
  fields: z.output<typeof EntryChange>
  file: StagedFile | undefined
  /** Username of the editor. */
  by: string
  runOnce: IdempotentWrite
}

/**
 * Changes the given fields of an entry. A replaced file is removed only after the commit, because a
 * rollback still needs it.
 * @throws Problem `not_found`, `conflict`, `validation_failed`, `unsupported_media_type`
 */
export async function updateEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, id, fields, file, by, runOnce }: EntryChangeInput,
): Promise<Entry> {
  // Checked before the file is stored, and again in the transaction, which decides.
  const seen = await findUndeleted(db.read, collection, id)
  assertVersion(seen.version, fields.__v)
  assertValidDates(changedDates(seen, fields, clock()))
  const stored = file ? await storage.store(file, collections[collection]) : null
  let replaced: StoredFile | null = null
  const entry = await removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(async (tx) => {
      const row = await findUndeleted(tx, collection, id)
      assertVersion(row.version, fields.__v)
      const now = clock()
      const dates = changedDates(row, fields, now)
      assertValidDates(dates)
      const changed = {
        ...row,
        ...(fields.title !== undefined && titleColumns(fields.title)),
        ...dates,
        ...(stored && { ...fileColumns(stored), videoId: null }),
        updatedAt: now.toISOString(),
        version: row.version + 1,
      }
      await tx.update(EntryRow, { id }, changed)
      const action = stored ? 'fileReplaced' : 'changed'
      const event = { action, subject: collection, title: changed.title, recordId: id } as const
      await recordActivity(tx, { by, now }, event)
      if (stored) replaced = row.file
      return presentEntry(changed, now)
    })
    return { result, used: !replayed }
  })
  if (replaced) await storage.remove(replaced)
  return entry
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

function assertValidParts(
  collection: CollectionName,
  { videoLink }: NewEntryInput['fields'],
  file: StagedFile | undefined,
): void {
  const { fileRequired, takesVideo } = collections[collection]
  if (fileRequired && !file) throw onField('file', 'valid.file.required')
  if (videoLink !== undefined && (!takesVideo || file)) throw onField('file', 'valid.file.single')
}

function onField(field: string, key: 'valid.file.required' | 'valid.file.single'): Problem {
  return new Problem('validation_failed', { fields: { [field]: validationText(key) } })
}

function titleColumns(title: string): Pick<EntryRow, 'title' | 'searchText'> {
  return { title, searchText: foldForSearch(title) }
}

function fileColumns(
  file: StoredFile | null,
): Pick<EntryRow, 'file' | 'fileStem' | 'pagesPending'> {
  return { file, fileStem: file?.stem ?? null, pagesPending: file?.extension === 'pdf' }
}

type EntryDates = Pick<EntryRow, 'date' | 'year' | 'publishAt' | 'expiresAt' | 'pinnedUntil'>

/** Returns the dates of a new entry. */
function newDates(fields: z.output<typeof NewEntry>, now: Date): EntryDates {
  const { publishAt = null, expiresAt = null, pinnedUntil = null } = fields
  const date = fields.date ?? publishAt ?? now.toISOString()
  return { ...dateColumns(date), publishAt, expiresAt, pinnedUntil }
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
  return { ...dateColumns(date), publishAt, expiresAt, pinnedUntil }
}

function dateAfter(current: EntryDates, publishAt: string | null, now: Date): string {
  if (current.date !== current.publishAt) return current.date
  if (publishAt !== null) return publishAt
  // Visible immediately, so its date cannot be in the future.
  const at = now.toISOString()
  return current.date < at ? current.date : at
}

/** @throws Problem `validation_failed` unless the entry expires after its publication */
function assertValidDates({ publishAt, expiresAt }: EntryDates): void {
  if (publishAt !== null && expiresAt !== null && expiresAt <= publishAt) {
    const fields = { expiresAt: validationText('valid.expiresAt') }
    throw new Problem('validation_failed', { fields })
  }
}

function dateColumns(date: string): Pick<EntryRow, 'date' | 'year'> {
  return { date, year: dhakaYear(date) }
}
