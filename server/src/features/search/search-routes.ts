import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { createSearch } from './search-queries.ts'

/** Routes of the search over the collections with texts and documents. */
export function searchRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'search', async ({ query, ctx }) => {
    const search = createSearch(db, clock())
    ctx.set('X-Total-Count', String(await search.count(query)))
    return search.results(query)
  })
  route(router, deps, 'searchStats', ({ query }) => createSearch(db, clock()).stats(query))
}
