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
  const { db, clock } = deps
  route(router, deps, 'getSettings', () => getSettings(db.read))
  route(router, deps, 'updateSettings', ({ body, ...call }) =>
    writeOnce({ ...call, clock }, { action: 'changed', subject: 'settings' }, (tx, context) =>
      saveSettings(tx, body, context),
    ),
  )
  route(router, deps, 'setSitePicture', ({ params, files: [file], admin: { username: by } }) =>
    setSitePicture(deps, { ...params, file, by }),
  )
  route(router, deps, 'removeSitePicture', ({ params, admin: { username: by } }) =>
    removeSitePicture(deps, { ...params, by }),
  )
}
