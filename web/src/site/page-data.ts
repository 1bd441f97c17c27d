import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Today } from '../ui/page-context.ts'

/**
 * Key in the dataset of the root element. Set if the document may not be the page of its address: it
 * is then rendered in the browser instead of hydrated.
 */
export const FORCE_CLIENT_RENDER = 'clientRender'

/**
 * Event of the document after an attempt to hydrate it, whose detail is whether that succeeded. The
 * start script then stops to hold taps.
 */
export const HYDRATION_SETTLED = 'hydrationsettled'

/** Attribute of links whose click does something else with the script. */
export const SCRIPTED_LINK = 'data-scripted'

/** Attribute of what the back/forward cache must not show again: on a shared computer, somebody else goes back. */
export const PRIVATE_PART = 'data-private'

/** Data that the server sends with a rendered page, so the browser need not load them again. */
export interface PageData {
  today: Today
  /** The site's own address without a trailing slash, if it is set. */
  publicUrl?: string
  /** Nothing exists at the page's address: the same document is served for all such addresses. */
  missing?: true
  queries: readonly (readonly [key: QueryKey, data: unknown])[]
}

/** Id of the inert script element that holds the page data. */
export const PAGE_DATA_ID = 'page-data'

/** Returns the data of all successful queries in the cache, without what the markup has. */
export function collectQueries(client: QueryClient): PageData['queries'] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, meta }) => state.status === 'success' && !meta?.isInMarkup)
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
}

/**
 * Fills the cache with the data of the page. They are fresh from now on: a cached page may have been
 * rendered long ago and still be current.
 */
export function restoreQueries(client: QueryClient, queries: PageData['queries']): void {
  for (const [key, data] of queries) client.setQueryData(key, data)
}
