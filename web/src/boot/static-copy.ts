import { createPathMatcher, readPaths } from '@bidyaloy/shared/api/paths'
import type { Entry, EntryStats, Neighbours } from '@bidyaloy/shared/collections/entry'
import { compareText, listEntries, matchesQuery } from '@bidyaloy/shared/collections/entry-list'
import {
  collectionNames,
  entryAddress,
  entryPath,
  isCollectionName,
  isSearched,
  pagedCollections,
} from '@bidyaloy/shared/collections/registry'
import type { SearchResult, SearchStats } from '@bidyaloy/shared/collections/search'
import type { AttendanceSummary } from '@bidyaloy/shared/features/attendance/attendance'
import type { TeacherRoutine } from '@bidyaloy/shared/features/routine/routine'
import { type KnownFiles, verdictIn } from '@bidyaloy/shared/features/verify/known-files'
import type { Verdict } from '@bidyaloy/shared/features/verify/verify'
import { dhakaYear } from '@bidyaloy/shared/lib/bengali/dates'
import { FORCE_CLIENT_RENDER } from '../site/page-data.ts'

/*
 * The API of a static copy: responds to the API requests of the pages' scripts from data files next to
 * the pages. Runs before those scripts.
 */
const networkFetch = window.fetch.bind(window)
const files = new Map<string, Promise<unknown>>()

/** Loads a data file once; null if it is missing. */
function readData(name: string): Promise<unknown> {
  const known = files.get(name)
  if (known) return known
  const path = name.split('/').map(encodeURIComponent).join('/')
  const reading = networkFetch(`/data/${path}.json`).then((response) =>
    response.ok ? response.json() : null,
  )
  files.set(name, reading)
  // A failed request is repeated the next time.
  reading.catch(() => files.delete(name))
  return reading
}

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (url.origin !== location.origin || !url.pathname.startsWith('/api/')) {
    return networkFetch(input, init)
  }
  const response = await staticResponse(url)
  const headers = { 'content-type': 'application/json' }
  return new Response(JSON.stringify(response), { status: response === null ? 404 : 200, headers })
}

// A plain file host cannot send notifications.
const { dataset } = document.documentElement
dataset.can = dataset.can?.replace(/\b(push|home)\b/, '')

// A plain file host ignores the query string: it serves the first page of a list, without a search.
if (location.search) document.documentElement.dataset[FORCE_CLIENT_RENDER] = ''

// File hosts add a slash to a folder's address; pages have none.
if (location.pathname !== '/' && location.pathname.endsWith('/')) {
  const page = location.pathname.replace(/\/+$/, '')
  history.replaceState(history.state, '', page + location.search + location.hash)
}

const matchRead = createPathMatcher(readPaths)

/**
 * Responds to a GET request to the API from the data files beside the pages.
 * @returns the JSON body; null means 404
 */
async function staticResponse({ pathname, searchParams }: URL) {
  const match = matchRead('GET', pathname)
  if (!match) return null
  const { collection = '', id } = match.params
  if (match.name === 'search') return searchTitles(searchParams)
  if (match.name === 'searchStats') return searchStats(searchParams)
  if (match.name === 'verifyFile') return verify(searchParams)
  if (match.name === 'getTeacherRoutine') return lessonsOf(searchParams.get('name'))
  if (match.name === 'attendanceSummary') return attendanceOf(searchParams.get('month'))
  if (!isCollectionName(collection)) return readData(pathname.slice('/api/'.length))
  // `export-static` wrote the file from the API's own response.
  const entries = ((await readData(collection)) ?? []) as Entry[]
  switch (match.name) {
    case 'entryStats':
      return statsOf(entries, searchParams)
    case 'getNeighbours':
      return neighboursOf(entries, id)
    case 'getEntry':
      return entries.find(({ _id, slug }) => _id === id || slug === id) ?? null
    default:
      return listEntries(entries, searchParams)
  }
}

async function lessonsOf(teacher: string | null): Promise<TeacherRoutine | null> {
  const all = ((await readData('routines/teachers')) ?? []) as TeacherRoutine[]
  return all.find(({ name }) => name === teacher) ?? null
}

