import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { listTrash, restoreFromTrash, restoreTrash } from './trash.ts'

export function trashRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listTrash', () => listTrash(deps.db.read, deps.clock()))
  route(router, deps, 'restoreTrash', ({ params }) => restoreTrash(deps, params.id))
  route(router, deps, 'restoreFromTrash', async ({ body }) => {
    await restoreFromTrash(deps, body.ids)
    return undefined
  })
}
