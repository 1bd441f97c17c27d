import { Problem } from '@bidyaloy/shared/api/problem'
import type { MoveInItemRow as Item } from '../../db/entities.ts'
import { MoveInItemRow } from '../../db/entities.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { bringItem } from './bring-item.ts'
import { linkEntries } from './link-entries.ts'
import { type MoveInWorkDeps, openSourceOf } from './move-in-work.ts'
import { findMoveIn } from './present-move-in.ts'
import { type Source, SourceError } from './sources/source.ts'

/** Reading the other files of the item. */
const MAX_MS = 60_000

/**
 * Brings a refused item with a file that a person gives for the one that cannot be had.
 * @returns the item; still refused if this file cannot be taken either
 * @throws Problem `not_found`, `conflict`
 */
export async function replaceFile(
  deps: MoveInWorkDeps,
  { id, n, file, by }: { id: string; n: number; file: StagedFile; by: string },
): Promise<Item> {
  const { db, config } = deps
  const move = await findMoveIn(db.read, id)
  const row = await db.read.findOneBy(MoveInItemRow, { moveIn: id, n })
  if (!row) throw new Problem('not_found')
  const isOpen = move.state === 'done' || move.state === 'paused'
  if (!isOpen || row.outcome !== 'refused') throw new Problem('conflict')
  const source = await openSourceOf(deps, move).catch((error: unknown) => {
    if (error instanceof SourceError) return ONLY_GIVEN
    throw error
  })
  try {
    const signal = AbortSignal.timeout(MAX_MS)
    const given = { ...move, data: { ...move.data, by } }
    const maxBytes = config.maxUploadBytes
    const brought = await bringItem(
      { ...deps, maxBytes, source, signal },
      { move: given, row, given: file },
    )
    await linkEntries({ ...deps, signal }, id)
    return brought
  } finally {
    await source.close()
  }
}

/** Stands for a source that is away: the given file is all there is. */
const ONLY_GIVEN: Source = {
  look: async () => ({ found: [], next: null, progress: null }),
  read: async (item) => ({ ...item, page: null }),
  file: async () => ({ reason: 'source-gone' }),
  close: async () => undefined,
}
