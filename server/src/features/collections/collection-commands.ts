import { isDeepStrictEqual } from 'node:util'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import type { Entry, EntryOrDraftChange, NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { videoIdOf } from '@bidyaloy/shared/collections/video'
import { type EntityManager, In, IsNull, Not } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow, EntryRow, type StoredFile } from '../../db/entities.ts'
import { excerptColumn, fileColumns } from '../../db/entry-parts.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import { removeUnlessCommitted, type Storage, storeAll } from '../../storage/storage.ts'
import { recordActivity, recordActivityOn } from '../activity/activity-commands.ts'
import { findUndeleted } from './collection-queries.ts'
import { saveDraft, statusAfter, type Writer } from './draft-commands.ts'
import { assertValidDates, dateColumns, newDates } from './entry-dates.ts'
import { freeSlug, lastPosition, newProperties } from './entry-properties.ts'
import {
  assertValidParts,
  changedState,
  draftColumns,
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
  writer: Writer
  /** Time of entry, if not now: for imports from an older site. */
  enteredAt?: Date
}

/**
 * Publishes an entry, or creates a draft. The files are stored before the row is written, and removed
 * again if that fails or an earlier request with the same key has already published the entry.
 * @throws Problem `validation_failed`, `unsupported_media_type`
 */
export async function createEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, fields, files, runOnce, writer, enteredAt }: NewEntryInput,
): Promise<Entry> {
  const { body = '' } = fields
  const { by } = writer
  const status = statusAfter(fields.status ?? 'published', writer)
  const isDraft = status === 'draft'
  if (!fields.title && !isDraft) throw invalidField('title', validationText('valid.title.required'))
  assertValidParts(collection, { body, files: files.length, isDraft })
  if (fields.videoLink !== undefined) assertTakesVideo(collection, files)
  assertValidDates(newDates(fields, clock()))
  await newProperties(db.read, collection, fields, { isDraft })
  const stored = await storeAll(storage, files, collections[collection])
  return removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(
      async (tx) => {
        const now = clock()
        const at = now.toISOString()
        const dates = newDates(fields, now)
        assertValidDates(dates)
        const id = newId()
        const properties = await newProperties(tx, collection, fields, { isDraft })
        const draft = status === 'published' ? null : { status, by, at }
        const wanted = { ...dates, ...properties, date: fields.date ?? '' }
        const place = draft
          ? draftColumns(wanted, draft, { now })
          : {
              slug: await freeSlug(tx, {
                collection,
                id,
                title: fields.title,
                slug: properties.slug,
              }),
              position: properties.position ?? (await lastPosition(tx, collection)),
            }
        const row = {
          id,
          collection,
          ...titleColumns(fields.title),
          ...properties,
          draft: null,
          ...dates,
          ...place,
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
        const isLater = row.publishAt !== null && row.publishAt > at
        const published = isLater ? 'scheduled' : 'created'
        const action = draft ? 'sentForApproval' : published
        const event = { action, subject: collection, title: row.title, recordId: row.id } as const
        if (!isDraft) await recordActivity(tx, { by, now }, event)
        return presentEntry(row, now, body)
      },
      { isPrivate: status !== 'published' && files.length === 0 },
    )
    return { result, used: !replayed }
  })
}

interface EntryChangeInput {
  collection: CollectionName
  id: string
  fields: z.output<typeof EntryOrDraftChange>
  files: readonly StagedFile[]
  writer: Writer
  runOnce: IdempotentWrite
}

/**
 * Changes the given fields of an entry, and keeps its former version with its files; or changes or
 * publishes a draft. The addresses of replaced files lead to the entry's present file.
 * @throws Problem `not_found`, `conflict`, `validation_failed`, `unsupported_media_type`
 */
