import { Problem } from '@bidyaloy/shared/api/problem'
import type {
  DraftStatus,
  Entry,
  EntryOrDraftChange,
  NewEntryOrVideo,
} from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, IsNull } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import { excerptColumn, fileColumns } from '../../db/entry-content.ts'
import { NEVER } from '../../db/stored-values.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import { removeUnlessCommitted, type Storage, storeAll } from '../../storage/storage.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { recordEarlier } from '../verify/published-files.ts'
import { type ApprovalStep, statusAfter, type Writer } from './approval.ts'
import { dateColumns } from './entry-dates.ts'
import { NO_PROPERTIES } from './entry-properties.ts'
import {
  assertValidState,
  changedState,
  type EntryState,
  stateOf,
  titleColumns,
} from './entry-state.ts'
import { findUndeleted } from './find-entry.ts'
import { changePublished, saveEntry } from './save-entry.ts'

interface CollectionDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/** Called once a step of an approval is stored. */
type OnStep = (step: ApprovalStep) => void

interface NewEntryInput {
  collection: CollectionName
  fields: z.output<typeof NewEntryOrVideo>
  files: readonly StagedFile[]
  /** Writes at most once for the request's key. */
  runOnce: IdempotentWrite
  writer: Writer
  /** Time of entry, if not now: for imports from an older site. */
  enteredAt?: Date
  /** Whether the activity has a line of it; default true. A move from an older site has one for all. */
  isRecorded?: boolean
  onStep?: OnStep
}

/**
 * Creates an entry and saves or publishes it. The files are stored before the row is written, and
 * removed again if that fails or an earlier request with the same key has already created the entry.
 * @throws Problem `validation_failed`, `unsupported_media_type`
 */
export async function createEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, fields, files, runOnce, writer, enteredAt, isRecorded, onStep }: NewEntryInput,
): Promise<Entry> {
  const status = statusAfter(fields.status ?? 'published', writer)
  const blank = blankRow({ collection }, { by: writer.by, now: clock() })
  await assertValidChange(db.read, blank, { before: NO_STATE, fields, files, status, clock })
  const stored = await storeAll(storage, files, collections[collection])
  let step: ApprovalStep | undefined
  const created = await removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(
      async (tx) => {
        const now = clock()
        await tx.insert(EntryRow, blank)
        const row = await tx.findOneByOrFail(EntryRow, { id: blank.id })
        const wanted = { ...fields, status }
        const write = { fields: wanted, added: stored, writer, now, isRecorded }
        const saved = await saveEntry(tx, row, write)
        const { entry } = saved
        step = saved.step
        if (!enteredAt) return entry
        const at = enteredAt.toISOString()
        await tx.update(EntryRow, { id: row.id }, { createdAt: at, updatedAt: at })
        await recordEarlier(tx, { entryId: row.id, at })
        return { ...entry, createdAt: at }
      },
      { isPrivate: status !== 'published' && files.length === 0 },
    )
    return { result, used: !replayed }
  })
  if (step) onStep?.(step)
  return created
}

const NO_STATE: EntryState = {
  title: '',
  videoId: null,
  body: '',
  files: [],
  date: '',
  publishAt: null,
  expiresAt: null,
  pinnedUntil: null,
  ...NO_PROPERTIES,
}

/** Returns the row of a draft in which nothing is written; its first write makes it version 0. */
function blankRow(
  { collection, id = newId() }: { collection: CollectionName; id?: string },
  { by, now }: ActionContext,
) {
  const { title, body, files, date, ...columns } = NO_STATE
  const at = now.toISOString()
  return {
    ...columns,
    ...titleColumns(title),
    ...dateColumns(at),
    ...fileColumns(files),
    ...excerptColumn(body),
    videoPicture: null,
    videoPending: false,
    id,
    collection,
    publishAt: NEVER,
    draft: { status: 'draft' as const, by, at, date: null, publishAt: null, slug: null },
    createdAt: at,
    updatedAt: at,
    version: -1,
    reading: null,
  }
}

