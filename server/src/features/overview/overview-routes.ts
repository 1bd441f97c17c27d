import type { DataFolder } from '../../data-folder.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { officeOverview } from './office-overview.ts'

export function overviewRoutes(
  router: ApiRouter,
  deps: RouteDeps & { folder: Pick<DataFolder, 'backups'> },
): void {
  const { db, clock, folder } = deps
  route(router, deps, 'officeOverview', () => officeOverview(db.read, folder.backups, clock()))
}
