import { dhakaYear } from '../lib/bengali/dates.ts'
import { foldForSearch, searchWords } from '../lib/bengali/search-text.ts'
import type { Entry } from './entry.ts'

/*
 * List queries over an array of entries, for the static copy and the desktop app's pending changes.
 * Free of zod: every page of a static copy loads this file.
 */

/**
 * Filters, sorts and slices entries as `GET /api/<collection>` does for visitors.
 * @param entries in the API's default order: pinned first, then newest date first
 * @param query all parameters but `sort=title` and `order` are applied
 */
export function listEntries(entries: readonly Entry[], query: URLSearchParams): Entry[] {
  const found = entries.filter(matchesQuery(query))
  const sort = query.get('sort') ?? 'date'
  const compare = COMPARED[sort]
  if (compare) found.sort(compare)
  // What is for the class stands before what is for all.
  if (query.has('class') && (sort === 'date' || sort === 'createdAt')) {
    found.sort((a, b) => Number(!a.classes) - Number(!b.classes))
  }
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? found.length)
  return found.slice(offset, offset + limit)
}

/** Predicate for `q`, `year`, `kind`, `class`, `urgent`, `from` and `to`. */
export function matchesQuery(query: URLSearchParams): (entry: Entry) => boolean {
  const matchesTitle = titleMatcher(query.get('q') ?? '')
  const [year, kind, className, from, to] = ['year', 'kind', 'class', 'from', 'to'].map((name) =>
    query.get(name),
  )
  const isAmong = (entry: Entry) =>
    (year === null || dhakaYear(entry.date) === Number(year)) &&
    (kind === null || entry.kind === kind) &&
    (className === null || !entry.classes || entry.classes.some((one) => one === className))
  const isBetween = ({ startsOn, endsOn = startsOn }: Entry) =>
    (from === null || (endsOn !== undefined && endsOn >= (from ?? ''))) &&
    (to === null || (startsOn !== undefined && startsOn <= (to ?? '')))
  const now = new Date().toISOString()
  const isUrgent = ({ urgentUntil = '' }: Entry) => !query.has('urgent') || urgentUntil > now
  return (entry) =>
    matchesTitle(entry.title) && isAmong(entry) && isBetween(entry) && isUrgent(entry)
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

const COMPARED: Readonly<Partial<Record<string, (a: Entry, b: Entry) => number>>> = {
  createdAt: byAppearance,
  startsOn: (a, b) => compareText(a.startsOn ?? '', b.startsOn ?? ''),
  order: (a, b) => (a.order ?? 0) - (b.order ?? 0),
}

const isPinned = ({ pinnedUntil }: Entry) => pinnedUntil !== undefined
const appearedAt = ({ createdAt, publishAt = '' }: Entry) =>
  publishAt > createdAt ? publishAt : createdAt

/** Compares by code units, as ISO 8601 times in UTC sort. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
