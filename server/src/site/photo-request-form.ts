import type { ReadApi } from '@bidyaloy/shared/api/api'
import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { photoRequestCopy } from '@bidyaloy/shared/features/photo-requests/copy'
import { PHOTO_REQUEST_PATH } from '@bidyaloy/shared/features/photo-requests/paths'
import { NewPhotoRequest } from '@bidyaloy/shared/features/photo-requests/photo-request'
import type { RendererModule, SentForm } from '@bidyaloy/shared/render'
import type { Context, Middleware } from 'koa'
import { createTakePhotoRequest, type TakeDeps } from '../features/photo-requests/photo-requests.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import { readForm } from '../http/read-form.ts'
import { ORIGIN } from '../http/request.ts'
import { renderedHeaders } from '../http/security-headers.ts'

interface FormDeps extends TakeDeps {
  queue: FairQueue
  readApi: (now: Date) => ReadApi
  renderer: Pick<RendererModule, 'render'>
  /** Security headers of every page. */
  headers: Readonly<Record<string, string>>
}

/**
 * `POST /photo-request`, which works without script: redirects to the page that says what happens next,
 * or shows the form again with its values and what is wrong with them.
 */
export function photoRequestForm(deps: FormDeps): Middleware {
  const { queue, clock, readApi, renderer, headers } = deps
  const takePhotoRequest = createTakePhotoRequest(deps)
  const showAgain = async (ctx: Context, sent: SentForm, status: number) => {
    const photo = encodeURIComponent(sent.values.photo ?? '')
    const request = new Request(`${ORIGIN}${PHOTO_REQUEST_PATH}?photo=${photo}`)
    const now = clock()
    await queue.run(ctx, 'short', async () => {
      const page = await renderer.render(request, { api: readApi(now), now, sent })
      ctx.set(renderedHeaders(headers, page.headers.get('content-security-policy')))
      ctx.set('Cache-Control', 'no-store')
      ctx.status = page.status === 200 ? status : page.status
      ctx.type = 'text/html; charset=utf-8'
      ctx.body = Buffer.from(await page.arrayBuffer())
    })
  }
  return async (ctx, next) => {
    if (ctx.path !== PHOTO_REQUEST_PATH || ctx.method !== 'POST') return next()
    const values = await readForm(ctx)
    const parsed = NewPhotoRequest.safeParse(values)
    if (!parsed.success) {
      const problems = Object.entries(fieldTexts(parsed.error)).map(([name, { bn }]) => [name, bn])
      const wrong = { '': photoRequestCopy['photoRequest.wrong'], ...Object.fromEntries(problems) }
      return showAgain(ctx, { values, problems: wrong }, 400)
    }
    try {
      await takePhotoRequest(ctx, parsed.data)
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'cross_site') throw error
      if (error.code === 'too_many_requests') {
        ctx.set('Retry-After', String(error.details.retryAfter ?? 1))
      }
      const key = error.code === 'too_many_requests' ? 'tooMany' : 'failed'
      const problems = { '': photoRequestCopy[`photoRequest.${key}`] }
      return showAgain(ctx, { values, problems }, error.status)
    }
    ctx.status = 303
    ctx.set(headers)
    ctx.set('Cache-Control', 'no-store')
    ctx.redirect(`${PHOTO_REQUEST_PATH}?sent=1`)
  }
}
