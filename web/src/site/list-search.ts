import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'

/** How a visitor has narrowed a list, as the address says it. */
export interface ListSearch {
  q: string
  year: number | undefined
  /** From 1. */
  page: number
}

export const PAGE_SIZE = 25
/** Of a list; a larger number in an address is read as none. */
export const MAX_PAGE = 100_000
const MAX_QUERY_LENGTH = 200

/** Reads the address; what makes no sense in it is left out. Bengali digits are understood. */
export function parseListSearch(params: URLSearchParams): ListSearch {
  const number = (name: string, max: number): number | undefined => {
    const text = toLatinDigits(params.get(name)?.trim() ?? '')
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
    return value >= 1 && value <= max ? value : undefined
  }
  const year = number('year', 2200)
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH),
    year: year !== undefined && year >= 1800 ? year : undefined,
    page: number('page', MAX_PAGE) ?? 1,
  }
}

/** The address of a list narrowed so; the first page goes without a number. */
export function listHref(path: string, { q, year, page }: Partial<ListSearch>): string {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (year !== undefined) params.set('year', String(year))
  if (page !== undefined && page > 1) params.set('page', String(page))
  // Not `params.size`: browsers of 2022 do not know it.
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

/** The pages that a pager names: the first, the last and those around `page`; 0 is a gap. */
export function pagerNumbers(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(shown)].sort((a, b) => a - b)
  return sorted.flatMap((n, i) => {
    const gap = n - (sorted[i - 1] ?? 0)
    if (gap === 2) return [n - 1, n]
    return gap > 2 ? [0, n] : [n]
  })
}
