import type { DraftStatus, EntryState } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { EntityManager, SelectQueryBuilder } from 'typeorm'
import { perEngine, query } from './engine.ts'
import { EntryRow } from './entities.ts'
import { NEVER } from './stored-values.ts'

/*
 * Visibility, pinning and urgency of entries over time. An entry is hidden from visitors before `publishAt`
 * and from `expiresAt` on, pinned until `pinnedUntil` and urgent until `urgentUntil`. Nothing is
 * written when such a time passes: each query decides for the time that its caller passes.
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

/** Whether an entry is pinned at `now`. */
export function isPinned({ pinnedUntil }: Pick<EntryRow, 'pinnedUntil'>, now: Date): boolean {
  return pinnedUntil !== null && pinnedUntil > now.toISOString()
}

/** Whether an entry is urgent at `now`. */
export function isUrgent({ urgentUntil }: Pick<EntryRow, 'urgentUntil'>, now: Date): boolean {
  return urgentUntil !== null && urgentUntil > now.toISOString()
}

interface EntryFilter {
  /** Visibility to visitors. */
  state: EntryState
  collection?: CollectionName | undefined
  /** Only pinned or only unpinned entries; both if undefined. */
  pinned?: boolean | undefined
  /** Only urgent entries. */
  urgent?: boolean | undefined
}

/** Selects the entries outside the trash that match the filter at `now`, with the alias `entry`. */
export function entriesAmong(
  read: EntityManager,
  { state, collection, pinned, urgent }: EntryFilter,
  now: Date,
): SelectQueryBuilder<EntryRow> {
  const list = read
    .createQueryBuilder(EntryRow, 'entry')
    .where('entry.deletedAt IS NULL')
    .setParameters({ now: now.toISOString(), never: NEVER, collection })
  const { states, isPinned, isUrgent, unindexedCollection } = conditions(read)
  list.andWhere(states[state])
  if (pinned !== undefined) list.andWhere(pinned ? isPinned : NOT_PINNED)
  if (urgent) list.andWhere(isUrgent)
  // Instead of a scan of the whole collection in order, where a partial index holds the few matching
  // entries.
  const usesPartialIndex = pinned || urgent || PARTIAL.includes(state)
  if (collection) {
    list.andWhere(`${usesPartialIndex ? unindexedCollection : 'entry.collection'} = :collection`)
  }
  return list
}

/** Condition that an entry outside the trash is visible. @param now placeholder of the time */
const shownAt = (now: '?' | ':now') =>
  `(publish_at IS NULL OR publish_at <= ${now}) AND (expires_at IS NULL OR expires_at > ${now})`

/** Condition that visitors see an entry. Both parameters are the time. */
export const IS_VISIBLE = `deleted_at IS NULL AND ${shownAt('?')}`

const NO_DRAFT = '(entry.publishAt IS NULL OR entry.publishAt < :never)'

/** The conditions whose SQL differs by engine. */
const conditions = perEngine(({ entryBy, unindexed }) => {
  /** Evaluated through a partial index, which holds the few entries that meet the condition. */
  const through = (index: string, condition: string) =>
    `entry.seq IN (SELECT seq FROM ${entryBy(index)} WHERE ${condition} AND deleted_at IS NULL)`
  /** An entry is a draft of this status, or has a change that is. */
  const unpublished = (status: DraftStatus) =>
    `entry.seq IN (SELECT seq FROM ${entryBy('entry_scheduled')}
        WHERE publish_at = :never AND draft ->> 'status' = '${status}' AND deleted_at IS NULL
      UNION SELECT entry_seq FROM entry_change WHERE draft ->> 'status' = '${status}')`
  const states: Record<EntryState, string> = {
    all: NO_DRAFT,
    visible: shownAt(':now'),
    scheduled: through('entry_scheduled', 'publish_at > :now AND publish_at < :never'),
    expired: `entry.expiresAt <= :now AND ${NO_DRAFT}`,
    draft: unpublished('draft'),
    waiting: unpublished('waiting'),
  }
  return {
    states,
    isPinned: through('entry_pinned', 'pinned_until > :now'),
    isUrgent: through('entry_urgent', 'urgent_until > :now'),
    unindexedCollection: unindexed('entry.collection'),
  }
})
/** States whose few entries a partial index holds. */
const PARTIAL: readonly EntryState[] = ['scheduled', 'draft', 'waiting']
const NOT_PINNED = '(entry.pinnedUntil IS NULL OR entry.pinnedUntil <= :now)'

/** Returns the next time after `now` at which an entry is published, expires, is unpinned or not urgent any more. */
export async function nextChangeAt(read: EntityManager, now: Date): Promise<Date | null> {
  const moments = ['publish_at', 'expires_at', 'pinned_until', 'urgent_until'].map(
    (column) =>
      `SELECT min(${column}) AS moment FROM entry
        WHERE ${column} > ? AND ${column} < '${NEVER}' AND deleted_at IS NULL`,
  )
  const rows = await query<{ moment: string | null }>(
    read,
    `SELECT min(moment) AS moment FROM (${moments.join(' UNION ALL ')}) AS moments`,
    moments.map(() => now.toISOString()),
  )
  const moment = rows[0]?.moment
  return moment ? new Date(moment) : null
}

/** Number of entries of a kind with a date in a calendar year of Dhaka. */
export interface EntryCount {
  year: number
  /** Id of the kind; empty without one. */
  kind: string
  count: number
}

/** The maintained counts, less the entries that are hidden: few, each kind in a partial index. */
const visibleCounts = perEngine(
  ({ entryBy, unindexed }) => `SELECT year, kind, sum(count) AS count FROM (
    SELECT year, kind, count FROM entry_count WHERE collection = ?
    UNION ALL
    SELECT year, coalesce(kind, ''), -1 FROM entry WHERE seq IN (
      SELECT seq FROM ${entryBy('entry_scheduled')} WHERE publish_at > ? AND deleted_at IS NULL
      UNION SELECT seq FROM ${entryBy('entry_expiring')} WHERE expires_at <= ? AND deleted_at IS NULL
    ) AND ${unindexed('collection')} = ?
  ) AS counts GROUP BY year, kind HAVING sum(count) > 0 ORDER BY year DESC, kind`,
)

/**
 * Counts the visible entries of a collection at `now` by year, newest first, and kind. Takes constant
 * time: triggers maintain the counts.
 */
export function countsOfVisible(
  read: EntityManager,
  collection: CollectionName,
  now: Date,
): Promise<EntryCount[]> {
  const at = now.toISOString()
  return query(read, visibleCounts(read), [collection, at, at, collection])
}
