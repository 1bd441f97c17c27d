import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import {
  getSettings,
  removeSitePicture,
  saveSettings,
  setSitePicture,
} from './settings-commands.ts'

/** The site's settings and its pictures, `/api/settings`. */
export function settingsRoutes(router: ApiRouter, deps: RouteDeps & { storage: Storage }): void {
  const { db, clock } = deps
  route(router, deps, 'getSettings', () => getSettings(db.read))
  route(router, deps, 'updateSettings', async ({ body, runOnce, admin: { username: by } }) => {
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      const settings = await saveSettings(tx, body, now)
      await recordActivity(tx, { by, now }, { action: 'changed', subject: 'settings' })
      return settings
    })
    return answer
  })
  route(router, deps, 'setSitePicture', ({ params, file, admin: { username: by } }) =>
    setSitePicture(deps, { ...params, file, by }),
  )
  route(router, deps, 'removeSitePicture', ({ params, admin: { username: by } }) =>
    removeSitePicture(deps, { ...params, by }),
  )
}
