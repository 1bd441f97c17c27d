import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Today } from '../ui/page-context.ts'

/**
 * Set among the data of the document's root where the page that came is not the one that its address
 * asks for, so that it is drawn anew instead of being taken over.
 */
export const FORCE_CLIENT_RENDER = 'anew'

/** What a drawn page tells the browser, so that nothing is asked for twice. */
export interface PageData {
  today: Today
  /** The site's own address without a trailing slash, where it was told. */
  publicUrl?: string
  /** There is nothing at its address: the same page stands at all addresses like it. */
  missing?: true
  queries: readonly (readonly [key: QueryKey, data: unknown])[]
}

/** Id of the inert block that carries them. */
export const PAGE_DATA_ID = 'page-data'

/** Everything in the cache that came. */
export function collectQueries(client: QueryClient): PageData['queries'] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
}

/**
 * Fills the cache with what the page brought along. The data count as fresh from now on: a page
 * out of a cache may be drawn long ago and yet be the newest there is.
 */
export function restoreQueries(client: QueryClient, queries: PageData['queries']): void {
  for (const [key, data] of queries) client.setQueryData(key, data)
}
