import { Problem } from '@bidyaloy/shared/api/problem'
import type { DraftStatus, Entry, EntryOrDraftChange } from '@bidyaloy/shared/collections/entry'
import type { Action } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { upsert } from '../../db/dialect.ts'
import { type Draft, EntryChangeRow, type EntryRow, type StoredFile } from '../../db/entities.ts'
import { recordFileOwner } from '../../db/entry-parts.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { unreferencedFiles } from '../versions/version-commands.ts'
import { changeState, presentChange, versionOfChange } from './entry-changes.ts'
import {
  assertValidState,
  changedState,
  type EntryState,
  stateOf,
  writeState,
} from './entry-state.ts'

/*
 * Drafts: new entries and changes of published ones that are not published yet. A new entry is a
 * row that is never published (see `0001-first-schema.ts`), a change a row of `entry_change`.
 */

/** Who writes, and what the account may do. */
export interface Writer {
  /** Username. */
  by: string
  mayPublish: boolean
  /** Whether the account may publish what waits, or send it back. */
  mayApprove: boolean
}

/** The rights of commands that import entries. */
export const PUBLISHER = { mayPublish: true, mayApprove: true }

/** Returns the status that a write leads to: what a writer may not publish waits. */
export function statusAfter(
  wanted: DraftStatus | 'published',
  { mayPublish }: Pick<Writer, 'mayPublish'>,
): DraftStatus | 'published' {
  return wanted === 'published' && !mayPublish ? 'waiting' : wanted
}

interface DraftChange {
  fields: z.output<typeof EntryOrDraftChange>
  /** New files. */
  added: readonly StoredFile[]
  writer: Writer
  now: Date
}

/**
 * Changes or publishes a draft, or begins one of a change of a published entry.
 * @returns the entry or draft, and files that nothing references any more
 * @throws Problem `conflict`, `validation_failed`, `forbidden`
 */
export async function saveDraft(
  tx: EntityManager,
  row: EntryRow,
  { fields, added, writer, now }: DraftChange,
): Promise<{ entry: Entry; unused: StoredFile[] }> {
  const { collection, id } = row
  const change = row.draft ? null : await tx.findOneBy(EntryChangeRow, { entrySeq: row.seq })
  const former = row.draft ?? change?.draft ?? null
  const status = statusAfter(fields.status ?? former?.status ?? 'published', writer)
  const baseVersion = versionBefore(row, change, fields.__v)
  // Written on another device since, or published or discarded there.
  if (!row.draft) assertVersion(versionOfChange(change), fields.draftVersion)
  // The published entry has been changed since this change of it was begun.
  if (status === 'published') assertVersion(row.version, baseVersion)
  assertMayDecide(status, former, writer)
  const before = change ? changeState(row, change) : await stateOf(tx, row)
  const isDraft = status === 'draft'
  const after = await changedState(tx, { collection, before, fields, added, now, isDraft })
  const context = { by: writer.by, now }
  const draft = status === 'published' ? null : draftAfter(status, former, { fields, writer, now })
  const action = actionOf(row, { former, status, after, context })
  const event = action && { action, subject: collection, title: after.title, recordId: id }
  if (event) await recordActivity(tx, context, event)
  const dropped = before.files.filter((file) => !after.files.includes(file))
  if (row.draft) {
    const { entry } = await writeState(tx, row, { before, after, context, draft, keeps: false })
    return { entry, unused: dropped }
  }
  if (draft) {
    assertValidState(row, after, draft)
    const { files, ...data } = after
    const saved = {
      entrySeq: row.seq,
      draft: { ...draft, version: versionOfChange(change) + 1 },
      baseVersion,
      data,
      files: files.length ? files : null,
    }
    await upsert(tx, EntryChangeRow, saved, ['entrySeq'])
    if (added.length > 0) await recordFileOwner(tx, row.seq, added)
    const unused = await unreferencedFiles(tx, [id], dropped)
    return { entry: presentChange(row, saved, now), unused }
  }
  await tx.delete(EntryChangeRow, { entrySeq: row.seq })
  const present = await stateOf(tx, row)
  const { entry, unused } = await writeState(tx, row, { before: present, after, context })
  return { entry, unused: [...unused, ...(await unreferencedFiles(tx, [id], dropped))] }
}

/**
 * Returns the version of the entry that a change of it is based on.
 * @param seen the version that the writer saw: that of the entry, or that of the change before
 * @throws Problem `conflict`
 */
function versionBefore(
  { version }: EntryRow,
  change: EntryChangeRow | null,
  seen: number | undefined,
): number {
  if (change && (seen === undefined || seen === change.baseVersion)) return change.baseVersion
  assertVersion(version, seen)
  return version
}

/**
 * @throws Problem `forbidden` if what another account sent for approval is published without the
 *   right, or sent back: as a draft, editors could publish it
 */
function assertMayDecide(
  status: DraftStatus | 'published',
  former: Draft | null,
  { by, mayApprove }: Writer,
): void {
  const isOthers = former?.status === 'waiting' && former.by !== by
  if (status !== 'waiting' && isOthers && !mayApprove) throw new Problem('forbidden')
}

function draftAfter(
  status: DraftStatus,
  former: Draft | null,
  { fields: { note }, writer, now }: Omit<DraftChange, 'added'>,
): Draft {
  const { note: formerNote, noteBy } = former ?? {}
  const kept = formerNote !== undefined && noteBy !== undefined && { note: formerNote, noteBy }
  return {
    status,
    by: former?.by ?? writer.by,
    at: now.toISOString(),
    ...(status === 'draft' && (note ? { note, noteBy: writer.by } : kept)),
  }
}

/** Returns the action that the activity records; none for a draft that is written. */
function actionOf(
  row: EntryRow,
  {
    former,
    status,
    after,
    context: { by, now },
  }: {
    former: Draft | null
    status: DraftStatus | 'published'
    after: Pick<EntryState, 'publishAt'>
    context: ActionContext
  },
): Action | undefined {
  const wasWaiting = former?.status === 'waiting'
  if (status === 'waiting') return wasWaiting ? undefined : 'sentForApproval'
  const isOthers = former?.by !== by
  if (status === 'draft') return wasWaiting && isOthers ? 'sentBack' : undefined
  if (wasWaiting && isOthers) return 'approved'
  if (!row.draft) return 'changed'
  return after.publishAt !== null && after.publishAt > now.toISOString() ? 'scheduled' : 'created'
}

/**
 * Discards the change of a published entry.
 * @throws Problem `not_found` if it has none, `forbidden` if it waits and another account sent it
 */
export async function discardChange(
  { storage }: { storage: Storage },
  { row, runOnce, writer }: { row: EntryRow; runOnce: IdempotentWrite; writer: Writer },
): Promise<void> {
  let unused: StoredFile[] = []
  await runOnce(async (tx) => {
    const change = await tx.findOneBy(EntryChangeRow, { entrySeq: row.seq })
    if (!change) throw new Problem('not_found')
    assertMayDecide('draft', change.draft, writer)
    await tx.delete(EntryChangeRow, { entrySeq: row.seq })
    unused = await unreferencedFiles(tx, [row.id], change.files ?? [])
  })
  for (const file of unused) await storage.remove(file)
}
