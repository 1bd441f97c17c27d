import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, daysBetween } from '@bidyaloy/shared/lib/bengali/days'
import {
  READER_DAYS,
  READER_RETENTION_DAYS,
  type ReaderCounts,
  type ReaderSeries,
} from '@bidyaloy/shared/school/reader-counts'
import { type EntityManager, In, LessThan, MoreThanOrEqual } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ReaderCountRow } from '../../db/entities.ts'

/** Id under which the views of all pages are counted together. */
export const WHOLE_SITE = ''

/** Counts of one day in Dhaka by entry id, and of all pages under `WHOLE_SITE`. */
export interface DayCounts {
  day: string
  counts: ReadonlyMap<string, number>
}

/**
 * Returns the page views of the site and of some entries, up to the last request.
 * @param unwritten counts that are not in the database yet
 */
export async function readerCounts(
  read: EntityManager,
  unwritten: readonly DayCounts[],
  ids: readonly string[],
  now: Date,
): Promise<ReaderCounts> {
  const to = dhakaTime(now).iso
  const from = addDays(to, 1 - READER_DAYS)
  const dayNames = daysBetween(from, to)
  const series = new Map<string, ReaderSeries>()
  const seriesOf = (id: string) => {
    const found = series.get(id) ?? { total: 0, days: dayNames.map(() => 0) }
    series.set(id, found)
    return found
  }
  const addToDay = (id: string, day: string, count: number) => {
    const { days } = seriesOf(id)
    const at = dayNames.indexOf(day)
    if (at >= 0) days[at] = (days[at] ?? 0) + count
  }
  const entryId = In([WHOLE_SITE, ...ids])
  const totals = await read
    .createQueryBuilder(ReaderCountRow, 'readers')
    .select('readers.entryId', 'id')
    .addSelect('SUM(readers.count)', 'total')
    .where({ entryId })
    .groupBy('readers.entryId')
    .getRawMany<{ id: string; total: number }>()
  for (const { id, total } of totals) seriesOf(id).total = total
  const recent = await read.findBy(ReaderCountRow, { entryId, day: MoreThanOrEqual(from) })
  for (const row of recent) addToDay(row.entryId, row.day, row.count)
  for (const { day, counts } of unwritten) {
    for (const id of [WHOLE_SITE, ...ids]) {
      const count = counts.get(id)
      if (!count) continue
      seriesOf(id).total += count
      addToDay(id, day, count)
    }
  }
  return {
    to,
    site: seriesOf(WHOLE_SITE),
    entries: [...new Set(ids)].flatMap((_id) => {
      const found = series.get(_id)
      return found ? [{ _id, ...found }] : []
    }),
  }
}

/** Deletes counts older than 400 days. */
export async function deleteOldReaderCounts({ db, clock }: { db: Database; clock: Clock }) {
  const oldest = addDays(dhakaTime(clock()).iso, -READER_RETENTION_DAYS)
  await db.writePrivate((tx) => tx.delete(ReaderCountRow, { day: LessThan(oldest) }))
}
