import type { ReadApi } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import { type EntryState, ListQuery, StatsQuery } from '@bidyaloy/shared/collections/entry'
import { SearchQuery } from '@bidyaloy/shared/collections/search'
import type { Database } from '../db/database.ts'
import { listClasses } from '../features/classes/class-queries.ts'
import {
  entryStats,
  getEntry,
  getNeighbours,
  listEntries,
} from '../features/collections/collection-queries.ts'
import { getEntryText } from '../features/papers/paper-queries.ts'
import type { Installation } from '../features/privacy/privacy.ts'
import { createSearch } from '../features/search/search-queries.ts'
import { featureReads } from '../features.ts'

/**
 * Creates the read API that renders pages in process, with the data that visitors see at `now`.
 * The other implementation of `Api` is `createHttpApi`.
 */
export function createReadApi(db: Database, now: Date, installation: Installation): ReadApi {
  const { read } = db
  const search = createSearch(db, now)
  return {
    listEntries: ({ params, query }) =>
      listEntries(read, params.collection, assertVisitorQuery(ListQuery.parse(query ?? {})), now),
    getEntry: ({ params }) => getEntry(read, params, now),
    getNeighbours: ({ params }) => getNeighbours(read, params, now),
    getEntryText: ({ params }) => getEntryText(read, params, now),
    entryStats: ({ params, query }) =>
      entryStats(read, params.collection, assertVisitorQuery(StatsQuery.parse(query ?? {})), now),
    search: ({ query }) => search.results(SearchQuery.parse(query ?? {})),
    searchStats: ({ query }) => search.stats(query ?? {}),
    listClasses: () => listClasses(read, now),
    ...featureReads(read, now, installation),
  }
}

/** @throws Problem `unauthenticated` if `query` asks for entries that visitors do not see */
function assertVisitorQuery<Q extends { state?: EntryState | undefined }>(query: Q): Q {
  if (query.state !== undefined && query.state !== 'visible') throw new Problem('unauthenticated')
  return query
}
