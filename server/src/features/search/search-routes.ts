import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { countFound, searchEntries, searchStats } from './search-queries.ts'

/** Routes of the search over the collections with texts and documents. */
export function searchRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'search', async ({ query, ctx }) => {
    const now = clock()
    ctx.set('X-Total-Count', String(await countFound(db.read, query, now)))
    return searchEntries(db.read, query, now)
  })
  route(router, deps, 'searchStats', ({ query }) => searchStats(db.read, query, clock()))
}
