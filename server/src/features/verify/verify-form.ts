import { Problem } from '@bidyaloy/shared/api/problem'
import { MAX_ADDRESS, ownPath } from '@bidyaloy/shared/features/verify/address'
import { pages, verifyHref } from '@bidyaloy/shared/features/verify/paths'
import type { Context, Middleware } from 'koa'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { createHashMultipart } from '../../http/multipart-upload.ts'
import { discardBody } from '../../http/problem-handler.ts'
import { consumeAll, createAddressLimiter } from '../../http/rate-limit.ts'
import { assertSameOrigin } from '../../http/request.ts'

export const WINDOW_SECONDS = 600
/** Forms that one address may send in ten minutes: a whole school may share it. */
const LIMIT = { name: 'verify form', points: 60, duration: WINDOW_SECONDS }
/** Maximum number of files received at the same time. Each uses a chunk of memory, and no disk. */
const MAX_RUNNING = 8
const RETRY_SECONDS = 60

const Fields = z.object({ address: z.string().max(MAX_ADDRESS).default('') })

/** Why a form was refused, as the page names it. */
const refusals: Partial<Record<Problem['code'], string>> = {
  too_large: 'large',
  too_many_requests: 'busy',
  unavailable: 'busy',
  malformed_body: 'damaged',
  validation_failed: 'damaged',
  unsupported_media_type: 'damaged',
}

/**
 * `POST /verify`: the form of visitors without script. Hashes the file while it arrives, stores
 * nothing of it, and redirects to the page with the answer.
 */
export function verifyForm({
  db,
  config,
}: {
  db: Database
  config: Pick<Config, 'publicUrl' | 'maxUploadBytes'>
}): Middleware {
  const limiter = createAddressLimiter(db, LIMIT)
  const readHash = createHashMultipart({ maxBytes: config.maxUploadBytes })
  let running = 0

  const answerTo = async (ctx: Context): Promise<string> => {
    await consumeAll(limiter(ctx.ip))
    if (running >= MAX_RUNNING) throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
    running += 1
    try {
      const { fields, sha256 } = await readHash(ctx)
      if (sha256 !== null) return `${pages.verify}?sha256=${sha256}`
      const address = Fields.safeParse(fields).data?.address.trim()
      if (!address) return `${pages.verify}?refused=nothing`
      const own = config.publicUrl ? [new URL(config.publicUrl).host] : []
      return verifyHref(ownPath(address, [ctx.host, ...own]) ?? address)
    } finally {
      running -= 1
    }
  }

  return async (ctx, next) => {
    if (ctx.path !== pages.verify || ctx.method !== 'POST') return next()
    assertSameOrigin(ctx, config)
    const location = await answerTo(ctx).catch((error: unknown) => {
      const refused = error instanceof Problem && refusals[error.code]
      if (!refused) throw error
      return `${pages.verify}?refused=${refused}`
    })
    ctx.status = 303
    ctx.set('Location', location)
    ctx.set('Cache-Control', 'no-store')
    discardBody(ctx, { body: Buffer.from(location), type: 'text/plain; charset=utf-8' })
  }
}
