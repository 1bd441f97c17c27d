import { Problem } from '@bidyaloy/shared/api/problem'
import { hasKinds, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import type {
  ItemsPage,
  MoveIn,
  MoveInItem,
  MoveInSummary,
  PreviewItem,
} from '@bidyaloy/shared/features/move-in/move-in'
import { PREVIEW_ITEMS } from '@bidyaloy/shared/features/move-in/move-in'
import { proposeKind } from '@bidyaloy/shared/features/move-in/proposals'
import type {
  LeftOutKind,
  MovedCollection,
  Outcome,
  RefusalReason,
} from '@bidyaloy/shared/features/move-in/reasons'
import { type EntityManager, IsNull, Not } from 'typeorm'
import type { Clock } from '../../clock.ts'
import { type DataFolder, freeBytes } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'
import { MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { countOldAddresses } from './list-old-addresses.ts'
import { withoutFilesHost } from './sources/addresses.ts'
import { isRefused } from './sources/source.ts'
import { itemOf } from './stored-item.ts'

/* What is shown of moves. */

/** @throws Problem `not_found` */
export async function findMoveIn(read: EntityManager, id: string): Promise<MoveInRow> {
  const row = await read.findOneBy(MoveInRow, { id })
  if (!row || !isReadable(row)) throw new Problem('not_found')
  return row
}

/** Returns all moves, the newest first. */
export async function listMoveIns(read: EntityManager): Promise<MoveInRow[]> {
  const rows = (await read.find(MoveInRow)).filter(isReadable)
  return rows.sort((a, b) => b.data.startedAt.localeCompare(a.data.startedAt))
}

export function summaryOf({ id, state, data }: MoveInRow): MoveInSummary {
  const { source, by, startedAt, finishedAt } = data
  return { _id: id, state, source, by, startedAt, ...(finishedAt && { finishedAt }) }
}

interface PresentDeps {
  db: Database
  clock: Clock
  folder: DataFolder
}

/** Returns all that the screens show of a move besides its items. */
export async function presentMoveIn(
  { db, clock, folder }: PresentDeps,
  row: MoveInRow,
): Promise<MoveIn> {
  const { read } = db
  const { id, state, data } = row
  const counts = await countOutcomes(read, id)
  const { lookedAt, broughtFrom, undoneAt, choice, problem } = data
  const free = await freeBytes(folder.root).catch(() => null)
  const isActive = state === 'bringing' || state === 'paused'
  const next = isActive ? await nextWaiting(read, id) : null
  const files = await countFiles(read, id)
  return {
    ...summaryOf(row),
    progress: progressOf(row, counts),
    ...(problem && { problem }),
    ...(next && { now: itemOf(next).title }),
    ...(lookedAt && { lookedAt }),
    ...(broughtFrom && { broughtFrom }),
    ...(undoneAt && { undoneAt }),
    ...(choice && { choice }),
    groups: await findGroups(read, id),
    categories: await findCategories(read, id),
    ...files,
    freeBytes: free,
    refused: await countReasons(read, id),
    leftOut: await countLeftOut(read, id),
    counts,
    addresses: await countOldAddresses(read, id, clock()),
    edited: state === 'done' || state === 'paused' ? await findEdited(read, id) : [],
  }
}

/**
 * Returns the item that is brought next: the oldest, so that the order of entry is that of the days; last those that
 * were put off.
 */
export async function nextWaiting(
  read: EntityManager,
  moveIn: string,
): Promise<MoveInItemRow | null> {
  for (const reason of [IsNull(), Not(IsNull())]) {
    const [row] = await read.find(MoveInItemRow, {
      where: { moveIn, outcome: 'waiting', reason },
      order: { at: { direction: 'ASC', nulls: 'FIRST' }, n: 'ASC' },
      take: 1,
    })
    if (row) return row
  }
  return null
}

type Counts = MoveIn['counts']

function progressOf({ state, data }: MoveInRow, counts: Counts): number | null {
  if (state === 'looking') return data.progress
  if (state === 'bringing' || state === 'paused') {
    return counts.asked === 0 ? null : 1 - counts.waiting / counts.asked
  }
  return state === 'undoing' ? null : 1
}

/** Outcomes of what a person has asked for. */
const ASKED = ['published', 'draft', 'refused', 'dismissed', 'waiting'] as const

async function countOutcomes(read: EntityManager, moveIn: string): Promise<Counts> {
  const rows = await query<{ outcome: Outcome; count: number | string }>(
    read,
    `SELECT outcome, count(*) AS count FROM move_in_item WHERE move_in = ? GROUP BY outcome`,
    [moveIn],
  )
  const of = (outcome: Outcome) => Number(rows.find((one) => one.outcome === outcome)?.count ?? 0)
  const [published, draft, refused, dismissed, waiting] = ASKED.map(of) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const asked = published + draft + refused + dismissed + waiting
  return { asked, published, draft, refused, dismissed, waiting, skipped: of('skipped') }
}

/** Conditions of items that a look has found and that can be brought. */
const BRINGABLE = "outcome NOT IN ('refused', 'dismissed')"

async function findGroups(read: EntityManager, moveIn: string): Promise<MoveIn['groups']> {
  const rows = await query<{
    collection: MovedCollection
    year: number | null
    count: number | string
    drafts: number | string
  }>(
    read,
    `SELECT collection, year, count(*) AS count,
      sum(CASE WHEN is_draft OR (at IS NULL AND collection <> 'pages') THEN 1 ELSE 0 END) AS drafts
    FROM move_in_item WHERE move_in = ? AND ${BRINGABLE} GROUP BY collection, year
    ORDER BY collection, year DESC`,
    [moveIn],
  )
  return rows.map(({ collection, year, count, drafts }) => ({
    ...{ collection, year: year === null ? null : Number(year) },
    ...{ count: Number(count), drafts: Number(drafts) },
  }))
}

async function findCategories(read: EntityManager, moveIn: string): Promise<MoveIn['categories']> {
  const rows = await query<{
    collection: MovedCollection
    category: string
    count: number | string
  }>(
    read,
    `SELECT collection, category, count(*) AS count FROM move_in_item
    WHERE move_in = ? AND ${BRINGABLE} GROUP BY collection, category
    ORDER BY count(*) DESC, category LIMIT 500`,
    [moveIn],
  )
  const settings = await getSettings(read)
  return rows.map(({ count, collection, category }) => {
    const kinds = hasKinds(collection) ? kindsOf(collection, settings) : []
    return { collection, category, count: Number(count), kind: proposeKind(category, kinds) }
  })
}

async function countReasons(read: EntityManager, moveIn: string): Promise<MoveIn['refused']> {
  const rows = await query<{ reason: RefusalReason; count: number | string }>(
    read,
    `SELECT reason, count(*) AS count FROM move_in_item WHERE move_in = ? AND outcome = 'refused'
    GROUP BY reason ORDER BY count(*) DESC, reason`,
    [moveIn],
  )
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }))
}

