import { statedSiteAddress } from '@bidyaloy/shared/school/contact'
import type { EntityManager } from 'typeorm'
import type { DataFolder } from '../../data-folder.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Backups } from '../backup/backup-commands.ts'
import { findSingle } from '../site-records/single-record-commands.ts'
import { contactRecord } from '../site-records/single-record-routes.ts'
import type { IntegrityCheck } from '../status/integrity-check.ts'
import { adminOverview, presentInCollection } from './overview-queries.ts'

/** Whether the contact record holds the site's address. */
async function statesAddress(read: EntityManager): Promise<boolean> {
  const contact = await findSingle(read, contactRecord)
  return statedSiteAddress(contact?.website ?? '') !== undefined
}

/** What the dashboard's first page shows. */
export function overviewRoutes(
  router: ApiRouter,
  deps: RouteDeps & {
    folder: Pick<DataFolder, 'backups'>
    backups: () => Backups
    soundness: IntegrityCheck
    publicUrl: string | undefined
  },
): void {
  const { db, clock, folder, backups, soundness, publicUrl } = deps
  route(router, deps, 'adminOverview', async ({ admin }) => ({
    ...(await adminOverview(db.read, folder.backups, admin, clock())),
    withoutFile: (await soundness.entriesWithoutFile()).map((row) =>
      presentInCollection(row, clock()),
    ),
    addressKnown: publicUrl !== undefined || (await statesAddress(db.read)),
    damaged: soundness.isDamaged(),
    backupFailed: backups().nightlyFailed(),
  }))
}
