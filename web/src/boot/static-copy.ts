import { createPathMatcher, readPaths } from '@bidyaloy/shared/api/paths'
import { dhakaYear } from '@bidyaloy/shared/bengali/dates'
import type { Entry, EntryStats, Neighbours } from '@bidyaloy/shared/collections/entry'
import { compareText, listEntries, matchesQuery } from '@bidyaloy/shared/collections/entry-list'
import { type CollectionName, isCollectionName } from '@bidyaloy/shared/collections/registry'
import { FORCE_CLIENT_RENDER } from '../site/page-data.ts'

/*
 * Stands in for the server where the site lies as plain files: the pages' own scripts ask the API as
 * ever, and are answered out of data files beside the pages. Runs before them.
 */
const fromNet = window.fetch.bind(window)
const files = new Map<string, Promise<unknown>>()

/** One of the data files, read once. */
function readData(name: string): Promise<unknown> {
  const known = files.get(name)
  if (known) return known
  const reading = fromNet(`/data/${encodeURIComponent(name)}.json`).then((answer) =>
    answer.ok ? answer.json() : null,
  )
  files.set(name, reading)
  // A line that broke may hold the next time.
  reading.catch(() => files.delete(name))
  return reading
}

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (url.origin !== location.origin || !url.pathname.startsWith('/api/')) {
    return fromNet(input, init)
  }
  const answer = await staticAnswer(url, readData)
  const headers = { 'content-type': 'application/json' }
  return new Response(JSON.stringify(answer), { status: answer === null ? 404 : 200, headers })
}

// A plain host gives the same file whatever is asked after the ?: the first page of a list, unsearched.
if (location.search) document.documentElement.dataset[FORCE_CLIENT_RENDER] = ''

// A folder's address ends with a slash, a page's does not.
if (location.pathname !== '/' && location.pathname.endsWith('/')) {
  const page = location.pathname.replace(/\/+$/, '')
  history.replaceState(history.state, '', page + location.search + location.hash)
}

const matchRead = createPathMatcher(readPaths)

/** Reads a data file of the copy by its name; null where it is missing. */
type ReadData = (name: string) => Promise<unknown>

/**
 * Answers a GET request to the API from the data files beside the pages.
 * @returns the JSON body; null means 404
 */
async function staticAnswer({ pathname, searchParams }: URL, read: ReadData) {
  const match = matchRead('GET', pathname)
  if (!match) return null
  const { collection = '', id } = match.params
  if (!isCollectionName(collection)) return read(pathname.slice('/api/'.length))
  const entries = await readEntries(collection, read)
  switch (match.name) {
    case 'entryStats':
      return statsOf(entries.filter(matchesQuery(searchParams)))
    case 'getNeighbours':
      return neighboursOf(entries, id)
    case 'getEntry':
      return entries.find(({ _id }) => _id === id) ?? null
    default:
      return listEntries(entries, searchParams)
  }
}

async function readEntries(collection: CollectionName, read: ReadData): Promise<Entry[]> {
  // `export-static` wrote the file from the API's own response.
  return ((await read(collection)) ?? []) as Entry[]
}

/** Null for an unknown entry. */
function neighboursOf(entries: readonly Entry[], id: string | undefined): Neighbours | null {
  // The data file has pinned entries first.
  const byDate = [...entries].sort(
    (a, b) => compareText(b.date, a.date) || compareText(b.createdAt, a.createdAt),
  )
  const at = byDate.findIndex(({ _id }) => _id === id)
  return at === -1 ? null : { older: byDate[at + 1] ?? null, newer: byDate[at - 1] ?? null }
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