async function countLeftOut(read: EntityManager, moveIn: string): Promise<MoveIn['leftOut']> {
  const rows = await query<{ what: LeftOutKind; count: number | string }>(
    read,
    `SELECT one.value ->> 'what' AS what, count(DISTINCT n) AS count
    FROM move_in_item, json_each(move_in_item.left_out) AS one
    WHERE move_in = ? AND left_out IS NOT NULL AND outcome <> 'skipped' GROUP BY 1 ORDER BY 2 DESC, 1`,
    [moveIn],
  )
  return rows.map(({ what, count }) => ({ what, count: Number(count) }))
}

async function countFiles(
  read: EntityManager,
  moveIn: string,
): Promise<{ files: number; bytes: number | null }> {
  const [row] = await query<{
    files: number | string | null
    bytes: number | string | null
    unknown: number | string | null
  }>(
    read,
    `SELECT sum(files) AS files, sum(bytes) AS bytes,
      sum(CASE WHEN bytes IS NULL THEN 1 ELSE 0 END) AS unknown
    FROM move_in_item WHERE move_in = ? AND ${BRINGABLE}`,
    [moveIn],
  )
  const isKnown = Number(row?.unknown ?? 0) === 0
  return { files: Number(row?.files ?? 0), bytes: isKnown ? Number(row?.bytes ?? 0) : null }
}

const MAX_EDITED = 20

