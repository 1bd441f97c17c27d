import { type EntityManager, In } from 'typeorm'
import type { Database } from '../../db/database.ts'
import {
  EntryChangeRow,
  EntryRow,
  MoveInItemRow,
  OldAddressRow,
  PhotoRequestRow,
  PublishedFileRow,
  ReaderCountRow,
  type StoredFile,
} from '../../db/entities.ts'
import { storedFilesOf } from '../../db/entry-content.ts'
import type { Storage } from '../../storage/storage.ts'
import { deleteVersionsOf } from '../versions/version-commands.ts'
import { IS_EDITED } from './present-move-in.ts'

/** Entries that are removed in one transaction. */
const AT_A_TIME = 50

/** Returns the next items with an entry that nobody has edited, also since the undo was asked for. */
function nextUnedited(tx: EntityManager, id: string): Promise<MoveInItemRow[]> {
  return tx
    .createQueryBuilder(MoveInItemRow, 'item')
    .select(['item.moveIn', 'item.n', 'item.entryId'])
    .where("item.move_in = :id AND item.outcome IN ('published', 'draft')", { id })
    .andWhere(`NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = item.entry_id AND ${IS_EDITED})`)
    .orderBy('item.n')
    .limit(AT_A_TIME)
    .getMany()
}

/**
 * Removes the next entries of a move, as if they had never been: rows first, then their files. A file
 * that a crash leaves behind is set aside by the next sweep. What was edited stays.
 * @returns how many there were
 */
export async function undoSome(
  { db, storage }: { db: Database; storage: Storage },
  id: string,
): Promise<number> {
  const { files, count } = await db.write(async (tx) => {
    const items = await nextUnedited(tx, id)
    const ids = items.flatMap(({ entryId }) => (entryId === null ? [] : [entryId]))
    const entries = await tx.findBy(EntryRow, { id: In(ids) })
    const entrySeq = In(entries.map(({ seq }) => seq))
    const changes = await tx.findBy(EntryChangeRow, { entrySeq })
    const former = await deleteVersionsOf(tx, entries)
    const files: StoredFile[] = [
      ...entries.flatMap(storedFilesOf),
      ...former,
      ...changes.flatMap((one) => one.files ?? []),
    ]
    const stems = In(files.map(({ stem }) => stem))
    await tx.delete(EntryRow, { id: In(ids) })
    await tx.delete(PublishedFileRow, { entryId: In(ids) })
    await tx.delete(ReaderCountRow, { entryId: In(ids) })
    await tx.delete(PhotoRequestRow, { stem: stems })
    await tx.delete(OldAddressRow, { moveIn: id, entryId: In(ids) })
    const numbers = In(items.map(({ n }) => n))
    await tx.update(
      MoveInItemRow,
      { moveIn: id, n: numbers },
      { outcome: 'skipped', entryId: null },
    )
    return { files, count: items.length }
  })
  for (const file of files) await storage.remove(file)
  return count
}
