import type { EntryState } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { EntityManager, SelectQueryBuilder } from 'typeorm'
import { EntryRow } from './entities.ts'

/*
 * The one place that says what time does to an entry: before `publishAt` and from `expiresAt` on
 * nobody but the office sees it, until `pinnedUntil` it stands above the others. Nothing is written
 * when such a moment passes: it is decided anew at each look, always for a moment that the asker
 * names.
 */

type Times = Pick<EntryRow, 'deletedAt' | 'publishAt' | 'expiresAt'>

/** Whether visitors see an entry at `now`. */
export function isVisible({ deletedAt, publishAt, expiresAt }: Times, now: Date): boolean {
  const at = now.toISOString()
  return (
    deletedAt === null &&
    (publishAt === null || publishAt <= at) &&
    (expiresAt === null || expiresAt > at)
  )
}

/** Whether an entry stands above the others at `now`. */
export function isPinned({ pinnedUntil }: Pick<EntryRow, 'pinnedUntil'>, now: Date): boolean {
  return pinnedUntil !== null && pinnedUntil > now.toISOString()
}

/** Which entries a list is made of. */
interface Among {
  /** Whether visitors see them. */
  state: EntryState
  collection?: CollectionName | undefined
  /** Only those that stand above the others, or only those that do not; both unless told. */
  pinned?: boolean | undefined
}

/** Of the entries outside the bin those that are at `now` as asked, as `entry`. */
export function entriesAmong(
  read: EntityManager,
  { state, collection, pinned }: Among,
  now: Date,
): SelectQueryBuilder<EntryRow> {
  const list = read
    .createQueryBuilder(EntryRow, 'entry')
    .where('entry.deletedAt IS NULL')
    .setParameters({ now: now.toISOString(), collection })
  if (state !== 'all') list.andWhere(STATES[state])
  if (pinned !== undefined) list.andWhere(pinned ? PINNED : NOT_PINNED)
  // The plus keeps the database, which knows no numbers, from going through a whole collection in
  // its order where the few that are wanted stand in an index of their own.
  const areFew = pinned || state === 'scheduled'
  if (collection) list.andWhere(`${areFew ? '+ ' : ''}entry.collection = :collection`)
  return list
}

const STATES: Record<Exclude<EntryState, 'all'>, string> = {
  visible:
    '(entry.publishAt IS NULL OR entry.publishAt <= :now) AND (entry.expiresAt IS NULL OR entry.expiresAt > :now)',
  scheduled: few('entry_scheduled', 'publish_at > :now'),
  expired: 'entry.expiresAt <= :now',
}
const PINNED = few('entry_pinned', 'pinned_until > :now')
const NOT_PINNED = '(entry.pinnedUntil IS NULL OR entry.pinnedUntil <= :now)'

/** A condition that few entries meet, looked up in the index of those few. */
function few(index: string, condition: string): string {
  return `entry.seq IN (SELECT seq FROM entry INDEXED BY ${index} WHERE ${condition} AND deleted_at IS NULL)`
}

/** The next moment after `now` at which some entry appears, goes or falls in line; null: none. */
export async function nextChangeAt(read: EntityManager, now: Date): Promise<Date | null> {
  const moments = ['publish_at', 'expires_at', 'pinned_until'].map(
    (column) =>
      `SELECT min(${column}) AS moment FROM entry WHERE ${column} > $now AND deleted_at IS NULL`,
  )
  const rows: { moment: string | null }[] = await read.query(
    `SELECT min(moment) AS moment FROM (${moments.join(' UNION ALL ').replaceAll('$now', '?')})`,
    moments.map(() => now.toISOString()),
  )
  const moment = rows[0]?.moment
  return moment ? new Date(moment) : null
}

/** How many entries have their date in a calendar year of Dhaka. */
export interface CountOfYear {
  year: number
  count: number
}

/** What visitors do not see at a moment: few, and each kind in an index of its own. */
const HIDDEN = `SELECT seq FROM entry INDEXED BY entry_scheduled
    WHERE publish_at > ? AND deleted_at IS NULL
  UNION SELECT seq FROM entry INDEXED BY entry_expiring
    WHERE expires_at <= ? AND deleted_at IS NULL`

// The plus keeps the database from going through the whole collection for them.
const VISIBLE = `SELECT year, sum(count) AS count FROM (
    SELECT year, count FROM entry_count WHERE collection = ?
    UNION ALL
    SELECT year, -1 FROM entry WHERE seq IN (${HIDDEN}) AND + collection = ?
  ) GROUP BY year HAVING sum(count) > 0 ORDER BY year DESC`

/**
 * How many entries of a collection visitors see at `now`, by year, newest first. Takes as long for
 * a hundred thousand as for ten: the database keeps the counts as entries come and go.
 */
export function countsOfVisible(
  read: EntityManager,
  collection: CollectionName,
  now: Date,
): Promise<CountOfYear[]> {
  const at = now.toISOString()
  return read.query(VISIBLE, [collection, at, at, collection])
}
