import { formatBanglaDate } from '@bidyaloy/shared/bengali/bangla-date'
import { dhakaTime, formatDate, formatWeekday } from '@bidyaloy/shared/bengali/dates'
import type { RenderContext, RendererModule } from '@bidyaloy/shared/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server.browser'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom'
import { settingsQuery } from '../school/use-school.ts'
import { ReadApiProvider, SiteUrlProvider, type Today, TodayProvider } from '../ui/page-context.ts'
import { type ClientAssets, describePage, inertJson, writeDocument } from './document.ts'
import { OFFLINE_PAGE } from './offline.ts'
import { emptyHead, HeadProvider } from './page.tsx'
import { collectQueries, PAGE_DATA_ID, type PageData } from './page-data.ts'
import { FailurePage } from './pages/message-pages.tsx'
import {
  addressOf,
  createFallbackRoutes,
  createRoutes,
  type Prefetch,
  pageRoutes,
} from './routes.tsx'

/** The visitor's remembered choices onto the document; a browser may forbid storage. */
const rememberedChoices =
  "try{let t=localStorage.theme,s=localStorage.size;if(t=='light'||t=='dark')d.theme=t;if(s=='s'||s=='l')d.size=s}catch(e){}"

/**
 * A device without any Bengali letters shows nothing until ours have come (8 seconds at most): empty
 * boxes tell nobody anything, and the page would jump when they turn into words. Whether it has any:
 * a letter is as wide as a code point that stands for none (U+0984) only where both are a box.
 */
const lettersFirst =
  "try{let c=document.createElement('canvas').getContext('2d'),w=t=>c.measureText(t).width;c.font='99px sans-serif';if(w('\\u0995')==w('\\u0984')&&w('\\u09ae')==w('\\u0984')){let f=n=>document.fonts.load(n+' 1em \"Bengali Letters\"','\\u0995'),g=()=>{d.letters='sent'};d.letters='wait';setTimeout(g,8e3);Promise.all([f(400),f(700)]).then(g,g)}}catch(e){}"

/**
 * What buttons need that only a script can serve (`data-needs`), so that these have their place from
 * the first paint on. In browsers that the site's script leaves alone there are none of them.
 */
const whatScriptsCan =
  "if('at'in[]&&'hasOwn'in Object)d.can=['script','share'in navigator&&'share','clipboard'in navigator&&'copy'].join(' ');"

/** Runs inline in the head, after the style sheets and before the first paint. */
const appearanceScript = `{let d=document.documentElement.dataset;${whatScriptsCan}${rememberedChoices}${lettersFirst}}`

/** The day of `now` in Dhaka, ready to print. */
function todayOf(now: Date): Today {
  return {
    iso: dhakaTime(now).iso,
    weekday: formatWeekday(now),
    date: formatDate(now),
    bangla: formatBanglaDate(now),
  }
}

