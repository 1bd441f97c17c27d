import type { EntityManager } from 'typeorm'
import { AdminRow } from '../../db/entities.ts'

/** Since when there has been something to lose: the first admin's beginning. */
export async function firstUse(read: EntityManager): Promise<Date | null> {
  const [first] = await read.find(AdminRow, { order: { createdAt: 'ASC' }, take: 1 })
  return first ? new Date(first.createdAt) : null
}
