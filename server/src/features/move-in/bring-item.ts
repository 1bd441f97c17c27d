import { Problem } from '@bidyaloy/shared/api/problem'
import type { MoveInState } from '@bidyaloy/shared/features/move-in/reasons'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { rememberedName } from '../../storage/file-names.ts'
import type { Storage } from '../../storage/storage.ts'
import { PUBLISHER } from '../collections/approval.ts'
import { createEntry } from '../collections/entry-commands.ts'
import { linksIn } from './link-entries.ts'
import { addOldAddresses } from './old-addresses.ts'
import {
  type Bringing,
  enteredAt,
  type PrepareDeps,
  type PreparedItem,
  PutOff,
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
  let prepared: PreparedItem | undefined
  try {
    await withPrepared(deps, bringing, (made) => {
      prepared = made
      return create(deps, bringing, made)
    })
  } catch (error) {
    const damaged = prepared && damagedOf(error, prepared, bringing.given)
    if (damaged) {
      const known = new Set([...(bringing.damaged ?? []), damaged])
      return bringItem(deps, { ...bringing, damaged: known })
    }
    if (error instanceof Decided) return db.read.findOneByOrFail(MoveInItemRow, { moveIn, n })
    const { reason, detail } = refusalOf(error)
    const after = {
      outcome: error instanceof PutOff ? outcome : ('refused' as const),
      reason,
      detail: detail?.slice(0, 300) ?? null,
    }
    await db.writePrivate((tx) => tx.update(MoveInItemRow, { moveIn, n, outcome }, after))
  }
  return db.read.findOneByOrFail(MoveInItemRow, { moveIn, n })
}

/** Returns the key of the picture that, as decoding it has shown, is damaged; null for other failures and given files. */
function damagedOf(
  error: unknown,
  { kept, files }: PreparedItem,
  given: StagedFile | undefined,
): string | null {
  const text = error instanceof Problem ? error.details.fields?.file?.en : undefined
  if (text === undefined) return null
  const isNamed = ({ name }: { name: string }) => text.startsWith(`${rememberedName(name)}: `)
  const at = files.length === 1 ? 0 : files.findIndex(isNamed)
  return files[at] === given ? null : (kept[at]?.key ?? null)
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

/** States in which an item may come: also the one in work when its move is paused. */
const OPEN: readonly MoveInState[] = ['bringing', 'paused', 'done']

/** Writes an entry at most once for an item, with the outcome of the item. */
function writeWith(
  db: Database,
  { moveIn, n, outcome }: MoveInItemRow,
  { item, leftOut, kept, isDraft, collection, fields }: PreparedItem,
): IdempotentWrite {
  return (work, { isPrivate = false } = {}) =>
    (isPrivate ? db.writePrivate : db.write)(async (tx) => {
      const present = await tx.findOneBy(MoveInItemRow, { moveIn, n })
      const move = await tx.findOneBy(MoveInRow, { id: moveIn })
      const isOpen = move !== null && OPEN.includes(move.state)
      if (present?.outcome !== outcome || !isOpen) throw new Decided()
      const result = await work(tx)
      const { _id: entryId } = Created.parse(result)
      const rest = [...leftOut, ...linksIn(fields.body ?? '', item)]
      await tx.update(
        MoveInItemRow,
        { moveIn, n },
        {
          outcome: isDraft ? 'draft' : 'published',
          reason: null,
          entryId,
          collection,
          leftOut: rest.length > 0 ? rest : null,
          item: { ...item, body: '' },
          detail: null,
        },
      )
      await addOldAddresses(tx, { moveIn, entryId, item, kept })
      return { result, replayed: false }
    })
}
