import type { DataFolder } from '../../data-folder.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Backups } from '../backup/backups.ts'
import { officeOverview } from './office-overview.ts'

export function overviewRoutes(
  router: ApiRouter,
  deps: RouteDeps & { folder: Pick<DataFolder, 'backups'>; backups: () => Backups },
): void {
  const { db, clock, folder, backups } = deps
  route(router, deps, 'officeOverview', async () => ({
    ...(await officeOverview(db.read, folder.backups, clock())),
    backupFailed: backups().nightlyFailed(),
  }))
}
