import { dhakaYear } from '@bidyaloy/shared/bengali/dates'
import { foldForSearch, searchWords } from '@bidyaloy/shared/bengali/search-text'
import type { Entry, EntryStats, Neighbours } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, isCollectionName } from '@bidyaloy/shared/collections/registry'

/** Reads one of the copy's data files by its name; null where there is none. */
export type ReadData = (name: string) => Promise<unknown>

/**
 * What the API would answer to a read, worked out of the data files that lie beside the pages; null
 * where there is nothing at that address.
 */
export async function staticAnswer({ pathname, searchParams }: URL, read: ReadData) {
  const [first = '', second, third] = pathname.split('/').slice(2)
  const collection = first === 'stats' ? (second ?? '') : first
  if (!isCollectionName(collection)) return second === undefined ? read(first) : null
  const entries = await entriesOf(collection, read)
  if (first === 'stats') return statsOf(entries.filter(matching(searchParams)))
  if (third !== undefined) return third === 'neighbours' ? neighboursOf(entries, second) : null
  if (second !== undefined) return entries.find(({ _id }) => _id === second) ?? null
  return listOf(entries, searchParams)
}

async function entriesOf(collection: CollectionName, read: ReadData): Promise<Entry[]> {
  // Written by the program that made the copy, as the API answers it.
  return ((await read(collection)) ?? []) as Entry[]
}

function listOf(entries: readonly Entry[], query: URLSearchParams): Entry[] {
  const found = entries.filter(matching(query))
  // The data file has the order of dates.
  if (query.get('sort') === 'createdAt') found.sort(byAppearance)
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? found.length)
  return found.slice(offset, offset + limit)
}

/** Null where there is no such entry. */
function neighboursOf(entries: readonly Entry[], id: string | undefined): Neighbours | null {
  // In the data file the pinned ones come first.
  const byDate = [...entries].sort(
    (a, b) => compare(b.date, a.date) || compare(b.createdAt, a.createdAt),
  )
  const at = byDate.findIndex(({ _id }) => _id === id)
  return at === -1 ? null : { older: byDate[at + 1] ?? null, newer: byDate[at - 1] ?? null }
}

function byAppearance(a: Entry, b: Entry): number {
  const pinned = Number(hasPin(b)) - Number(hasPin(a))
  return pinned || compare(appearedAt(b), appearedAt(a))
}

const hasPin = ({ pinnedUntil }: Entry) => pinnedUntil !== undefined
const appearedAt = ({ createdAt, publishAt = '' }: Entry) =>
  publishAt > createdAt ? publishAt : createdAt
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Every word must occur in a title; the year is that in Dhaka. */
function matching(query: URLSearchParams): (entry: Entry) => boolean {
  const words = searchWords(query.get('q') ?? '')
  const year = query.get('year')
  return ({ title, date }) => {
    const folded = foldForSearch(title)
    return (
      words.every((word) => folded.includes(word)) &&
      (year === null || dhakaYear(date) === Number(year))
    )
  }
}

function statsOf(entries: readonly Entry[]): EntryStats {
  const counts = new Map<number, number>()
  for (const { date } of entries) {
    const year = dhakaYear(date)
    counts.set(year, (counts.get(year) ?? 0) + 1)
  }
  const years = [...counts].map(([year, count]) => ({ year, count }))
  return { total: entries.length, years: years.sort((a, b) => b.year - a.year) }
}
