import type { DataFolder } from '../../data-folder.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Backups } from '../backup/backups.ts'
import type { Soundness } from '../soundness/soundness.ts'
import { officeOverview, presentInCollection } from './office-overview.ts'

/** What the dashboard's first page shows. */
export function overviewRoutes(
  router: ApiRouter,
  deps: RouteDeps & {
    folder: Pick<DataFolder, 'backups'>
    backups: () => Backups
    soundness: Soundness
  },
): void {
  const { db, clock, folder, backups, soundness } = deps
  route(router, deps, 'officeOverview', async ({ admin }) => ({
    ...(await officeOverview(db.read, folder.backups, admin, clock())),
    withoutFile: (await soundness.entriesWithoutFile()).map((row) =>
      presentInCollection(row, clock()),
    ),
    damaged: soundness.isDamaged(),
    backupFailed: backups().nightlyFailed(),
  }))
}
