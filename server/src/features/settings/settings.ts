import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import type { EntityManager } from 'typeorm'
import type { StoredFile } from '../../db/entities.ts'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { assertRight } from '../../http/require-admin.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import { writeOnce } from '../activity/activity-commands.ts'
import {
  getSettings,
  removeSitePicture,
  saveSettings,
  setSitePicture,
  settingsModel,
} from './settings-commands.ts'

/** The reads of public pages. */
export const settingsReads = (read: EntityManager) => ({ getSettings: () => getSettings(read) })

/** `/api/settings`: the site's settings and pictures. */
function settingsRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, clock, storage } = deps
  route(router, deps, 'getSettings', () => getSettings(db.read))
  route(router, deps, 'updateSettings', async ({ body, ...call }) => {
    const unused: StoredFile[] = []
    const event = { action: 'changed', subject: settingsModel.type.name } as const
    const settings = await writeOnce({ ...call, clock }, event, async (tx, context) => {
      // In the transaction: a head may switch it at the same time.
      const present = await getSettings(tx)
      for (const name of ['approval', 'hidesAskedPhotos'] as const) {
        const wanted = body[name]
        if (wanted !== undefined && wanted !== (present[name] ?? false)) {
          assertRight(call.admin, 'approve')
        }
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

const { pictures, updatedAt, ...empty } = emptySiteSettings
const example: SiteSettings = { ...emptySiteSettings, updatedAt: '2026-11-21T04:30:00.000Z' }

/** Identity, head teacher, links and pictures of the site. */
export const settings: ServerFeature = {
  single: settingsModel,
  routes: settingsRoutes,
  setupSteps: {
    async identity(read) {
      const { identity, pictures } = await getSettings(read)
      return identity.established !== '' && (pictures.crest !== null || identity.motto !== '')
    },
    async headTeacher(read) {
      const { headTeacher } = await getSettings(read)
      return headTeacher.name !== '' && headTeacher.message !== ''
    },
  },
  examples: {
    bodies: {
      updateSettings: { ...empty, identity: { ...empty.identity, motto: 'শিক্ষাই আলো' }, __v: 0 },
    },
    responses: {
      getSettings: example,
      updateSettings: example,
      setSitePicture: example,
      removeSitePicture: example,
    },
  },
}
