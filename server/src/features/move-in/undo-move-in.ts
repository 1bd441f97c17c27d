import { In } from 'typeorm'
import type { Database } from '../../db/database.ts'
import {
  EntryChangeRow,
  EntryRow,
  MoveInItemRow,
  type MoveInRow,
  OldAddressRow,
  PhotoRequestRow,
  PublishedFileRow,
  ReaderCountRow,
  type StoredFile,
} from '../../db/entities.ts'
import { storedFilesOf } from '../../db/entry-content.ts'
import type { Storage } from '../../storage/storage.ts'
import { deleteVersionsOf } from '../versions/version-commands.ts'

/** Entries that are removed in one transaction. */
const AT_A_TIME = 50

/**
 * Removes the next entries of a move, as if they had never been: rows first, then their files. A file
 * that a crash leaves behind is set aside by the next sweep.
 * @returns how many there were
 */
export async function undoSome(
  { db, storage }: { db: Database; storage: Storage },
  { id }: MoveInRow,
): Promise<number> {
  const { files, count } = await db.write(async (tx) => {
    const items = await tx.find(MoveInItemRow, {
      select: { moveIn: true, n: true, entryId: true },
      where: { moveIn: id, outcome: In(['published', 'draft']) },
      order: { n: 'ASC' },
      take: AT_A_TIME,
    })
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
