import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { removeSitePicture, setSitePicture } from './site-picture-commands.ts'
import { getSettings, saveSettings } from './site-settings.ts'

/** The site's settings and its pictures, `/api/settings`. */
export function settingsRoutes(router: ApiRouter, deps: RouteDeps & { storage: Storage }): void {
  const { db, clock } = deps
  route(router, deps, 'getSettings', () => getSettings(db.read))
  route(router, deps, 'updateSettings', async ({ body, once, admin: { username: by } }) => {
    const { answer } = await once(async (tx) => {
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
