import type { Output } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Subject } from '@bidyaloy/shared/school/activity'
import { type EntityManager, In, LessThanOrEqual, MoreThan } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryChangeRow, EntryRow, RecordRow } from '../../db/entities.ts'
import { storedFilesOf } from '../../db/entry-content.ts'
import { findModel } from '../../features.ts'
import { deleteResultsWith } from '../../http/idempotency.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  type ActionContext,
  type ActivityRecord,
  recordActivity,
  recordActivityOn,
} from '../activity/activity-commands.ts'
import { assertKeyFree, readableRecord } from '../records/record-commands.ts'
import { recordPurge } from '../verify/published-files.ts'
import { deleteVersionsOf } from '../versions/version-commands.ts'
import { restorableSince, restoreTrashedEntry } from './trashed-entries.ts'

/** Counts what can be restored. */
export async function countTrash(read: EntityManager, now: Date): Promise<number> {
  const deletedAt = MoreThan(restorableSince(now))
  return (
    (await read.countBy(EntryRow, { deletedAt })) + (await read.countBy(RecordRow, { deletedAt }))
  )
}

/** Restores a record from the trash. @throws Problem `not_found`, `conflict` */
export function restoreTrash(
  { db, clock }: Omit<TrashDeps, 'storage'>,
  { id, by }: { id: string; by: string },
): Promise<Output<'restoreTrash'>> {
  return db.write(async (tx) => {
    const now = clock()
    const { record, subject, title } = await restore(tx, id, { by, now })
    const event = { action: 'restored', subject, title, recordId: id } as const
    await recordActivity(tx, { by, now }, event)
    return record
  })
}

/** Restores all given records from the trash, or none. @throws Problem `not_found`, `conflict` */
export async function restoreFromTrash(
  { db, clock }: Omit<TrashDeps, 'storage'>,
  { ids, by }: { ids: readonly string[]; by: string },
): Promise<void> {
  await db.write(async (tx) => {
    const now = clock()
    const restored = new Map<Subject, ActivityRecord[]>()
    for (const id of new Set(ids)) {
      const { subject, title } = await restore(tx, id, { by, now })
      restored.set(subject, [...(restored.get(subject) ?? []), { recordId: id, title }])
    }
    for (const [subject, records] of restored) {
      await recordActivityOn(tx, { by, now }, { action: 'restored', subject }, records)
    }
  })
}

interface Restored {
  record: Output<'restoreTrash'>
  subject: Subject
  title: string
}

async function restore(tx: EntityManager, id: string, context: ActionContext): Promise<Restored> {
  const { now } = context
  const entry = await restoreTrashedEntry(tx, id, now)
  if (entry) return entry
  const row = await tx.findOneBy(RecordRow, { id, deletedAt: MoreThan(restorableSince(now)) })
  const model = row && findModel(row.type)
  const record = row && model && readableRecord(tx, model, row)
  if (!record) throw new Problem('not_found')
  await assertKeyFree(tx, model, row.key)
  await tx.update(RecordRow, { id }, { deletedAt: null, deletedBy: null })
  await model.follow?.(tx, { id, after: record }, context)
  return { record, subject: row.type, title: model.titleOf(record) }
}

interface TrashDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/**
 * Deletes records whose time in the trash is over: rows first, then their files. The next file sweep
 * sets aside a file that a crash leaves behind.
 */
export async function emptyOldTrash({ db, storage, clock }: TrashDeps): Promise<void> {
  const now = clock()
  const deletedAt = LessThanOrEqual(restorableSince(now))
  // Visitors cannot see the trash, so cached pages stay valid.
  const files = await db.writePrivate(async (tx) => {
    const entries = await tx.findBy(EntryRow, { deletedAt })
    const entrySeq = In(entries.map(({ seq }) => seq))
    const changes = await tx.findBy(EntryChangeRow, { entrySeq })
    await recordPurge(tx, entries, now.toISOString())
    const records = await tx.findBy(RecordRow, { deletedAt })
    for (const { id } of [...entries, ...records]) await deleteResultsWith(tx, id)
    await tx.delete(EntryRow, { deletedAt })
    const former = await deleteVersionsOf(tx, entries)
    await tx.delete(RecordRow, { deletedAt })
    const ofChanges = changes.flatMap((one) => one.files ?? [])
    return [...entries.flatMap(storedFilesOf), ...former, ...ofChanges]
  })
  for (const file of files) await storage.remove(file)
}
