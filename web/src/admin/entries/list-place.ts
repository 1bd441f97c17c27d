export const PAGE_SIZE = 25

/** Where in a list one is; it stands in the address, so that going back finds the same place. */
export interface ListPlace {
  /** Words searched for; empty for all. */
  q: string
  /** 1 is the first page. */
  page: number
}

/** Reads a place from an address that anyone may have typed. */
export function readPlace(search: URLSearchParams): ListPlace {
  const page = Number(search.get('page') ?? 1)
  return {
    q: (search.get('q') ?? '').trim().slice(0, 200),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

export function writePlace({ q, page }: ListPlace): URLSearchParams {
  return new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })
}

/** How many pages `total` entries fill; an empty list has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}
