import { Problem } from '@bidyaloy/shared/api/problem'
import { SOURCE_PURPOSE, TUS_VERSION, UPLOADS_PATH } from '@bidyaloy/shared/api/uploads'
import type { Context } from 'koa'
import { languageOf } from '../../http/request.ts'
import { assertRight, type SignedInAdmin } from '../../http/require-admin.ts'
import type { ApiRouter, RouteDeps } from '../../http/route.ts'
import type { UnfinishedUploads } from '../../storage/unfinished-uploads.ts'

const VERSION = 'Tus-Resumable'
const LENGTH = 'Upload-Length'
const OFFSET = 'Upload-Offset'
const METADATA = 'Upload-Metadata'
/** Media type of a body that is a part of an upload. */
const BYTES = 'application/offset+octet-stream'

/**
 * Routes of the tus protocol 1.0.0 with its extensions `creation`, `creation-with-upload` and
 * `termination`: they only bring a file to the server. What it is used for is judged by the write that names it.
 */
export function uploadRoutes(
  router: ApiRouter,
  { authenticate, uploads }: Pick<RouteDeps, 'authenticate'> & { uploads: UnfinishedUploads },
): void {
  const route = (
    path: string,
    method: string,
    handler: (ctx: Context, admin: SignedInAdmin, id: string) => Promise<void>,
  ) => {
    router.register(path, [method], async (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.set(VERSION, TUS_VERSION)
      const admin = await authenticate(ctx)
      ctx.state.admin = admin
      if (ctx.get(VERSION) === TUS_VERSION) await handler(ctx, admin, ctx.params.id ?? '')
      else refuseVersion(ctx)
    })
  }
  const append = async (ctx: Context, adminId: string, id: string, from: number) => {
    if (ctx.get('Content-Encoding')) throw new Problem('unsupported_media_type')
    const offset = await uploads.append(id, adminId, from, ctx.req)
    // A body may be sent for hours: the session counts as it is at its end.
    await authenticate(ctx)
    return offset
  }
  const oneUpload = `${UPLOADS_PATH}/:id`

  route(UPLOADS_PATH, 'POST', async (ctx, admin) => {
    const { id: adminId } = admin
    const size = numberIn(ctx, LENGTH)
    const isSource = metadataIn(ctx, 'purpose') === SOURCE_PURPOSE
    if (isSource) assertRight(admin, 'settings')
    const id = await uploads.start({ adminId, name: metadataIn(ctx, 'filename'), size, isSource })
    if (ctx.request.type === BYTES) {
      try {
        ctx.set(OFFSET, String(await append(ctx, adminId, id, 0)))
      } catch (error) {
        // Its client does not know its path.
        await uploads.remove(id, adminId)
        throw error
      }
    }
    ctx.set('Location', `${UPLOADS_PATH}/${id}`)
    ctx.status = 201
  })
  route(oneUpload, 'HEAD', async (ctx, { id: adminId }, id) => {
    const { name, size, offset } = await uploads.find(id, adminId)
    ctx.set(LENGTH, String(size))
    ctx.set(OFFSET, String(offset))
    ctx.set(METADATA, `filename ${Buffer.from(name).toString('base64')}`)
    ctx.status = 200
  })
  route(oneUpload, 'PATCH', async (ctx, { id: adminId }, id) => {
    if (ctx.request.type !== BYTES) throw new Problem('unsupported_media_type')
    ctx.set(OFFSET, String(await append(ctx, adminId, id, numberIn(ctx, OFFSET))))
    ctx.status = 204
  })
  route(oneUpload, 'DELETE', async (ctx, { id: adminId }, id) => {
    await uploads.remove(id, adminId)
    ctx.status = 204
  })
}

/** Responds as the protocol says, which clients of other versions understand. */
function refuseVersion(ctx: Context): void {
  ctx.status = 412
  ctx.set('Tus-Version', TUS_VERSION)
  ctx.body = new Problem('malformed_body').body(languageOf(ctx))
}

function numberIn(ctx: Context, header: string): number {
  const value = ctx.get(header)
  if (!/^\d{1,15}$/.test(value)) throw new Problem('malformed_body')
  return Number(value)
}

const metadataIn = (ctx: Context, key: 'filename' | 'purpose') =>
  metadataValue(ctx.get(METADATA), key)

/** Returns a value of the metadata: pairs of a key and a value in Base64, after commas. */
export function metadataValue(header: string, key: 'filename' | 'purpose'): string {
  const pairs = header.split(',')
  const value = pairs.find((pair) => pair.startsWith(`${key} `))?.slice(key.length + 1)
  return Buffer.from(value ?? '', 'base64').toString('utf8')
}
