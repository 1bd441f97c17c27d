import {
  emptySiteSettings,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/school/site-settings'
import type { EntityManager } from 'typeorm'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { assertFresh } from '../../http/version-conflict.ts'
import { createSingle, findSingle, updateSingle } from '../single-records/single-records.ts'

export const settingsRecord = {
  name: 'settings',
  schema: SiteSettingsChange.omit({ __v: true }),
}

/** The settings, empty ones before anything was saved. */
export async function getSettings(reader: EntityManager): Promise<SiteSettings> {
  const found = await findSingle(reader, settingsRecord)
  if (!found) return emptySiteSettings
  const { _id, ...settings } = found
  // Counted from 1: 0 is the version of settings that were never saved.
  return { ...settings, pictures: emptySiteSettings.pictures, __v: found.__v + 1 }
}

export function settingsRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getSettings', () => getSettings(db.read))
  route(router, deps, 'updateSettings', ({ body: { __v, ...settings } }) =>
    db.write(async (tx) => {
      const present = await getSettings(tx)
      assertFresh(present.__v, __v)
      const now = clock()
      if (present.updatedAt === null) await createSingle(tx, settingsRecord, settings, now)
      else await updateSingle(tx, settingsRecord, settings, { version: undefined, now })
      return getSettings(tx)
    }),
  )
}
