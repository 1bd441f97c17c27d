import { formatBanglaDate } from '@bidyaloy/shared/lib/bengali/bangla-date'
import { dhakaTime, formatDate, formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import type { RenderContext, RendererModule } from '@bidyaloy/shared/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server.browser'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom'
import { contactQuery } from '../features/contact/queries.ts'
import { settingsQuery } from '../school/use-school.ts'
import { ReadApiProvider, SiteUrlProvider, type Today, TodayProvider } from '../ui/page-context.ts'
import { SENT_FORM_ID, SentFormProvider, WithdrawnProvider } from '../ui/server-context.ts'
import {
  type ClientAssets,
  describePage,
  jsonForScript,
  styleOf,
  writeDocument,
} from './document.ts'
import { OFFLINE_PAGE } from './offline.ts'
import { emptyHead, HeadProvider } from './page.tsx'
import { collectQueries, PAGE_DATA_ID, type PageData } from './page-data.ts'
import type { Prefetch } from './page-route.ts'
import { EndedPreviewPage } from './pages/ended-preview-page.tsx'
import { FailurePage } from './pages/message-pages.tsx'
import { SavesDataProvider } from './pages/page-texts.tsx'
import {
  addressOf,
  createFallbackRoutes,
  createRoutes,
  framePrefetch,
  pageRoutes,
} from './routes.tsx'

/** Applies the stored theme, text size and class; the browser may deny storage. */
const rememberedChoices =
  "try{let t=localStorage.theme,s=localStorage.size,c=localStorage.class;if(t=='light'||t=='dark')d.theme=t;if(s=='s'||s=='l')d.size=s;if(c>2&&c<11)d.class=c}catch(e){}"

/**
 * Hides the text on a device without a Bengali font until the site's font has loaded (8 seconds at
 * most): it would show empty boxes, and shift when they become words. Such a device is detected by
 * measuring: a letter is as wide as the unassigned code point U+0984 only if both are boxes.
 */
const lettersFirst =
  "try{let c=document.createElement('canvas').getContext('2d'),w=t=>c.measureText(t).width;c.font='99px sans-serif';if(w('\\u0995')==w('\\u0984')&&w('\\u09ae')==w('\\u0984')){let g=()=>{d.letters='sent'};d.letters='wait';setTimeout(g,8e3);document.fonts.load('1em \"Bengali Letters\"','\\u0995').then(g,g)}}catch(e){}"

/**
 * Sets the features that buttons with `data-needs` require, so they take up their space from the
 * first paint on. Browsers that the site's script does not support get none.
 */
const scriptFeatures =
  "if('at'in[]&&'hasOwn'in Object)d.can=['script','share'in navigator&&'share','clipboard'in navigator&&'copy','PushManager'in window?'push':'standalone'in navigator&&'home'].join(' ');"

/**
 * Loads the address again once the server can be reached. The offline page is served at any address;
 * at its own it is a list of what is cached.
 */
const retryScript = `if(location.pathname!='${OFFLINE_PAGE}'){let again=()=>document.hidden||fetch(location,{method:'HEAD',signal:AbortSignal.timeout?.(5e3)}).then(({status})=>status<500&&location.reload(),()=>{});addEventListener('online',again);document.addEventListener('visibilitychange',again);setInterval(again,5e3)}`

/** Runs inline in the head, after the style sheet and before the first paint. */
const appearanceScript = `{let d=document.documentElement.dataset;${scriptFeatures}${rememberedChoices}${lettersFirst}}`

/** Returns the date of `now` in Dhaka, formatted. */
function todayOf(now: Date): Today {
  return {
    iso: dhakaTime(now).iso,
    weekday: formatWeekday(now),
    date: formatDate(now),
    bangla: formatBanglaDate(now),
  }
}

const failure = { page: <FailurePage />, status: 500 }
const unavailable = { page: <FailurePage />, status: 503 }
const endedPreview = { page: <EndedPreviewPage />, status: 410 }

interface DocumentOptions {
  path: string
  /** The page's file in `pages`, for its style sheets and scripts. */
  module?: string
  withScript: boolean
  missing?: boolean
}

/** Creates the renderer of the public pages for one build of the browser's files. */
export async function createRenderer(assets: ClientAssets): Promise<RendererModule> {
  const build = filesOf(assets)
  const { policyOf, scriptHashes, styleHashes } = await createPolicy(assets, build)
  const htmlResponse = (html: string, status: number): Response =>
    new Response(html, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(html),
      },
    })
  const renderDocument = createDocumentRenderer(build)

  /** Renders a page without queries of its own, and without script. */
  const renderMessage = async (
    { page, status }: { page: ReactNode; status: number },
    request: Request,
    client: QueryClient,
    context: RenderContext,
  ) => {
    const { query, dataRoutes } = createStaticHandler(createFallbackRoutes(page))
    const response = await query(request)
    if (response instanceof Response) return response
    const options = { path: new URL(request.url).pathname, withScript: false }
    return htmlResponse(renderDocument(dataRoutes, response, client, options, context), status)
  }

  const render = async (request: Request, context: RenderContext): Promise<Response> => {
    const { api } = context
    const client = new QueryClient({
      // Failed queries are rendered as failed, without a retry.
      defaultOptions: {
        queries: { retry: false, retryOnMount: false, staleTime: Number.POSITIVE_INFINITY },
      },
    })
    if (context.endedPreview) {
      await loadAll(framePrefetch(api), client)
      return renderMessage(endedPreview, request, client, context)
    }
    if (context.unavailable) return renderMessage(unavailable, request, client, context)
    const today = dhakaTime(context.now).iso
    const routes = createRoutes(
      api,
      async (queries) => {
        await Promise.all(queries.map((fetchData) => fetchData(client)))
        return null
      },
      today,
    )
    const url = new URL(request.url)
    const match = matchRoutes(routes, url)?.at(-1)
    const page = pageRoutes.find(({ path }) => path === match?.route.id)
    const address = addressOf(request.url, match?.params ?? {}, today)
    const isMissing = () => page?.missing?.is(client, api, address) ?? false
    // The shared 404 of `Missing`, decided by the page's own queries, without the frame's.
    if (context.shareMissing && page?.missing) {
      const hasLoaded = await loadAll(page.prefetch?.(api, address) ?? [], client)
      if (hasLoaded && (await isMissing())) {
        return missingAt(await page.missing.renderedAt(client, api, address))
      }
    }
    // `dataRoutes` of the handler include the lazily loaded pages.
    const { query, dataRoutes } = createStaticHandler(routes)
    const response = await query(new Request(request.url))
    if (response instanceof Response) return response
    if (response.errors) return renderMessage(failure, request, client, context)

    const { id: given = '' } = match?.params ?? {}
    const id = encodeURIComponent((await page?.idOf?.(given)) ?? given)
    const path = page && !page.path.endsWith('*') ? page.path.replace(':id', id) : url.pathname
    // Routes match in any case, but each page has one canonical address.
    if (path !== url.pathname) {
      return new Response(null, { status: 301, headers: { location: path + url.search } })
    }
    // The offline page is served at any address, so it must not be hydrated.
    const options = {
      path,
      ...(page && { module: page.module }),
      withScript: path !== OFFLINE_PAGE,
      missing: await isMissing(),
    }
    const html = renderDocument(dataRoutes, response, client, options, context)
    return htmlResponse(html, options.missing ? 404 : 200)
  }

  return { render, scriptHashes, styleHashes }
}

