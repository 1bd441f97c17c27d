import type { StoredFile } from '../../db/entities.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Instance } from '../../scopes.ts'
import { deleteCards } from '../share/share-cards.ts'
import { blurPhoto } from './blur-photo.ts'
import { countUnblurred, deleteUnblurred } from './unblurred-photos.ts'

/** `/api/:collection/:id/blur`: photos of an entry in which faces are blurred. */
export function blurRoutes(
  router: ApiRouter,
  deps: RouteDeps & Pick<Instance, 'storage' | 'folder'>,
): void {
  const { db, storage, clock, folder } = deps
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
    let files: StoredFile[] = []
    await runOnce(async (tx) => {
      files = await deleteUnblurred(tx, params, context)
    })
    for (const file of files) await storage.remove(file)
    // One of an album shows its first photo.
    if (files.length > 0) await deleteCards(folder)
    return undefined
  })
}
