import type { StoredFile } from '../../db/entities.ts'
import { assertRight } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import { writeOnce } from '../activity/activity-commands.ts'
import {
  getSettings,
  removeSitePicture,
  saveSettings,
  setSitePicture,
} from './settings-commands.ts'

/** `/api/settings`: the site's settings and pictures. */
export function settingsRoutes(router: ApiRouter, deps: RouteDeps & { storage: Storage }): void {
  const { db, clock, storage } = deps
  route(router, deps, 'getSettings', () => getSettings(db.read))
  route(router, deps, 'updateSettings', async ({ body, ...call }) => {
    const unused: StoredFile[] = []
    const event = { action: 'changed', subject: 'settings' } as const
    const settings = await writeOnce({ ...call, clock }, event, async (tx, context) => {
      // In the transaction: a head may switch it at the same time.
      const { approval = false } = await getSettings(tx)
      if (body.approval !== undefined && body.approval !== approval) {
        assertRight(call.admin, 'approve')
      }
      return saveSettings(tx, body, { ...context, unused })
    })
    for (const file of unused) await storage.remove(file)
    return settings
  })
  route(router, deps, 'setSitePicture', ({ params, files: [file], admin: { username: by } }) =>
    setSitePicture(deps, { ...params, file, by }),
  )
  route(router, deps, 'removeSitePicture', ({ params, admin: { username: by } }) =>
    removeSitePicture(deps, { ...params, by }),
  )
}
