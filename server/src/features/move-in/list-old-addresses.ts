import { pagedCollections } from '@bidyaloy/shared/collections/registry'
import type { OldAddress } from '@bidyaloy/shared/features/move-in/move-in'
import type { EntityManager } from 'typeorm'
import { query } from '../../db/engine.ts'
import type { OldAddressRow } from '../../db/entities.ts'
import { IS_VISIBLE } from '../../db/entry-times.ts'
import { oldAddressTarget } from './old-addresses.ts'
import { withoutFilesHost } from './sources/addresses.ts'

/* The old addresses of a move, for the report and for the old host. */

const PAGED = pagedCollections.map((name) => `'${name}'`)

/** Addresses whose entry has a page that visitors see: the old host must not send them to one that is not there. */
const LEADING = `FROM old_address WHERE move_in = ? AND entry_id IN
  (SELECT id FROM entry WHERE collection IN (${PAGED.join()}) AND ${IS_VISIBLE})`

export async function countOldAddresses(
  read: EntityManager,
  moveIn: string,
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  const rows = await query<{ count: number | string }>(
    read,
    `SELECT count(*) AS count ${LEADING}`,
    [...[moveIn, at, at]],
  )
  return Number(rows[0]?.count ?? 0)
}

export async function listOldAddresses(
  read: EntityManager,
  moveIn: string,
  {
    limit = 50,
    offset = 0,
    now,
  }: { limit?: number | undefined; offset?: number | undefined; now: Date },
): Promise<{ total: number; addresses: OldAddress[] }> {
  const total = await countOldAddresses(read, moveIn, now)
  const at = now.toISOString()
  const rows = await query<Pick<OldAddressRow, 'address' | 'entryId' | 'place'>>(
    read,
    `SELECT address, entry_id AS "entryId", place ${LEADING} ORDER BY path LIMIT ? OFFSET ?`,
    [moveIn, at, at, limit, offset],
  )
  const targets = await Promise.all(rows.map((row) => oldAddressTarget(read, row, now)))
  const addresses = rows.flatMap(({ address }, index) => {
    const to = targets[index]
    return to ? [{ from: withoutFilesHost(address), to }] : []
  })
  return { total, addresses }
}

const ADDRESSES_AT_A_TIME = 1000

export async function allAddresses(
  read: EntityManager,
  moveIn: string,
  now: Date,
): Promise<OldAddress[]> {
  const all: OldAddress[] = []
  for (let offset = 0; ; offset += ADDRESSES_AT_A_TIME) {
    const page = await listOldAddresses(read, moveIn, { limit: ADDRESSES_AT_A_TIME, offset, now })
    all.push(...page.addresses)
    if (offset + ADDRESSES_AT_A_TIME >= page.total) return all
  }
}
