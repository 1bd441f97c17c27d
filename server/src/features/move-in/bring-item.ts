import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { MoveInItemRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { Storage } from '../../storage/storage.ts'
import { PUBLISHER } from '../collections/approval.ts'
import { createEntry } from '../collections/entry-commands.ts'
import { addOldAddresses } from './old-addresses.ts'
import {
  type Bringing,
  enteredAt,
  type PrepareDeps,
  type PreparedItem,
  refusalOf,
  withPrepared,
} from './prepare-item.ts'

export interface BringDeps extends PrepareDeps {
  storage: Storage
}

/** Someone else has decided about the item meanwhile. */
class Decided extends Error {}

/**
 * Brings an item: the entry, its old addresses and what became of the item are one transaction.
 * @returns the item afterwards
 * @throws Problem `storage_full`, and errors after which it may be tried again
 */
export async function bringItem(deps: BringDeps, bringing: Bringing): Promise<MoveInItemRow> {
  const { moveIn, n, outcome } = bringing.row
  const { db } = deps
  try {
    await withPrepared(deps, bringing, (prepared) => create(deps, bringing, prepared))
  } catch (error) {
    if (error instanceof Decided) return db.read.findOneByOrFail(MoveInItemRow, { moveIn, n })
    const { reason, detail } = refusalOf(error)
    const refused = { outcome: 'refused' as const, reason, detail: detail?.slice(0, 300) ?? null }
    await db.writePrivate((tx) => tx.update(MoveInItemRow, { moveIn, n, outcome }, refused))
  }
  return db.read.findOneByOrFail(MoveInItemRow, { moveIn, n })
}

async function create(
  deps: BringDeps,
  { move, row, given }: Bringing,
  prepared: PreparedItem,
): Promise<void> {
  const { collection, fields, files, item, isDraft } = prepared
  await createEntry(deps, {
    ...{ collection, fields, files },
    runOnce: writeWith(deps.db, row, prepared),
    writer: { ...PUBLISHER, by: move.data.by },
    ...(!isDraft && { enteredAt: enteredAt(item, deps.clock()) }),
    isRecorded: given !== undefined,
  })
}

const Created = z.looseObject({ _id: z.string() })

/** Writes an entry at most once for an item, with the outcome of the item. */
function writeWith(
  db: Database,
  { moveIn, n, outcome }: MoveInItemRow,
  { item, leftOut, kept, isDraft, collection }: PreparedItem,
): IdempotentWrite {
  return (work, { isPrivate = false } = {}) =>
    (isPrivate ? db.writePrivate : db.write)(async (tx) => {
      const present = await tx.findOneBy(MoveInItemRow, { moveIn, n })
      if (present?.outcome !== outcome) throw new Decided()
      const result = await work(tx)
      const { _id: entryId } = Created.parse(result)
      await tx.update(
        MoveInItemRow,
        { moveIn, n },
        {
          outcome: isDraft ? 'draft' : 'published',
          reason: null,
          entryId,
          collection,
          leftOut: leftOut.length > 0 ? leftOut : null,
          item: { ...item, body: '' },
          detail: null,
        },
      )
      await addOldAddresses(tx, { moveIn, entryId, item, kept })
      return { result, replayed: false }
    })
}
