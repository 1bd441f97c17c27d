import { dhakaYear } from '../bengali/dates.ts'
import { foldForSearch, searchWords } from '../bengali/search-text.ts'
import type { Entry } from './entry.ts'

/*
 * List queries over an array of entries, for the static copy and the desktop app's pending changes.
 * Free of zod: every page of a static copy loads this file.
 */

/**
 * Filters, sorts and slices entries as `GET /api/<collection>` does for visitors.
 * @param entries in the API's default order: pinned first, then newest date first
 * @param query `q`, `year`, `sort=createdAt`, `offset` and `limit` are applied
 */
export function listEntries(entries: readonly Entry[], query: URLSearchParams): Entry[] {
  const found = entries.filter(matchesQuery(query))
  if (query.get('sort') === 'createdAt') found.sort(byAppearance)
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? found.length)
  return found.slice(offset, offset + limit)
}

/** Predicate for `q` and `year`; the year is that of the date in Dhaka. */
export function matchesQuery(query: URLSearchParams): (entry: Entry) => boolean {
  const matchesTitle = titleMatcher(query.get('q') ?? '')
  const year = query.get('year')
  return ({ title, date }) =>
    matchesTitle(title) && (year === null || dhakaYear(date) === Number(year))
}

/** Predicate for titles that contain every word of a search; an empty search matches all. */
export function titleMatcher(q: string): (title: string) => boolean {
  const words = searchWords(q)
  return (title) => {
    const folded = foldForSearch(title)
    return words.every((word) => folded.includes(word))
  }
}

function byAppearance(a: Entry, b: Entry): number {
  const pinned = Number(isPinned(b)) - Number(isPinned(a))
  return pinned || compareText(appearedAt(b), appearedAt(a))
}

const isPinned = ({ pinnedUntil }: Entry) => pinnedUntil !== undefined
const appearedAt = ({ createdAt, publishAt = '' }: Entry) =>
  publishAt > createdAt ? publishAt : createdAt

/** Compares by code units, as ISO 8601 times in UTC sort. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
