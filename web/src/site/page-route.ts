import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { MenuGroup } from '@bidyaloy/shared/collections/entry-properties'
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/* What a public page declares. */

/** Fetches one query of a page into the client's cache. Rejects if it fails. */
export type Prefetch = (client: QueryClient) => Promise<unknown>

/** Returns the fetch of a query. */
export const prefetchQuery =
  <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Prefetch =>
  (client) =>
    client.fetchQuery(query)

/** The variable parts of a page's address. */
export interface Address {
  search: URLSearchParams
  /** Entry id, or what stands for `*` in the path; empty on pages without either. */
  id: string
  /** The day for which the page is rendered, `YYYY-MM-DD` in Dhaka. */
  today: string
}

/** One public page. Its code and its rules of style are in chunks of their own. */
export interface PageRoute {
  path: string
  /** The file in `pages` that `load` imports: the server inlines the rules that it imports. */
  module: string
  load: () => Promise<ComponentType>
  prefetch?: (api: ReadApi, address: Address) => readonly Prefetch[]
  /** Absent if every address of the route exists. */
  missing?: Missing
  /** Returns the id of the one address that a page has, to which its others lead. */
  idOf?: (id: string) => Promise<string>
}

/**
 * How a route answers 404. One document is rendered and cached for all its missing addresses, because
 * bots request many:
 *
 * 1. The server (`server/src/site/site.ts`) renders the requested address with `shareMissing`.
 * 2. If `is` is true, the renderer responds with an empty 404 that names the address `renderedAt`.
 * 3. The server takes the page of that address from its cache, or renders it without `shareMissing`.
 *    It is sent for the requested address, with status 404 and `missing` in the page data.
 * 4. The browser (`web/src/boot/site.client.tsx`) calls `fill`, since the queries of the actual
 *    address are not in the page data, then hydrates.
 */
export interface Missing {
  /** Whether the loaded data show that nothing exists at the address. */
  is: (client: QueryClient, api: ReadApi, address: Address) => boolean | Promise<boolean>
  /** The address for which the shared document is rendered. */
  renderedAt: (client: QueryClient, api: ReadApi, address: Address) => string | Promise<string>
  /** Adds the data that the shared document lacks for the actual address. */
  fill?: (client: QueryClient, api: ReadApi, address: Address) => void | Promise<void>
}

/** Whether the school needs a link: loaded with every page. */
type IsNeeded = (api: ReadApi, signal: AbortSignal) => Promise<boolean>

/** A page of a feature. */
export interface FeaturePage extends PageRoute {
  /** Its link in the navigation: in a group, or beside the groups. */
  menu?: {
    group?: MenuGroup
    label: string
    /** Whether it comes before the group's other links. */
    isFirst?: true
    /** Absent if every school does. */
    isNeeded?: IsNeeded
  }
  /** Instead of a link of its own: it takes over the standard link to a service where it is needed. */
  takesOver?: { path: string; isNeeded: IsNeeded }
}
