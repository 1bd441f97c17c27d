import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { listTrash, restoreTrash } from './trash.ts'

export function trashRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listTrash', () => listTrash(deps.db.read, deps.clock()))
  route(router, deps, 'restoreTrash', ({ params }) => restoreTrash(deps, params.id))
}