/** Returns the entries that were changed after they were brought. */
export async function findEdited(read: EntityManager, moveIn: string): Promise<MoveIn['edited']> {
  const rows = await query<{ id: string; title: string; collection: MovedCollection }>(
    read,
    `SELECT id, title, collection FROM entry WHERE ${IS_EDITED} AND id IN
      (SELECT entry_id FROM move_in_item WHERE move_in = ? AND entry_id IS NOT NULL)
    ORDER BY seq LIMIT ${MAX_EDITED}`,
    [moveIn],
  )
  return rows.map(({ id, title, collection }) => ({ title, path: entryPath(collection, id) }))
}

/** Whether an entry is no longer as it was created. A correction of the text of a file is one too. */
export const IS_EDITED = `(version > 0
  OR EXISTS (SELECT 1 FROM entry_change WHERE entry_change.entry_seq = entry.seq)
  OR EXISTS (SELECT 1 FROM page_text WHERE page_text.entry_seq = entry.seq AND source = 'hand'))`

/** Whether an entry was changed after it was brought. */
export async function isEdited(read: EntityManager, entryId: string): Promise<boolean> {
  const rows = await query(read, `SELECT 1 FROM entry WHERE ${IS_EDITED} AND id = ?`, [entryId])
  return rows.length > 0
}

export function presentItem(row: MoveInItemRow): MoveInItem {
  const { n, key, collection, category, isDraft, outcome, reason, detail, entryId } = row
  const item = itemOf(row)
  return {
    ...{ n, key, collection, category, isDraft, outcome },
    title: item.title,
    day: isRefused(item) ? null : item.day,
    ...(reason && { reason }),
    ...(detail && { detail }),
    ...(entryId && { to: entryPath(collection, entryId) }),
    files: isRefused(item) ? 0 : item.files.length,
    leftOut: (row.leftOut ?? []).map(({ what, name }) => ({ what, name: withoutFilesHost(name) })),
  }
}

interface ItemsFilter {
  outcome?: Outcome | undefined
  reason?: RefusalReason | undefined
  collection?: MovedCollection | undefined
  year?: number | undefined
  leftOut?: LeftOutKind | 'any' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export async function listItems(
  read: EntityManager,
  moveIn: string,
  { outcome, reason, collection, year, leftOut, limit = 50, offset = 0 }: ItemsFilter,
): Promise<ItemsPage> {
  const items = read
    .createQueryBuilder(MoveInItemRow, 'item')
    .where('item.move_in = :moveIn', { moveIn })
  if (outcome) items.andWhere('item.outcome = :outcome', { outcome })
  if (reason) items.andWhere('item.reason = :reason', { reason })
  if (collection) items.andWhere('item.collection = :collection', { collection })
  if (year) items.andWhere('item.year = :year', { year })
  if (leftOut) items.andWhere("item.left_out IS NOT NULL AND item.outcome <> 'skipped'")
  // The kinds are fixed words.
  if (leftOut && leftOut !== 'any') {
    items.andWhere('item.left_out LIKE :what', { what: `%"what":"${leftOut}"%` })
  }
  const total = await items.getCount()
  const rows = await items.orderBy('item.n').limit(limit).offset(offset).getMany()
  return { total, items: rows.filter(isReadable).map(presentItem) }
}

/** Returns the newest items that can be brought: those of the preview. */
export function newestItems(read: EntityManager, moveIn: string): Promise<MoveInItemRow[]> {
  return read
    .createQueryBuilder(MoveInItemRow, 'item')
    .where(`item.move_in = :moveIn AND item.${BRINGABLE}`, { moveIn })
    .orderBy('item.at', 'DESC', 'NULLS LAST')
    .addOrderBy('item.n')
    .limit(PREVIEW_ITEMS)
    .getMany()
}

export async function previewItems(read: EntityManager, moveIn: string): Promise<PreviewItem[]> {
  const rows = (await newestItems(read, moveIn)).filter(isReadable)
  return rows.flatMap((row) => {
    const item = itemOf(row)
    if (isRefused(item)) return []
    const { body, files, page } = item
    const fileNames = files.map(({ name }) => name)
    return [{ ...presentItem(row), body, fileNames, isRead: page === null }]
  })
}
