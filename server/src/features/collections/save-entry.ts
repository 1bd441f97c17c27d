import { isDeepStrictEqual } from 'node:util'
import type { Entry, EntryOrDraftChange } from '@bidyaloy/shared/collections/entry'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { upsert } from '../../db/engine.ts'
import { type Draft, EntryChangeRow, type EntryRow, type StoredFile } from '../../db/entities.ts'
import { filesOfRow, recordFileOwner } from '../../db/entry-content.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { unreferencedFiles } from '../versions/version-commands.ts'
import {
  type ApprovalStep,
  actionOf,
  assertDecision,
  draftAfter,
  statusAfter,
  type Writer,
} from './approval.ts'
import { changeState, presentChange, versionOfChange } from './entry-changes.ts'
import {
  assertValidState,
  changedState,
  type EntryState,
  stateOf,
  writeState,
} from './entry-state.ts'
import { moveDraft } from './move-draft.ts'

/*
 * Saves, publishes and changes entries. A new entry is a row whose `publishAt` is `NEVER` until it is
 * published; an unpublished change of a published entry is a row of `entry_change`.
 */

interface EntryWrite {
  fields: z.output<typeof EntryOrDraftChange>
  /** New files. */
  added: readonly StoredFile[]
  writer: Writer
  now: Date
  /** Whether the activity has a line of it; default true. */
  isRecorded?: boolean | undefined
}

/**
 * Writes an entry: saves it as a draft, sends it for approval, sends it back, or publishes it.
 * @returns the entry or draft, and files that nothing references any more
 * @throws Problem `conflict`, `validation_failed`, `forbidden`
 */
export async function saveEntry(
  tx: EntityManager,
  stored: EntryRow,
  { fields, added, writer, now, isRecorded = true }: EntryWrite,
): Promise<{ entry: Entry; unused: StoredFile[]; step?: ApprovalStep }> {
  const row = await moveDraft(tx, stored, fields.collection)
  const { collection, id } = row
  const change = row.draft ? null : await tx.findOneBy(EntryChangeRow, { entrySeq: row.seq })
  const draftBefore = row.draft ?? change?.draft ?? null
  const status = statusAfter(fields.status ?? draftBefore?.status ?? 'published', writer)
  const baseVersion = versionBefore(row, change, fields.__v)
  // Another device may have changed, published or discarded the draft.
  if (!row.draft) assertVersion(versionOfChange(change), fields.draftVersion)
  // The published entry may have changed since this change of it was started.
  if (status === 'published') assertVersion(row.version, baseVersion)
  assertDecision(row, draftBefore, status, { fields, writer })
  const before = change ? changeState(row, change) : await stateOf(tx, row)
  const isDraft = status === 'draft'
  const after = await changedState(tx, {
    collection,
    before,
    fields,
    added,
    now,
    isDraft,
    // Someone else may have added files to the published entry since this change of it was started.
    further: change ? filesOfRow(row) : [],
  })
  const context = { by: writer.by, now }
  const draft =
    status === 'published'
      ? null
      : draftAfter(status, draftBefore, { note: fields.note, writer, now })
  const isChanged = !isDeepStrictEqual(before, after)
  const action = actionOf(row, { draftBefore, status, after, isChanged, writer, now })
  const event = action && { action, subject: collection, title: after.title, recordId: id }
  if (event && isRecorded) await recordActivity(tx, context, event)
  const step = stepOf(action, {
    ...{ collection, id, title: after.title, by: writer.by },
    ...{ writer: draftBefore?.by ?? writer.by, note: fields.note },
  })
  const approved = action === 'approved' ? approvedOf(draftBefore, { change, after }) : null
  const removedFiles = before.files.filter((file) => !after.files.includes(file))
  if (row.draft) {
    // A draft that was sent for approval stays readable as it was sent.
    const storesVersion = draftBefore?.status === 'waiting' && isChanged
    const written = await writeState(tx, row, {
      before,
      after,
      context,
      draft,
      approved,
      storesVersion,
    })
    const unreferenced = await unreferencedFiles(tx, [id], removedFiles)
    return { entry: written.entry, unused: [...written.unused, ...unreferenced], ...step }
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
    const unused = await unreferencedFiles(tx, [id], removedFiles)
    return { entry: presentChange(row, saved, now), unused, ...step }
  }
  await tx.delete(EntryChangeRow, { entrySeq: row.seq })
  const present = await stateOf(tx, row)
  const { entry, unused } = await writeState(tx, row, { before: present, after, context, approved })
  const unreferenced = await unreferencedFiles(tx, [id], removedFiles)
  return { entry, unused: [...unused, ...unreferenced], ...step }
}

/**
 * Returns what is kept of a draft or a change that is approved, to take that back. Only a change has a
 * version, and only a new entry dates and an address that it had wanted.
 */
function approvedOf(
  draft: Draft | null,
  {
    change,
    after: { date, publishAt, slug },
  }: { change: EntryChangeRow | null; after: Pick<EntryState, 'date' | 'publishAt' | 'slug'> },
): Draft | null {
  if (!draft) return null
  const wanted = { date: date || null, publishAt, slug }
  return { ...draft, ...(change ? { version: versionOfChange(change) } : wanted) }
}

/** Returns the step of an approval that an action is, if it is one. */
function stepOf(
  action: Action | undefined,
  details: Omit<ApprovalStep, 'action'>,
): { step?: ApprovalStep } {
  const isStep = action === 'sentForApproval' || action === 'sentBack' || action === 'approved'
  return isStep ? { step: { action, ...details } } : {}
}

/**
 * Changes a published entry at once.
 * @returns the entry, and files that nothing references any more
 * @throws Problem `conflict`, `validation_failed`
 */
export async function changePublished(
  tx: EntityManager,
  row: EntryRow,
  { fields, added, writer: { by }, now }: EntryWrite,
): Promise<{ entry: Entry; unused: StoredFile[]; step?: undefined }> {
  const { collection, id } = row
  assertVersion(row.version, fields.__v)
  await moveDraft(tx, row, fields.collection)
  const context = { by, now }
  const before = await stateOf(tx, row)
  const after = await changedState(tx, { collection, before, fields, added, now, isDraft: false })
  const action = added.length > 0 ? 'fileReplaced' : 'changed'
  const event = { action, subject: collection, title: after.title, recordId: id } as const
  await recordActivity(tx, context, event)
  return writeState(tx, row, { before, after, context })
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
