import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { listClasses } from './class-queries.ts'

/** `/api/classes` */
export function classRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'listClasses', () => listClasses(db.read, clock()))
}
