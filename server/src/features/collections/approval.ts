import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import type { DraftStatus, Entry, EntryOrDraftChange } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { Action } from '@bidyaloy/shared/school/actions'
import type * as z from 'zod'
import type { Draft, EntryRow } from '../../db/entities.ts'
import type { EntryState } from './entry-state.ts'

/* Who may publish, withdraw or discard what, and who has written it. */

/** The account that writes, and its rights. */
export interface Writer {
  /** Username. */
  by: string
  mayPublish: boolean
  /** Whether the account may publish what waits, or send it back. */
  mayApprove: boolean
}

/** The rights of commands that import entries. */
export const PUBLISHER = { mayPublish: true, mayApprove: true }

type Status = DraftStatus | 'published'

/** Returns the status after a write: `waiting` if the writer may not publish. */
export function statusAfter(wanted: Status, { mayPublish }: Pick<Writer, 'mayPublish'>): Status {
  return wanted === 'published' && !mayPublish ? 'waiting' : wanted
}

/** Username of who began a draft. Whoever changes it later does not become its owner. */
const ownerOf = ({ by, startedBy = by }: Omit<Written, 'status'>): string => startedBy

/** A draft and its writers, stored or as admins see it. */
type Written = { status: DraftStatus; by: string; startedBy?: string | undefined }

const isOthers = (draft: Written | null, { by }: Pick<Writer, 'by'>): boolean =>
  draft?.status === 'waiting' && ownerOf(draft) !== by

/** @throws Problem `forbidden` for what another account has waiting, without the right to approve */
export function assertMayDecide(draft: Written | null, writer: Pick<Writer, 'by' | 'mayApprove'>) {
  if (isOthers(draft, writer) && !writer.mayApprove) throw new Problem('forbidden')
}

/**
 * @throws Problem `forbidden` as `assertMayDecide`; `validation_failed` for a decision about what
 *   another account sent that does not name the version that was seen
 */
export function assertDecision(
  row: Pick<EntryRow, 'draft'>,
  draftBefore: Draft | null,
  status: Status,
  { fields, writer }: { fields: z.output<typeof EntryOrDraftChange>; writer: Writer },
): void {
  if (status === 'waiting') return
  assertMayDecide(draftBefore, writer)
  const seen = row.draft ? '__v' : 'draftVersion'
  if (isOthers(draftBefore, writer) && fields[seen] === undefined) {
    throw invalidField(seen, validationText('valid.required'))
  }
}

/** Returns what is stored of a draft after a write. */
export function draftAfter(
  status: DraftStatus,
  draftBefore: Draft | null,
  { note, writer, now }: { note: string | undefined; writer: Writer; now: Date },
): Draft {
  const { note: formerNote, noteBy, preview } = draftBefore ?? {}
  const earlierNote = formerNote !== undefined &&
    noteBy !== undefined && { note: formerNote, noteBy }
  const isBack = status === 'draft' && draftBefore !== null && isOthers(draftBefore, writer)
  // Sending a draft back does not make the approver its writer.
  const by = isBack ? draftBefore.by : writer.by
  const startedBy = draftBefore ? ownerOf(draftBefore) : by
  return {
    status,
    by,
    ...(startedBy !== by && { startedBy }),
    at: now.toISOString(),
    ...(preview && { preview }),
    ...(status === 'draft' && (note ? { note, noteBy: writer.by } : earlierNote)),
  }
}

/** A step of an approval, of which others are told. */
export interface ApprovalStep extends Pick<Entry, 'title'> {
  action: 'sentForApproval' | 'sentBack' | 'approved'
  collection: CollectionName
  id: string
  /** Username of who has taken it. */
  by: string
  /** Username of who wrote last before it. */
  writer: string
  /** Sentence with which it was sent back. */
  note?: string | undefined
}

/** Returns the action that the activity log records; none while a draft is being written. */
export function actionOf(
  row: Pick<EntryRow, 'draft'>,
  {
    draftBefore,
    status,
    after,
    isChanged,
    writer,
    now,
  }: {
    draftBefore: Draft | null
    status: Status
    after: Pick<EntryState, 'publishAt'>
    isChanged: boolean
    writer: Writer
    now: Date
  },
): Action | undefined {
  const wasWaiting = draftBefore?.status === 'waiting'
  if (status === 'waiting' && !wasWaiting) return 'sentForApproval'
  if (status === 'waiting') return isChanged ? 'changed' : undefined
  if (status === 'draft') return isOthers(draftBefore, writer) ? 'sentBack' : undefined
  if (isOthers(draftBefore, writer)) return 'approved'
  if (!row.draft) return 'changed'
  return after.publishAt !== null && after.publishAt > now.toISOString() ? 'scheduled' : 'created'
}
