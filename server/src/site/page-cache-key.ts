import { type CollectionRow, collections } from '@bidyaloy/shared/collections/registry'

/** By path in small letters: the query parameters that change a public page; all others are left out of the cache's key. */
const CACHED_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values<CollectionRow>(collections).map(({ page, folder }) => [
    page.toLowerCase(),
    folder === 'uploads' ? ['q', 'year', 'page'] : ['photo'],
  ]),
)

/** The address of a page as the cache knows it: its path and the parameters that matter, sorted. */
export function pageCacheKey(url: URL): string {
  const allowed = CACHED_PARAMETERS.get(url.pathname.toLowerCase()) ?? []
  const query = new URLSearchParams()
  for (const name of allowed) {
    const value = url.searchParams.get(name)?.slice(0, 200)
    if (value) query.set(name, value)
  }
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}
