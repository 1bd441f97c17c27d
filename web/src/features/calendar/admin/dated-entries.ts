import type { Entry } from '@bidyaloy/shared/collections/entry'
import { datedCollections } from '@bidyaloy/shared/collections/registry'
import { useQueries } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { entriesQuery } from '../../../collections/entry-queries.ts'

/** An entry with dates and its collection. */
export interface DatedEntry {
  collection: (typeof datedCollections)[number]
  entry: Entry
  startsOn: string
  endsOn: string
}

/** Whether an entry's dates include a day. */
export function isOn({ startsOn, endsOn }: DatedEntry, day: string): boolean {
  return startsOn <= day && day <= endsOn
}

/**
 * Loads the entries with dates in a year, by their first day. By year, so that the desktop app has
 * all months without a connection after one was shown.
 */
export function useDatedEntries(year: number) {
  const api = useAdminApi()
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  return useQueries({
    queries: datedCollections.map((collection) =>
      entriesQuery(api, collection, { from, to, state: 'all', sort: 'startsOn' }),
    ),
    combine: (lists) => {
      const dates = lists.flatMap(({ data = [] }, at) =>
        data.flatMap((entry): DatedEntry[] => {
          const { startsOn, endsOn = startsOn } = entry
          const collection = datedCollections[at]
          // In the desktop app, entries of other years can be among those waiting to be sent.
          const isIn = startsOn && endsOn && startsOn <= to && endsOn >= from
          return collection && isIn ? [{ collection, entry, startsOn, endsOn }] : []
        }),
      )
      return {
        data: lists.every(({ data }) => data)
          ? dates.sort((a, b) => (a.startsOn < b.startsOn ? -1 : a.startsOn > b.startsOn ? 1 : 0))
          : undefined,
        isFetching: lists.some(({ isFetching }) => isFetching),
        isError: lists.some(({ isError }) => isError),
        refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
        /** Milliseconds since 1970. */
        updatedAt: Math.max(...lists.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      }
    },
  })
}
