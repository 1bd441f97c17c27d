import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { listTrash, restoreFromTrash, restoreTrash } from './trash-commands.ts'

/** `/api/trash`. */
export function trashRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listTrash', () => listTrash(deps.db.read, deps.clock()))
  route(router, deps, 'restoreTrash', ({ params, admin }) =>
    restoreTrash(deps, { id: params.id, by: admin.username }),
  )
  route(router, deps, 'restoreFromTrash', async ({ body: { ids }, admin }) => {
    await restoreFromTrash(deps, { ids, by: admin.username })
    return undefined
  })
}