export async function updateEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, id, fields, files, writer, runOnce }: EntryChangeInput,
): Promise<Entry> {
  // Checked before the files are stored, and again in the transaction, which decides.
  const seen = await findUndeleted(db.read, collection, id)
  const isOfDraft = (row: EntryRow) =>
    row.draft !== null || fields.status !== undefined || !writer.mayPublish
  if (!isOfDraft(seen)) {
    assertVersion(seen.version, fields.__v)
    const before = await stateOf(db.read, seen)
    const now = clock()
    const change = { collection, before, fields, added: files, now, isDraft: false }
    assertValidDates(await changedState(db.read, change))
  }
  const isOneOfSeveral = (fields.files ?? files).length > 1
  const stored = await storeAll(storage, files, collections[collection], isOneOfSeveral)
  // Files are shown to admins, and drawn and read, after a change of the revision.
  const isPrivate = staysDraft(seen, fields, writer) && files.length === 0
  let unused: StoredFile[] = []
  const entry = await removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(
      async (tx) => {
        const row = await findUndeleted(tx, collection, id)
        // Published or made a draft meanwhile.
        if (isPrivate && !staysDraft(row, fields, writer)) throw new Problem('conflict')
        const now = clock()
        if (isOfDraft(row)) {
          const saved = await saveDraft(tx, row, { fields, added: stored, writer, now })
          unused = saved.unused
          return saved.entry
        }
        assertVersion(row.version, fields.__v)
        const context = { by: writer.by, now }
        const before = await stateOf(tx, row)
        const change = { collection, before, fields, added: stored, now, isDraft: false }
        const after = await changedState(tx, change)
        const goesOn = await goesOnAdding(tx, row, { before, after, context })
        const changed = await writeState(tx, row, { before, after, context, keeps: !goesOn })
        unused = changed.unused
        const action = stored.length > 0 ? 'fileReplaced' : 'changed'
        const event = { action, subject: collection, title: after.title, recordId: id } as const
        if (!goesOn) await recordActivity(tx, context, event)
        return changed.entry
      },
      { isPrivate },
    )
    return { result, used: !replayed }
  })
  for (const file of unused) await storage.remove(file)
  return entry
}

/** Whether a change concerns what no visitor sees, before and after it. */
function staysDraft(
  { draft }: Pick<EntryRow, 'draft'>,
  { status }: z.output<typeof EntryOrDraftChange>,
  writer: Writer,
): boolean {
  const after = statusAfter(status ?? draft?.status ?? 'published', writer)
  return after !== 'published'
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
  const [last] = await tx.find(ActivityRow, {
    where: { action: Not('previewMade') },
    order: { seq: 'DESC' },
    take: 1,
  })
  return last?.recordId === id && last.by === by
}

interface DeletionInput {
  collection: CollectionName
  ids: readonly string[]
  writer: Pick<Writer, 'by' | 'mayPublish'>
  runOnce: IdempotentWrite
  /** Whether they were drafts just now; one that is published meanwhile stays. */
  onlyDrafts?: boolean
}

/**
 * Moves all given entries to the trash, or none. Their files stay until the trash is emptied.
 * @throws Problem `not_found` if one of them does not exist, `forbidden` if a writer who may not
 *   publish deletes more than drafts, `conflict` if one of `onlyDrafts` is published
 */
export async function deleteEntries(
  { clock }: Pick<CollectionDeps, 'clock'>,
  { collection, ids, writer: { by, mayPublish }, runOnce, onlyDrafts = false }: DeletionInput,
): Promise<void> {
  const different = [...new Set(ids)]
  await runOnce(async (tx) => {
    const now = clock()
    const undeleted = { id: In(different), collection, deletedAt: IsNull() }
    const rows = await tx.find(EntryRow, {
      select: { id: true, title: true, draft: true },
      where: undeleted,
    })
    if (rows.length < different.length) throw new Problem('not_found')
    const hasPublished = rows.some(({ draft }) => draft === null)
    if (hasPublished && onlyDrafts) throw new Problem('conflict')
    if (hasPublished && !mayPublish) throw new Problem('forbidden')
    await tx.update(EntryRow, undeleted, { deletedAt: now.toISOString(), deletedBy: by })
    for (const action of ['deleted', 'discarded'] as const) {
      const done = rows.filter(({ draft }) => (draft === null) === (action === 'deleted'))
      const records = done.map(({ id, title }) => ({ recordId: id, title }))
      await recordActivityOn(tx, { by, now }, { action, subject: collection }, records)
    }
  })
}

function assertTakesVideo(collection: CollectionName, files: readonly StagedFile[]): void {
  if (!collections[collection].takesVideo || files.length > 0) {
    throw invalidField('file', validationText('valid.file.single'))
  }
}
