import type { EntryState, ListQuery } from '@bidyaloy/shared/collections/entry'

/** As many as fill whole rows of two, three or four pictures. */
export const PAGE_SIZE = 24

/** The filters by state, in their order. */
export const STATES = ['all', 'visible', 'scheduled', 'expired'] as const satisfies EntryState[]

/** The ways in which a list can be sorted, as the server is asked for them. */
export const sortings = {
  newest: {},
  oldest: { sort: 'date', order: 'asc' },
  title: { sort: 'title' },
} as const satisfies Record<string, Pick<ListQuery, 'sort' | 'order'>>
type Sorting = keyof typeof sortings
/** The names of the sortings, in their order. */
export const SORTINGS = Object.keys(sortings) as Sorting[]

/** Where in a list one is; it stands in the address, so that going back finds the same place. */
export interface ListParams {
  /** Words searched for; empty for all. */
  q: string
  /** 1 is the first page. */
  page: number
  state: (typeof STATES)[number]
  sorting: Sorting
}

/** Reads a place from an address that anyone may have typed. */
export function readListParams(search: URLSearchParams): ListParams {
  const page = Number(search.get('page') ?? 1)
  return {
    q: (search.get('q') ?? '').trim().slice(0, 200),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
    state: STATES.find((state) => state === search.get('state')) ?? 'all',
    sorting: SORTINGS.find((sorting) => sorting === search.get('sort')) ?? 'newest',
  }
}

/** The place as `readListParams` reads it; what is usual is left out. */
export function writeListParams({
  q = '',
  page = 1,
  state = 'all',
  sorting = 'newest',
}: Partial<ListParams>): URLSearchParams {
  return new URLSearchParams({
    ...(q && { q }),
    ...(state !== 'all' && { state }),
    ...(sorting !== 'newest' && { sort: sorting }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** How many pages `total` entries fill; an empty list has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}
