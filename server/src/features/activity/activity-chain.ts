import { createHash } from 'node:crypto'
import { type EntityManager, MoreThan } from 'typeorm'
import * as z from 'zod'
import { engineOf, query } from '../../db/engine.ts'
import { ActivityRow } from '../../db/entities.ts'

/*
 * Each row of the activity has a hash over itself and the hash of the row before (decision 50). Who
 * removes, changes or inserts a row breaks the chain there, unless all later hashes are computed again;
 * then those of an earlier export differ.
 */

type Link = Pick<ActivityRow, 'seq' | 'hash'>

/** Returns the hash of a row. @param before hash of the row before; null if it has none */
export function hashOf(
  before: string | null,
  { seq, at, by, action, subject, title, count, recordId }: ActivityRow,
): string {
  const values = JSON.stringify([before, seq, at, by, action, subject, title, count, recordId])
  return createHash('sha256').update(values).digest('hex')
}

/**
 * Gives a new row its hash, and the rows before it that an earlier version has written after the first
 * hash. Call in the transaction of the row: the writes of a school are one after another.
 */
export async function continueChain(tx: EntityManager, seq: number): Promise<void> {
  // Read again: hashed is what is stored.
  const rows = await tx
    .createQueryBuilder(ActivityRow, 'activity')
    .where('seq >= coalesce((SELECT max(seq) FROM activity WHERE hash IS NOT NULL), :seq)', { seq })
    .orderBy('seq')
    .getMany()
  let before: string | null = null
  for (const row of rows) {
    const hash: string = row.hash ?? hashOf(before, row)
    if (row.hash === null) await tx.update(ActivityRow, { seq: row.seq }, { hash })
    before = hash
  }
}

/**
 * Whether a row is unchanged, and the row before it the one that it followed. Rows without a hash are of
 * an earlier version.
 * @param before undefined for the oldest row
 */
export function follows(row: ActivityRow, before: Link | undefined): boolean {
  if (row.hash === null) return true
  // Older ones were deleted after 400 days.
  if (!before && row.seq > 1) return true
  const isNext = !before || before.hash === null || row.seq === before.seq + 1
  return isNext && row.hash === hashOf(before?.hash ?? null, row)
}

/** What a check of the whole chain has found. */
export interface ChainState {
  rows: number
  /** The rows with a hash, from the first to the last. */
  hashed: { from: Link; to: Link; since: string } | null
  /** The first row that does not follow the one before it. */
  gap: Pick<ActivityRow, 'seq' | 'at'> | null
  /** Number of the newest rows that are missing. */
  missingAtEnd: number
}

const ROWS_AT_A_TIME = 1000
const Numbers = z.array(z.object({ seq: z.number() }))

/** Reads the activity, oldest first. */
export async function* readActivity(reader: EntityManager): AsyncGenerator<ActivityRow> {
  for (let after = 0; ; ) {
    const rows = await reader.find(ActivityRow, {
      where: { seq: MoreThan(after) },
      order: { seq: 'ASC' },
      take: ROWS_AT_A_TIME,
    })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_A_TIME) return
    after = last.seq
  }
}

/** Checks every row. @param each called with each row, oldest first */
export async function checkChain(
  reader: EntityManager,
  each: (row: ActivityRow) => void = () => undefined,
): Promise<ChainState> {
  // First the number: rows may be added meanwhile.
  const [given] = Numbers.parse(
    await query(reader, `SELECT seq FROM ${engineOf(reader).sequences} WHERE name = ?`, [
      'activity',
    ]),
  )
  const state: ChainState = { rows: 0, hashed: null, gap: null, missingAtEnd: 0 }
  let before: ActivityRow | undefined
  for await (const row of readActivity(reader)) {
    each(row)
    state.rows += 1
    if (!state.gap && !follows(row, before)) state.gap = row
    if (row.hash !== null) {
      state.hashed = { from: row, since: row.at, ...state.hashed, to: row }
    }
    before = row
  }
  // Of an empty log all rows may have been older than 400 days.
  if (before?.hash && given) state.missingAtEnd = Math.max(0, given.seq - before.seq)
  return state
}
