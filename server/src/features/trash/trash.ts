import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry, TrashItem } from '@bidyaloy/shared/collections/entry'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { type EntityManager, MoreThan } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow, StudentCountRow } from '../../db/entities.ts'
import { presentEntry } from '../collections/present-entry.ts'
import { groupTitle } from '../student-counts/group-title.ts'
import { assertGroupFree, presentStudentCount } from '../student-counts/student-counts.ts'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** What was deleted after this moment can still be restored. */
export function restorableSince(now: Date): string {
  return new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
}

/** What is in the bin, latest deletion first. */
export async function listTrash(read: EntityManager, now: Date): Promise<TrashItem[]> {
  const deletedAt = MoreThan(restorableSince(now))
  const entries = await read.findBy(EntryRow, { deletedAt })
  const counts = await read.findBy(StudentCountRow, { deletedAt })
  const items = [
    ...entries.map((row) => trashItem(row, row.collection, row.title)),
    ...counts.map((row) => trashItem(row, 'studentCounts', groupTitle(row))),
  ]
  return items.sort((a, b) => (a.deletedAt < b.deletedAt ? 1 : a.deletedAt > b.deletedAt ? -1 : 0))
}

interface RestoreDeps {
  db: Database
  clock: Clock
}

/** Takes something out of the bin. @throws Problem `not_found`, `conflict` */
export function restoreTrash(
  { db, clock }: RestoreDeps,
  id: string,
): Promise<Entry | StudentCount> {
  return db.write((tx) => restore(tx, id, clock()))
}

/** Takes several things out of the bin, all or none. @throws Problem `not_found`, `conflict` */
export async function restoreFromTrash(
  { db, clock }: RestoreDeps,
  ids: readonly string[],
): Promise<void> {
  await db.write(async (tx) => {
    for (const id of new Set(ids)) await restore(tx, id, clock())
  })
}

async function restore(tx: EntityManager, id: string, now: Date): Promise<Entry | StudentCount> {
  const deleted = { id, deletedAt: MoreThan(restorableSince(now)) }
  const back = { deletedAt: null, deletedBy: null }
  const entry = await tx.findOneBy(EntryRow, deleted)
  if (entry) {
    await tx.update(EntryRow, { id }, back)
    return presentEntry(entry, now)
  }
  const count = await tx.findOneBy(StudentCountRow, deleted)
  if (!count) throw new Problem('not_found')
  // Its place may have been taken meanwhile.
  await assertGroupFree(tx, count)
  await tx.update(StudentCountRow, { id }, back)
  return presentStudentCount(count)
}

function trashItem(
  { id, deletedAt, deletedBy }: Pick<EntryRow, 'id' | 'deletedAt' | 'deletedBy'>,
  collection: string,
  title: string,
): TrashItem {
  const moment = deletedAt ?? ''
  const until = new Date(Date.parse(moment) + KEPT_DAYS * DAY_MS).toISOString()
  return {
    _id: id,
    collection,
    title,
    deletedAt: moment,
    deletedBy: deletedBy ?? '',
    restorableUntil: until,
  }
}
