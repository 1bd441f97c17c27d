import type { Output } from '@bidyaloy/shared/api/api'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import { eraseCopies } from '../take-down/erase-copies.ts'
import { recordWithdrawn } from '../take-down/take-down.ts'
import { blurPhoto } from './blur-photo.ts'
import { countUnblurred, deleteUnblurred } from './unblurred-photos.ts'

function blurRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, clock } = deps
  route(router, deps, 'blurPhoto', ({ params, body, runOnce, admin }) => {
    const { username: by, may } = admin
    const writer = { by, mayPublish: may('publish'), mayApprove: may('approve') }
    return blurPhoto(deps, { ...params, blur: body, writer, runOnce })
  })
  route(router, deps, 'getUnblurred', async ({ params }) => ({
    count: await countUnblurred(db.read, params),
  }))
  route(router, deps, 'deleteUnblurred', async ({ params, runOnce, admin }) => {
    const context = { by: admin.username, now: clock() }
    await runOnce(async (tx) => {
      const files = await deleteUnblurred(tx, params, context)
      const stems = files.map(({ stem }) => stem)
      await recordWithdrawn(tx, stems, context.now)
    })
    await eraseCopies(deps)
    return undefined
  })
}

/** Example path of a photo. */
export const SOME_PHOTO_FILE = 'uploads/4f1c9a0b7e2d5c8a6f3b.jpg'
const entry: Output<'blurPhoto'> = {
  _id: 'k3v9x0c2m1qa',
  title: 'বার্ষিক ক্রীড়া ২০২৬',
  __v: 1,
  date: '2026-11-20T18:00:00.000Z',
  createdAt: '2026-11-21T04:30:00.000Z',
  filePath: SOME_PHOTO_FILE,
  fileName: 'race.jpg',
  mimeType: 'image/jpeg',
  size: 183_204,
}

/** Faces that are blurred in photos of entries. */
export const blur: ServerFeature = {
  routes: blurRoutes,
  examples: {
    bodies: {
      blurPhoto: {
        file: SOME_PHOTO_FILE,
        areas: [{ left: 0.4, top: 0.1, width: 0.1, height: 0.2 }],
      },
    },
    responses: { blurPhoto: entry, getUnblurred: { count: 0 } },
  },
}
