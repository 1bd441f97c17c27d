import type { ReadApi } from '@bidyaloy/shared/api/api'
import { previewPath } from '@bidyaloy/shared/api/paths'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import {
  collections,
  entryAddress,
  entryFilePath,
  entryPath,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import type { RendererModule } from '@bidyaloy/shared/render'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { Context, Middleware } from 'koa'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { orNull } from '../document-data.ts'
import type { Previews } from '../features/preview/preview-routes.ts'
import type { PreviewedEntry } from '../features/preview/preview-token.ts'
import type { SiteAddress } from '../features/site-address/site-address.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import { isRead, ORIGIN } from '../http/request.ts'
import { framedHeaders, renderedHeaders } from '../http/security-headers.ts'
import { PREVIEW_PARAM } from '../http/static-files.ts'
import { encodingFor } from './cached-response.ts'
import { compressQuickly } from './page-cache.ts'

interface PreviewDeps {
  queue: FairQueue
  previews: Pick<Previews, 'find' | 'textOf'>
  clock: Clock
  readApi: (now: Date) => ReadApi
  renderer: Pick<RendererModule, 'render'>
  /** Security headers of every page. */
  headers: Readonly<Record<string, string>>
  config: Pick<Config, 'publicUrl'>
  siteAddress: Pick<SiteAddress, 'find'>
}

/**
 * Serves `/preview/<token>`: the public page of a draft, or of a change that is not published yet,
 * never from a cache, and so in the queue of pages. Redirects to the published page once there is no
 * draft. Responds with 410 after the hour of the token.
 */
export function previewPages(deps: PreviewDeps): Middleware {
  const { queue, previews, clock, readApi, renderer, siteAddress } = deps
  const { publicUrl } = deps.config
  const headers = {
    ...framedHeaders(deps.headers),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    // The address is the token.
    'referrer-policy': 'no-referrer',
  }
  const respond = async (ctx: Context, page: Response, change = (html: string) => html) => {
    const html = change(await page.text())
    // Other pages of the site are not shown in frames.
    const isFramed = ctx.get('Sec-Fetch-Dest') === 'iframe'
    const shown = isFramed ? html.replace('<head>', '<head><base target="_blank">') : html
    const encoding = encodingFor(ctx.req)
    ctx.set(renderedHeaders(headers, page.headers.get('content-security-policy')))
    ctx.vary('Accept-Encoding')
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
    ctx.status = page.status
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = await compressQuickly(Buffer.from(shown), encoding)
  }
  return async (ctx, next) => {
    if (!ctx.path.startsWith(previewPath('')) || !isRead(ctx.method)) return next()
    const token = ctx.path.slice(previewPath('').length)
    const found = await previews.find(token)
    if (!found) return next()
    const now = clock()
    const api = readApi(now)
    if (found === 'ended') {
      return queue.run(ctx, 'short', async () => {
        const request = new Request(ORIGIN + pagePaths.home)
        await respond(ctx, await renderer.render(request, { api, now, endedPreview: true }))
      })
    }
    const { draft, ...key } = found
    if (!draft) {
      const published = await orNull(api.getEntry({ params: key }))
      if (!published) return next()
      ctx.set(headers)
      return ctx.redirect(encodeURI(pageOf(key, published)))
    }
    return queue.run(ctx, 'short', async () => {
      const origin =
        publicUrl === undefined ? { foundUrl: await siteAddress.find() } : { publicUrl }
      const page = await renderer.render(new Request(ORIGIN + pageOf(key)), {
        api: withDraft(api, { key, draft, textOf: previews.textOf }),
        now,
        preview: true,
        ...origin,
      })
      await respond(ctx, page, (html) => withToken(html, { key, draft, token }))
    })
  }
}

/** Returns the address of the page that shows an entry: its own, or that of its collection. */
function pageOf({ collection, id }: PreviewedEntry, entry?: Entry): string {
  if (!isPaged(collection)) return collections[collection].page
  return entry ? entryAddress(collection, entry) : entryPath(collection, id)
}

/** Returns the API for the time after a draft is published. */
function withDraft(
  api: ReadApi,
  {
    key: { collection, id },
    draft,
    textOf,
  }: { key: PreviewedEntry; draft: Entry } & Pick<Previews, 'textOf'>,
): ReadApi {
  const isDraft = ({ params }: { params: PreviewedEntry }) =>
    params.collection === collection && params.id === id
  return {
    ...api,
    getEntry: (input) => (isDraft(input) ? Promise.resolve(draft) : api.getEntry(input)),
    getEntryText: (input) => (isDraft(input) ? textOf(input.params) : api.getEntryText(input)),
    async listEntries(input) {
      const list = await api.listEntries(input)
      // Those with a page of their own are not looked for in lists.
      if (input.params.collection !== collection || isPaged(collection)) return list
      const entries = [draft, ...list.filter(({ _id }) => _id !== id)]
      if (input.query?.sort !== 'order') return entries
      return entries.sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity))
    },
  }
}

const UPLOAD = /\/(?:gallery-)?uploads\/[^"\s]+/g

/** Adds the token to the addresses of a draft's files. Their lasting addresses do not exist yet. */
function withToken(
  html: string,
  { key, draft, token }: { key: PreviewedEntry; draft: Entry; token: string },
): string {
  const query = `?${PREVIEW_PARAM}=${token}`
  const files = filesOf(draft).map(({ filePath }) => filePath)
  // Also of smaller copies and pages: `uploads/<stem>-p1-720.webp`.
  const stems = files.map((filePath) => filePath.split('.')[0] ?? filePath)
  const isOfDraft = (address: string) => stems.some((stem) => address.startsWith(`/${stem}`))
  const { collection, id } = key
  const lasting = isPaged(collection)
    ? files.map((_, i) => entryFilePath(collection, id, i + 1))
    : []
  return lasting
    .reduce((text, address, i) => text.replaceAll(`"${address}"`, `"/${files[i]}"`), html)
    .replace(UPLOAD, (address) => (isOfDraft(address) ? address + query : address))
}
