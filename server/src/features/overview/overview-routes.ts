import { type DataFolder, isDiskLow } from '../../data-folder.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { Backups } from '../backup/backup-commands.ts'
import type { SiteAddress } from '../site-address/site-address.ts'
import type { IntegrityCheck } from '../status/integrity-check.ts'
import { adminOverview, presentInCollection } from './overview-queries.ts'

interface OverviewRouteDeps extends RouteDeps {
  files: Pick<FileStore, 'list' | 'quota'>
  backups: Pick<Backups, 'nightlyFailed' | 'away'>
  folder: Pick<DataFolder, 'root'>
  /** Version of the server. */
  program: string
  integrity: IntegrityCheck
  siteAddress: Pick<SiteAddress, 'find' | 'problem'>
}

/** Route of the dashboard's first screen. */
export function overviewRoutes(router: ApiRouter, deps: OverviewRouteDeps): void {
  const { db, clock, files, backups, folder, integrity, siteAddress } = deps
  route(router, deps, 'adminOverview', async ({ admin }) => {
    const siteUrl = await siteAddress.find()
    const addressProblem = await siteAddress.problem()
    const away = await backups.away()
    return {
      ...(await adminOverview(db.read, files, admin, clock())),
      withoutFile: (await integrity.entriesWithoutFile()).map((row) =>
        presentInCollection(row, clock()),
      ),
      addressKnown: siteUrl !== undefined,
      ...(siteUrl !== undefined && { siteUrl }),
      ...(addressProblem && { addressProblem }),
      damaged: integrity.isDamaged(),
      backupFailed: await backups.nightlyFailed(),
      ...(files.quota &&
        admin.may('backups') && {
          quota: { used: await files.quota.used(), limit: files.quota.limit },
        }),
      away: away && { newestAt: away.newestAt, failed: away.isFailed },
      version: deps.program,
      diskLow: await isDiskLow(folder.root),
    }
  })
}
