import { formatBanglaDate } from '@bidyaloy/shared/bengali/bangla-date'
import { dhakaTime, formatDate, formatWeekday } from '@bidyaloy/shared/bengali/dates'
import type { RenderContext, RendererModule } from '@bidyaloy/shared/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server.browser'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { ReadApiProvider } from '../ui/read-api.ts'
import { type Today, TodayProvider } from '../ui/today.ts'
import { appearanceScript } from './appearance-script.ts'
import { type ClientAssets, writeDocument } from './document.ts'
import { collectQueries, PAGE_DATA_ID, serializePageData } from './page-data.ts'
import { type HeadSink, HeadSinkProvider } from './page-title.ts'
import { FailurePage } from './pages/failure-page.tsx'
import { createFallbackRoutes, createRoutes, pageRoutes } from './routes.tsx'

/** The day of `now` in Dhaka, ready to print. */
export function todayOf(now: Date): Today {
  return {
    iso: dhakaTime(now).iso,
    weekday: formatWeekday(now),
    date: formatDate(now),
    bangla: formatBanglaDate(now),
  }
}

/** Makes the renderer of the public pages for one build of the browser's files. */
export async function createRenderer(assets: ClientAssets): Promise<RendererModule> {
  const scriptHashes = [await cspHash(appearanceScript)]

  /** Draws `routes` for `request` with whatever is in `client`. Throws where drawing fails. */
  const draw = (
    routes: RouteObject[],
    context: StaticHandlerContext,
    client: QueryClient,
    { api, now }: RenderContext,
    withScript: boolean,
  ): string => {
    const today = todayOf(now)
    const head: HeadSink = { title: '', description: '' }
    const { dataRoutes } = createStaticHandler(routes)
    const body = renderToString(
      <QueryClientProvider client={client}>
        <ReadApiProvider value={api}>
          <TodayProvider value={today}>
            <HeadSinkProvider value={head}>
              <StaticRouterProvider
                router={createStaticRouter(dataRoutes, context)}
                context={context}
                hydrate={false}
              />
            </HeadSinkProvider>
          </TodayProvider>
        </ReadApiProvider>
      </QueryClientProvider>,
    )
    const pageData = withScript && {
      id: PAGE_DATA_ID,
      json: serializePageData({ today, queries: collectQueries(client) }),
    }
    const inlineScript = appearanceScript
    return writeDocument({ head, body, assets, inlineScript, pageData: pageData || null })
  }

  /** The page that stands for one that could not be drawn; it is drawn without data of its own. */
  const drawFailure = async (request: Request, client: QueryClient, context: RenderContext) => {
    const routes = createFallbackRoutes(<FailurePage />)
    const answer = await createStaticHandler(routes).query(request)
    if (answer instanceof Response) return answer
    return htmlResponse(draw(routes, answer, client, context, false), 500)
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
    const answer = await createStaticHandler(routes).query(new Request(request.url))
    if (answer instanceof Response) return answer
    if (answer.errors) return drawFailure(request, client, context)

    const url = new URL(request.url)
    const page = pageRoutes.find(({ path }) => path === answer.matches.at(-1)?.route.id)
    // Addresses are matched whatever their letters' case; each page has one address all the same.
    if (page && page.path !== '*' && page.path !== url.pathname) {
      return new Response(null, { status: 301, headers: { location: page.path + url.search } })
    }
    const status = page?.status?.(client, api, url.searchParams) ?? 200
    return htmlResponse(draw(routes, answer, client, context, true), status)
  }

  return { render, scriptHashes }
}

function htmlResponse(html: string, status: number): Response {
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

async function cspHash(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