/** Inserts a draft in which nothing is written, for an entry that another record needs. */
export async function insertBlank(
  tx: EntityManager,
  entry: { collection: CollectionName; id: string },
  context: ActionContext,
): Promise<void> {
  await tx.insert(EntryRow, blankRow(entry, context))
}

/** @throws Problem `validation_failed` for a change that cannot be written; before files are stored */
async function assertValidChange(
  read: EntityManager,
  row: Pick<EntryRow, 'collection'>,
  {
    before,
    fields,
    files,
    status,
    clock,
  }: {
    before: EntryState
    fields: z.output<typeof EntryOrDraftChange>
    files: readonly StagedFile[]
    status: DraftStatus | 'published'
    clock: Clock
  },
): Promise<void> {
  const { collection } = row
  const isDraft = status === 'draft'
  const change = { collection, before, fields, added: files, now: clock(), isDraft }
  const after = await changedState(read, change)
  assertValidState(row, after, status === 'published' ? null : { status })
}

interface EntryChangeInput {
  collection: CollectionName
  id: string
  fields: z.output<typeof EntryOrDraftChange>
  files: readonly StagedFile[]
  writer: Writer
  runOnce: IdempotentWrite
  onStep?: OnStep
}

/**
 * Changes the given fields of an entry, and keeps its former version with its files; or changes or
 * publishes a draft. The addresses of replaced files lead to the entry's present file.
 * @throws Problem `not_found`, `conflict`, `validation_failed`, `unsupported_media_type`
 */
export async function updateEntry(
  { db, storage, clock }: CollectionDeps,
  { collection, id, fields, files, writer, runOnce, onStep }: EntryChangeInput,
): Promise<Entry> {
  // Checked before the files are stored, and again in the transaction, which decides.
  const seen = await findBeforeMove(db.read, { collection, id, to: fields.collection })
  if (!isOfDraft(seen, fields, writer)) {
    assertVersion(seen.version, fields.__v)
    const before = await stateOf(db.read, seen)
    await assertValidChange(db.read, seen, { before, fields, files, status: 'published', clock })
  }
  const isOneOfSeveral = (fields.files ?? files).length > 1
  const stored = await storeAll(
    storage,
    files,
    collections[fields.collection ?? collection],
    isOneOfSeveral,
  )
  // Files are shown to admins, and drawn and read, after a change of the revision.
  const isPrivate = staysDraft(seen, fields, writer) && files.length === 0
  let unused: StoredFile[] = []
  let step: ApprovalStep | undefined
  const entry = await removeUnlessCommitted(storage, stored, async () => {
    const { result, replayed } = await runOnce(
      async (tx) => {
        const row = await findUndeleted(tx, collection, id)
        // Published or made a draft meanwhile.
        if (isPrivate && !staysDraft(row, fields, writer)) throw new Problem('conflict')
        const change = { fields, added: stored, writer, now: clock() }
        const write = isOfDraft(row, fields, writer) ? saveEntry : changePublished
        const written = await write(tx, row, change)
        unused = written.unused
        step = written.step
        return written.entry
      },
      { isPrivate },
    )
    return { result, used: !replayed }
  })
  if (step) onStep?.(step)
  for (const file of unused) await storage.remove(file)
  return entry
}

/** Finds an entry also where a request that is repeated has moved it already. */
async function findBeforeMove(
  read: EntityManager,
  {
    collection,
    id,
    to,
  }: Pick<EntryChangeInput, 'collection' | 'id'> & { to?: CollectionName | undefined },
): Promise<EntryRow> {
  const moved = to && (await read.findOneBy(EntryRow, { id, collection: to, deletedAt: IsNull() }))
  return moved || findUndeleted(read, collection, id)
}

/** Whether a write concerns a draft, or a change that is not published yet. */
function isOfDraft(
  { draft }: Pick<EntryRow, 'draft'>,
  { status }: z.output<typeof EntryOrDraftChange>,
  { mayPublish }: Pick<Writer, 'mayPublish'>,
): boolean {
  return draft !== null || status !== undefined || !mayPublish
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