/** Finds words in titles, newest first: a copy has no search index. */
async function findTitles(query: URLSearchParams): Promise<SearchResult[]> {
  const found: SearchResult[] = []
  for (const collection of query.get('q') ? collectionNames.filter(isSearched) : []) {
    const entries = ((await readData(collection)) ?? []) as Entry[]
    for (const { _id, title, date, excerpt = '', ...file } of entries.filter(matchesQuery(query))) {
      const { filePath, mimeType, size } = file
      const marks = { title: [], snippet: [] }
      const result = { collection, _id, title, date, snippet: excerpt, marks }
      found.push({ ...result, filePath, mimeType, size })
    }
  }
  return found.sort((a, b) => compareText(b.date, a.date))
}

async function searchTitles(query: URLSearchParams): Promise<SearchResult[]> {
  const found = await findTitles(query)
  const kind = query.get('kind')
  const offset = Number(query.get('offset') ?? 0)
  return found
    .filter(({ collection }) => kind === null || collection === kind)
    .slice(offset, offset + Number(query.get('limit')))
}

async function searchStats(query: URLSearchParams): Promise<SearchStats> {
  const found = await findTitles(query)
  const kinds = collectionNames.filter(isSearched).flatMap((kind) => {
    const { length: count } = found.filter(({ collection }) => collection === kind)
    return count > 0 ? [{ kind, count }] : []
  })
  return { total: found.length, kinds, also: [], pages: [] }
}

/** Tells files by the list of their hashes, and addresses by the entries of the copy. */
async function verify(query: URLSearchParams): Promise<Verdict> {
  const sha256 = query.get('sha256')
  const known = (await readData('verify')) as KnownFiles
  if (sha256 !== null) return verdictIn(known, sha256)
  const path = query.get('address') ?? ''
  const collection = pagedCollections.find((name) => path.startsWith(entryPath(name, '')))
  if (!collection) return { state: 'unknown' }
  const [id] = path.slice(entryPath(collection, '').length).split('/')
  const entries = ((await readData(collection)) ?? []) as Entry[]
  const entry = entries.find(({ _id, slug }) => _id === id || slug === id)
  if (!entry) return { state: 'unknown' }
  const { title, createdAt, publishAt = createdAt } = entry
  const at = publishAt > createdAt ? publishAt : createdAt
  return { state: 'published', at, title, url: entryAddress(collection, entry) }
}

/** Returns the sums of a month: without days for one that has none, such as the present one of an old copy. */
async function attendanceOf(month: string | null): Promise<AttendanceSummary | null> {
  const newest = (await readData('attendance/summary')) as AttendanceSummary | null
  if (!newest || month === null || month === newest.month) return newest
  const known = (await readData(`attendance/${month}`)) as AttendanceSummary | null
  const last = newest.days.length > 0 ? newest.month : newest.previous
  const previous = last !== null && last < month ? last : null
  return known ?? { ...newest, month, days: [], previous, next: null }
}

/** Returns null for an unknown entry. */
function neighboursOf(entries: readonly Entry[], id: string | undefined): Neighbours | null {
  // The data file has pinned entries first.
  const byDate = [...entries].sort(
    (a, b) => compareText(b.date, a.date) || compareText(b.createdAt, a.createdAt),
  )
  const at = byDate.findIndex(({ _id }) => _id === id)
  return at === -1 ? null : { older: byDate[at + 1] ?? null, newer: byDate[at - 1] ?? null }
}

function countBy<T>(values: readonly T[]): [value: T, count: number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

function statsOf(entries: readonly Entry[], query: URLSearchParams): EntryStats {
  const matching = (ignored?: string) => {
    const rest = new URLSearchParams([...query].filter(([name]) => name !== ignored))
    return entries.filter(matchesQuery(rest))
  }
  const years = countBy(matching('year').map(({ date }) => dhakaYear(date)))
  const kinds = countBy(matching('kind').flatMap(({ kind }) => kind ?? []))
  return {
    total: matching().length,
    years: years.map(([year, count]) => ({ year, count })).sort((a, b) => b.year - a.year),
    kinds: kinds.map(([kind, count]) => ({ kind, count })),
    ...(query.has('class') && { ofClass: matching().filter(({ classes }) => classes).length }),
  }
}