type BuildFiles = ReturnType<typeof filesOf>

/** Returns what is inline in all pages, and a function that returns the files of a page. */
function filesOf(assets: ClientAssets) {
  const inline = {
    styles: assets.styles,
    first: appearanceScript,
    start: assets.start,
    retry: retryScript,
  }
  const partsOf = (module: string | undefined) => {
    const { sheets = [], scripts = [] } = assets.pages[module ?? ''] ?? {}
    const withText = sheets.map((address) => ({ address, text: assets.sheets[address] ?? '' }))
    return { sheets: withText, scripts }
  }
  return { inline, partsOf }
}

/**
 * Hashes what is inline in the pages of the build.
 * @returns the hashes, and a function that returns the directives for a page
 */
async function createPolicy(assets: ClientAssets, { inline, partsOf }: BuildFiles) {
  const hashes = new Map<string, string>()
  const hashAll = (texts: readonly string[]) =>
    Promise.all(
      texts.map(async (text) => {
        const hash = await cspHash(text)
        hashes.set(text, hash)
        return hash
      }),
    )
  const scriptHashes = await hashAll([inline.first, inline.start, inline.retry])
  const modules = [undefined, ...Object.keys(assets.pages)]
  const styles = modules.map((module) => styleOf(inline.styles, partsOf(module).sheets))
  const styleHashes = await hashAll([...new Set(styles)])
  /** Returns the directives that permit what is inline in a page, if it is of the build. */
  const policyOf = (html: string): string => {
    const used = { script: ["'self'"], style: ["'self'"] }
    for (const [, element, text = ''] of html.matchAll(INLINE)) {
      const hash = hashes.get(text)
      if (hash !== undefined) used[element === 'style' ? 'style' : 'script'].push(hash)
    }
    return `script-src ${used.script.join(' ')};style-src ${used.style.join(' ')}`
  }
  return { policyOf, scriptHashes, styleHashes }
}

