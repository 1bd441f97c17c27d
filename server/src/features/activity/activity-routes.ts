import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { listActivity } from './activity-queries.ts'

/** `/api/admin/activity`. */
export function activityRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listActivity', async ({ query, ctx }) => {
    const { items, total } = await listActivity(deps.db.read, query)
    ctx.set('X-Total-Count', String(total))
    return items
  })
}
