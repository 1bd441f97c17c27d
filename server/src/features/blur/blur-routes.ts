import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Instance } from '../../scopes.ts'
import { eraseCopies } from '../take-down/erase-copies.ts'
import { recordWithdrawn } from '../take-down/take-down.ts'
import { blurPhoto } from './blur-photo.ts'
import { countUnblurred, deleteUnblurred } from './unblurred-photos.ts'

/** `/api/:collection/:id/blur`: photos of an entry in which faces are blurred. */
export function blurRoutes(
  router: ApiRouter,
  deps: RouteDeps & Pick<Instance, 'storage' | 'folder' | 'files' | 'log'>,
): void {
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