/** Returns a function that renders matched routes with the data in `client`. It throws if a component throws. */
function createDocumentRenderer({ inline, partsOf }: BuildFiles) {
  return (
    routes: StaticHandler['dataRoutes'],
    context: StaticHandlerContext,
    client: QueryClient,
    { path, module, withScript, missing = false }: DocumentOptions,
    {
      api,
      now,
      publicUrl,
      foundUrl,
      saveData = false,
      preview = false,
      sent,
      withdrawn = [],
    }: RenderContext,
  ): string => {
    const today = todayOf(now)
    const head = emptyHead()
    const body = renderToString(
      <QueryClientProvider client={client}>
        <ReadApiProvider value={api}>
          <TodayProvider value={today}>
            <SiteUrlProvider value={publicUrl}>
              <HeadProvider value={head}>
                <SavesDataProvider value={saveData}>
                  <SentFormProvider value={sent ?? null}>
                    <WithdrawnProvider value={withdrawn}>
                      <StaticRouterProvider
                        router={createStaticRouter(routes, context)}
                        context={context}
                        hydrate={false}
                      />
                    </WithdrawnProvider>
                  </SentFormProvider>
                </SavesDataProvider>
              </HeadProvider>
            </SiteUrlProvider>
          </TodayProvider>
        </ReadApiProvider>
      </QueryClientProvider>,
    )
    const queries = collectQueries(client)
    const data: PageData = {
      today,
      queries,
      ...(missing && { missing }),
      ...(publicUrl !== undefined && { publicUrl }),
    }
    return writeDocument({
      path,
      head: describePage(head, {
        path,
        publicUrl: publicUrl ?? foundUrl,
        settings: client.getQueryData(settingsQuery(api).queryKey),
        contact: client.getQueryData(contactQuery(api).queryKey),
      }),
      body,
      inline,
      own: partsOf(module),
      pageData:
        withScript && !saveData && !preview && (!sent || sent.opened)
          ? { id: PAGE_DATA_ID, json: jsonForScript(data) }
          : null,
      sentForm: sent?.opened ? { id: SENT_FORM_ID, json: jsonForScript(sent) } : null,
      saveData,
      preview,
    })
  }
}

/** Returns whether all queries succeeded; failed ones are repeated and then rendered as failed. */
async function loadAll(prefetches: readonly Prefetch[], client: QueryClient): Promise<boolean> {
  const results = await Promise.allSettled(prefetches.map((fetchData) => fetchData(client)))
  return results.every(({ status }) => status === 'fulfilled')
}

function missingAt(address: string): Response {
  return new Response(null, { status: 404, headers: { 'content-location': address } })
}

/** Inline style sheets and scripts. */
const INLINE = /<(style|script)(?: type="module")?>(.*?)<\/\1>/gs

async function cspHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
