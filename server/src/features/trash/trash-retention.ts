import { LessThanOrEqual } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow, StudentCountRow } from '../../db/entities.ts'
import type { Storage } from '../../storage/storage.ts'
import { restorableSince } from './trash-commands.ts'

interface EmptyOldTrashDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/**
 * Removes for good what has been in the bin for its time: rows first, then their files. A file that
 * a crash leaves behind in between is put aside by the next sweep.
 */
export async function emptyOldTrash({ db, storage, clock }: EmptyOldTrashDeps): Promise<void> {
  const deletedAt = LessThanOrEqual(restorableSince(clock()))
  // Nobody sees what is in the bin: cached pages stay good.
  const files = await db.writeUnseen(async (tx) => {
    const entries = await tx.findBy(EntryRow, { deletedAt })
    await tx.delete(EntryRow, { deletedAt })
    await tx.delete(StudentCountRow, { deletedAt })
    return entries.flatMap(({ file }) => file ?? [])
  })
  for (const file of files) await storage.remove(file)
}
