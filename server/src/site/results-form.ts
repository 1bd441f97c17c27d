import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import { fill } from '@bidyaloy/shared/copy/translate'
import { resultsCopy } from '@bidyaloy/shared/features/results/copy'
import { pages } from '@bidyaloy/shared/features/results/paths'
import { formatTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { RendererModule, SentForm } from '@bidyaloy/shared/render'
import type { Context, Middleware } from 'koa'
import type { Config } from '../config.ts'
import { createOpenResult, type OpenDeps } from '../features/results/open-result.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import { readForm } from '../http/read-form.ts'
import { assertSameOrigin, isRead, ORIGIN, requestUrl } from '../http/request.ts'
import { renderedHeaders } from '../http/security-headers.ts'

interface FormDeps extends OpenDeps {
  queue: FairQueue
  config: Pick<Config, 'publicUrl'>
  readApi: (now: Date) => ReadApi
  renderer: Pick<RendererModule, 'render'>
  /** Security headers of every page. */
  headers: Readonly<Record<string, string>>
}

/** Answers are as long as a multiple of this: which one it is does not depend on what they say. */
const SIZE_CLASS = { gzip: 32 * 1024, identity: 256 * 1024 }
/** The same for the length of the policy. */
const POLICY_CLASS = 1024
/** Answers come at a multiple of this after the request. */
const TIME_CLASS_MS = 50
/** Fields of the form; what is longer than a line was not typed in it. */
const MAX_TYPED = 80

const compress = promisify(gzip)

/**
 * The page of results, where it is not the same for everyone: the form with class and roll of a slip's QR
 * code, and the answers to slips. Nothing of it is stored, and all answers have the same status and size.
 */
export function resultsForm(deps: FormDeps): Middleware {
  const { queue, clock, config, readApi, renderer, headers } = deps
  const openResult = createOpenResult(deps)

  const show = (ctx: Context, sent: SentForm, status: number, startedAt = performance.now()) =>
    queue.run(ctx, 'short', async () => {
      const now = clock()
      const request = new Request(ORIGIN + pages.results)
      const page = await renderer.render(request, { api: readApi(now), now, sent })
      const policy = page.headers.get('content-security-policy') ?? ''
      ctx.set(renderedHeaders(headers, policy))
      // The policy names the scripts, of which an opened result has one more.
      ctx.set('X-Padding', '0'.repeat(missingTo(policy.length, POLICY_CLASS)))
      // A proxy that compresses would show the size of what is said.
      ctx.set('Cache-Control', 'no-store, no-transform')
      ctx.set('X-Robots-Tag', 'noindex')
      ctx.status = status
      ctx.type = 'text/html; charset=utf-8'
      ctx.body = await paddedBody(ctx, Buffer.from(await page.arrayBuffer()))
      await endOfTimeClass(startedAt)
    })

  const answer = async (ctx: Context, values: Readonly<Record<string, string>>) => {
    const startedAt = performance.now()
    const typed = { in: values.in ?? '', roll: values.roll ?? '', code: values.code ?? '' }
    const wrong = (problem: string) => ({ values, problems: { code: problem } })
    try {
      const result = await openResult(ctx, typed)
      if ('opened' in result) {
        const { opened } = result
        return await show(ctx, { values: {}, problems: {}, opened }, 200, startedAt)
      }
      const n = formatNumber(result.triesLeft)
      const text = fill(resultsCopy['results.wrong'], { n })
      await show(ctx, wrong(text), 200, startedAt)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code, status, details } = error
      if (code !== 'too_many_requests' && code !== 'unavailable') throw error
      const retryAfter = details.retryAfter ?? 60
      ctx.set('Retry-After', String(retryAfter))
      const time = formatTime(new Date(clock().getTime() + retryAfter * 1000))
      const key = code === 'unavailable' ? 'results.busy' : 'results.tooMany'
      await show(ctx, wrong(fill(resultsCopy[key], { time })), status, startedAt)
    }
  }

  return async (ctx, next) => {
    if (ctx.path !== pages.results) return next()
    if (ctx.method === 'POST') {
      assertSameOrigin(ctx, config)
      const values = await readForm(ctx)
      return answer(ctx, cut(values))
    }
    const url = requestUrl(ctx.url)
    if (!isRead(ctx.method) || !url || !isOfSlip(url)) return next()
    return show(ctx, { values: cut(Object.fromEntries(url.searchParams)), problems: {} }, 200)
  }
}

const cut = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['in', 'roll', 'code'].map((name) => [name, (values[name] ?? '').slice(0, MAX_TYPED)]),
  )

/** Whether an address is that of the QR code of a slip. */
export const isOfSlip = ({ pathname, searchParams }: URL): boolean =>
  pathname === pages.results && (searchParams.has('in') || searchParams.has('roll'))

/** Waits until the time since the start is a multiple of `TIME_CLASS_MS`. */
function endOfTimeClass(startedAt: number): Promise<void> {
  const passed = performance.now() - startedAt
  const left = Math.ceil(passed / TIME_CLASS_MS) * TIME_CLASS_MS - passed
  return new Promise((done) => setTimeout(done, left))
}

/** Returns a page, compressed where the browser takes that, with a length that is a multiple of its class. */
async function paddedBody(ctx: Context, page: Buffer): Promise<Buffer> {
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    // White space after the document means nothing.
    return Buffer.concat([page, Buffer.alloc(missingTo(page.length, SIZE_CLASS.identity), ' ')])
  }
  ctx.set('Content-Encoding', 'gzip')
  return withExtraField(await compress(page), SIZE_CLASS.gzip)
}

const missingTo = (length: number, multiple: number) =>
  Math.ceil(length / multiple) * multiple - length

/** Length of the fixed header of gzip, and of the field's own length; its flag (RFC 1952, 2.3). */
const GZIP_HEADER = 10
const LENGTH_BYTES = 2
const FEXTRA = 4
const FLAGS_AT = 3

/** Pads a gzip stream with an extra field in its header, which readers skip. */
function withExtraField(stream: Buffer, multiple: number): Buffer {
  const header = Buffer.from(stream.subarray(0, GZIP_HEADER))
  header[FLAGS_AT] = (header[FLAGS_AT] ?? 0) | FEXTRA
  const field = Buffer.alloc(LENGTH_BYTES + missingTo(stream.length + LENGTH_BYTES, multiple))
  field.writeUInt16LE(field.length - LENGTH_BYTES)
  return Buffer.concat([header, field, stream.subarray(GZIP_HEADER)])
}
