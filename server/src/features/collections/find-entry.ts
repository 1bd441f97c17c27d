import { Problem } from '@bidyaloy/shared/api/problem'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, IsNull } from 'typeorm'
import { EntryRow } from '../../db/entities.ts'

/** Returns the row of an entry outside the trash, visible or not. @throws Problem `not_found` */
export async function findUndeleted(
  read: EntityManager,
  collection: CollectionName,
  id: string,
): Promise<EntryRow> {
  const row = await read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  if (!row) throw new Problem('not_found')
  return row
}