/** Makes the renderer of the public pages for one build of the browser's files. */
export async function createRenderer(assets: ClientAssets): Promise<RendererModule> {
  const inline = {
    styles: assets.styles,
    first: appearanceScript,
    start: startScript(assets),
  }
  const scriptHashes = await Promise.all([inline.first, inline.start].map(cspHash))
  const styleHashes = [await cspHash(inline.styles)]

  /** Draws `routes` as they matched, with whatever is in `client`. Throws where drawing fails. */
  const draw = (
    routes: StaticHandler['dataRoutes'],
    context: StaticHandlerContext,
    client: QueryClient,
    { path, withScript, missing = false }: { path: string; withScript: boolean; missing?: boolean },
    { api, now, publicUrl, statedUrl, saveData = false }: RenderContext,
  ): string => {
    const today = todayOf(now)
    const head = emptyHead()
    const body = renderToString(
      <QueryClientProvider client={client}>
        <ReadApiProvider value={api}>
          <TodayProvider value={today}>
            <SiteUrlProvider value={publicUrl}>
              <HeadProvider value={head}>
                <StaticRouterProvider
                  router={createStaticRouter(routes, context)}
                  context={context}
                  hydrate={false}
                />
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
      head: describePage(head, {
        path,
        publicUrl: publicUrl ?? statedUrl,
        ownCrest: Boolean(client.getQueryData(settingsQuery(api).queryKey)?.pictures.crest),
      }),
      body,
      inline,
      pageData: withScript && !saveData ? { id: PAGE_DATA_ID, json: inertJson(data) } : null,
      saveData,
    })
  }

  /** The page that stands for one that could not be drawn; it is drawn without data of its own. */
  const drawFailure = async (request: Request, client: QueryClient, context: RenderContext) => {
    const { query, dataRoutes } = createStaticHandler(createFallbackRoutes(<FailurePage />))
    const answer = await query(request)
    if (answer instanceof Response) return answer
    const still = { path: new URL(request.url).pathname, withScript: false }
    return htmlResponse(draw(dataRoutes, answer, client, still, context), 500)
  }

  const render = async (request: Request, context: RenderContext): Promise<Response> => {
    const { api } = context
    const client = new QueryClient({
      // What failed is drawn as failed: nothing here asks again.
      defaultOptions: {
        queries: { retry: false, retryOnMount: false, staleTime: Number.POSITIVE_INFINITY },
      },
    })
    const routes = createRoutes(api, async (wants) => {
      await Promise.all(wants.map((want) => want(client)))
      return null
    })
    const url = new URL(request.url)
    const match = matchRoutes(routes, url)?.at(-1)
    const page = pageRoutes.find(({ path }) => path === match?.route.id)
    const address = addressOf(request.url, match?.params ?? {})
    const isMissing = () => page?.missing?.is(client, api, address) ?? false
    // Its own data tell, without those of the frame: bots ask for such addresses all day long.
    if (
      context.shareMissing &&
      page?.missing &&
      (await hasLoaded(page.prefetch(api, address), client))
    ) {
      if (isMissing()) return missingAt(page.missing.renderedAt(address))
    }
    // The handler's own routes: pages that are loaded when needed are filled in there.
    const { query, dataRoutes } = createStaticHandler(routes)
    const answer = await query(new Request(request.url))
    if (answer instanceof Response) return answer
    if (answer.errors) return drawFailure(request, client, context)

    const id = encodeURIComponent(match?.params.id ?? '')
    const path = page && page.path !== '*' ? page.path.replace(':id', id) : url.pathname
    // Addresses are matched whatever their letters' case; each page has one address all the same.
    if (path !== url.pathname) {
      return new Response(null, { status: 301, headers: { location: path + url.search } })
    }
    // The page for times without a connection stands at any address: no script may take it over.
    const how = { path, withScript: path !== OFFLINE_PAGE, missing: isMissing() }
    return htmlResponse(draw(dataRoutes, answer, client, how, context), how.missing ? 404 : 200)
  }

  return { render, scriptHashes, styleHashes }
}

/** Whether all of it came; what did not come is asked for again, and drawn as failed. */
async function hasLoaded(prefetches: readonly Prefetch[], client: QueryClient): Promise<boolean> {
  const results = await Promise.allSettled(prefetches.map((want) => want(client)))
  return results.every(({ status }) => status === 'fulfilled')
}

function missingAt(address: string): Response {
  return new Response(null, { status: 404, headers: { 'content-location': address } })
}

function htmlResponse(html: string, status: number): Response {
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

async function cspHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

/**
 * Pages are whole without the scripts, so these come once the page can be seen, letters and all: on a
 * poor line they would take from it what it needs. Runs as a module when the document is there.
 */
function startScript({ script, imports }: ClientAssets): string {
  const files = JSON.stringify([...imports, script])
  return `let l=document.documentElement.dataset.letters=='wait'&&document.fonts.ready;Promise.resolve(l).then(()=>requestAnimationFrame(()=>setTimeout(()=>{for(let f of ${files})import(f).catch(()=>{})})))`
}
