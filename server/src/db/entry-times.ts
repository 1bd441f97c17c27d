import type { EntryState } from '@bidyaloy/shared/collections/entry'
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

const STATES: Record<Exclude<EntryState, 'all'>, string> = {
  visible:
    '(entry.publishAt IS NULL OR entry.publishAt <= :now) AND (entry.expiresAt IS NULL OR entry.expiresAt > :now)',
  scheduled: 'entry.publishAt > :now',
  expired: 'entry.expiresAt <= :now',
}

/** Of the entries outside the bin those that are in `state` at `now`, as `entry`. */
export function entriesIn(
  read: EntityManager,
  state: EntryState,
  now: Date,
): SelectQueryBuilder<EntryRow> {
  const list = read
    .createQueryBuilder(EntryRow, 'entry')
    .where('entry.deletedAt IS NULL')
    .setParameter('now', now.toISOString())
  return state === 'all' ? list : list.andWhere(STATES[state])
}

/** Only those that stand above the others, of a list that `entriesIn` began. */
export function onlyPinned(list: SelectQueryBuilder<EntryRow>): SelectQueryBuilder<EntryRow> {
  return list.clone().andWhere('entry.pinnedUntil > :now')
}

/** Only those that do not. */
export function withoutPinned(list: SelectQueryBuilder<EntryRow>): SelectQueryBuilder<EntryRow> {
  return list.clone().andWhere('(entry.pinnedUntil IS NULL OR entry.pinnedUntil <= :now)')
}

/** The next moment after `now` at which some entry appears, goes or falls in line; null: none. */
export async function nextTurn(read: EntityManager, now: Date): Promise<Date | null> {
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
