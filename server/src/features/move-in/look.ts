import { Problem } from '@bidyaloy/shared/api/problem'
import type { MovedCollection } from '@bidyaloy/shared/features/move-in/reasons'
import { dhakaTime, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { type EntityManager, In } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import { newestItems } from './present-move-in.ts'
import { type Found, isRefused, type Source, type SourceItem } from './sources/source.ts'
import { itemOf } from './stored-item.ts'

interface LookDeps {
  db: Database
  clock: Clock
  source: Source
  signal: AbortSignal
}

/**
 * Looks at the next part of a source, and stores what it finds with the place where it goes on.
 * @returns whether there is more
 */
export async function lookOn(
  { db, source, signal }: LookDeps,
  { id, data }: MoveInRow,
): Promise<boolean> {
  const part = await source.look(data.cursor ?? null, signal)
  const isLast = part.next === null
  await db.writePrivate(async (tx) => {
    const row = await tx.findOneBy(MoveInRow, { id })
    if (row?.state !== 'looking' || row.data.cursor !== data.cursor) throw new Problem('conflict')
    await storeFound(tx, row, part.found)
    const { cursor: _, ...rest } = row.data
    const after = {
      ...rest,
      ...(part.next !== null && { cursor: part.next }),
      progress: part.progress,
    }
    await tx.update(MoveInRow, { id }, { data: after })
  })
  return !isLast
}

/** Reads the pages of the items that the preview shows, then waits for a choice. */
export async function endLook(deps: LookDeps, { id, data: { into } }: MoveInRow): Promise<void> {
  const { db, clock, source, signal } = deps
  for (const row of await newestItems(db.read, id)) {
    const item = itemOf(row)
    if (isRefused(item) || item.page === null) continue
    const read = await source.read(item, signal)
    await db.writePrivate((tx) =>
      tx.update(MoveInItemRow, { moveIn: id, n: row.n }, columnsOf(read, into)),
    )
  }
  await db.writePrivate(async (tx) => {
    const row = await tx.findOneBy(MoveInRow, { id })
    if (row?.state !== 'looking') return
    const isEmpty = !(await tx.existsBy(MoveInItemRow, { moveIn: id }))
    const { cursor: _, ...rest } = row.data
    const data = { ...rest, progress: 1, lookedAt: clock().toISOString() }
    await tx.update(
      MoveInRow,
      { id },
      isEmpty
        ? { state: 'failed', data: { ...data, problem: 'nothing-found' } }
        : { state: 'found', data },
    )
  })
}

/** Rows that are inserted by one statement. */
const AT_A_TIME = 50

async function storeFound(
  tx: EntityManager,
  { id: moveIn, data: { into } }: MoveInRow,
  found: readonly Found[],
): Promise<void> {
  const keys = found.map(({ key }) => key)
  const known = new Set<string>()
  for (let at = 0; at < keys.length; at += 500) {
    const where = { moveIn, key: In(keys.slice(at, at + 500)) }
    for (const { key } of await tx.find(MoveInItemRow, { select: { key: true }, where })) {
      known.add(key)
    }
  }
  const { last } = (await tx
    .createQueryBuilder(MoveInItemRow, 'item')
    .select('max(item.n)', 'last')
    .where('item.move_in = :moveIn', { moveIn })
    .getRawOne<{ last: number | null }>()) ?? { last: null }
  let n = (last ?? -1) + 1
  const rows: MoveInItemRow[] = []
  for (const one of found) {
    // A site may name the same page on several lists.
    if (known.has(one.key)) continue
    known.add(one.key)
    rows.push({ moveIn, n, key: one.key, entryId: null, ...columnsOf(one, into) })
    n += 1
  }
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    await tx.insert(MoveInItemRow, rows.slice(at, at + AT_A_TIME))
  }
}

type Columns = Omit<MoveInItemRow, 'moveIn' | 'n' | 'key' | 'entryId'>

/** Returns the columns of an item. @param into the collection of all items, if it was given */
export function columnsOf(found: Found, into?: MovedCollection): Columns {
  if (isRefused(found)) {
    const { reason } = found
    const none = { category: '', at: null, year: null, isDraft: false, files: 0, bytes: null }
    return {
      ...none,
      outcome: 'refused',
      reason,
      collection: into ?? 'notices',
      leftOut: null,
      item: found,
      detail: found.detail ?? null,
    }
  }
  const { proposed, categories, isDraft, files, leftOut } = found
  const at = timeOf(found)
  const sizes = files.map(({ size }) => size)
  return {
    ...{ outcome: 'found', reason: null, collection: into ?? proposed, isDraft, at },
    category: categories[0] ?? '',
    year: at === null ? null : Number(dhakaTime(at).iso.slice(0, 4)),
    files: files.length,
    bytes: sizes.reduce<number | null>(
      (sum, size) => (sum === null || size === undefined ? null : sum + size),
      found.page === null ? 0 : null,
    ),
    leftOut: leftOut.length > 0 ? [...leftOut] : null,
    item: found,
    detail: null,
  }
}

function timeOf({ day, at }: SourceItem): string | null {
  const time = at ? new Date(at) : day ? startOfDay(day) : null
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
