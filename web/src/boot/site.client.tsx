import { ReadApiProvider, SiteUrlProvider, TodayProvider } from '../ui/page-context.ts'
import '../styles/site.css'
import { ApiError } from '@bidyaloy/shared/api/api'
import { createHttpReadApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { MINUTE_MS } from '@bidyaloy/shared/durations'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom'
import { navigateInPage, prefetchOnHover } from '../site/in-page-navigation.ts'
import { cachePages } from '../site/offline.ts'
import {
  FORCE_CLIENT_RENDER,
  PAGE_DATA_ID,
  type PageData,
  restoreQueries,
} from '../site/page-data.ts'
import { addressOf, createRoutes, FRAME_ID, pageRoutes } from '../site/routes.tsx'

const RETRIES = 2

const site = document.getElementById('site')
const block = document.getElementById(PAGE_DATA_ID)
// The packages use both: without them (Safari before 15.4) the page stays as the server rendered it.
const isOld = !('at' in Array.prototype && 'hasOwn' in Object)
if (site && block && !isOld) void hydrate(site, JSON.parse(block.textContent ?? ''))

async function hydrate(root: HTMLElement, { today, queries, publicUrl, missing }: PageData) {
  // In a task of its own: the browser handles input after evaluating the scripts.
  await new Promise((done) => setTimeout(done))
  const api = createHttpReadApi(fetchSend())
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MINUTE_MS,
        // Only failures of the connection are retried.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status >= 400),
      },
    },
  })
  restoreQueries(client, queries)
  const routes = createRoutes(
    api,
    async (queries) => {
      // Pages show the failure of a query instead of its data.
      for (const fetchData of queries) fetchData(client).catch(() => null)
      return null
    },
    today.iso,
  )
  const loaderData = Object.fromEntries(
    [FRAME_ID, ...pageRoutes.map(({ path }) => path)].map((id) => [id, null]),
  )
  try {
    if (missing) {
      const match = matchRoutes(routes, location)?.at(-1)
      const page = pageRoutes.find(({ path }) => path === match?.route.id)
      await page?.missing?.fill?.(
        client,
        api,
        addressOf(location.href, match?.params ?? {}, today.iso),
      )
    }
    await loadMatched(routes)
  } catch {
    // The page's script failed to load: it stays as rendered, and its links load documents.
    return
  }
  const router = createBrowserRouter(routes, { hydrationData: { loaderData } })
  const page = (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ReadApiProvider value={api}>
          <TodayProvider value={today}>
            <SiteUrlProvider value={publicUrl}>
              <RouterProvider router={router} />
            </SiteUrlProvider>
          </TodayProvider>
        </ReadApiProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  // A transition is split into short tasks, between which a slow phone handles input.
  startTransition(() => {
    if (FORCE_CLIENT_RENDER in document.documentElement.dataset) createRoot(root).render(page)
    else hydrateRoot(root, page)
  })
  navigateInPage(router)
  prefetchOnHover(client, api, today.iso)
  if (document.readyState === 'complete') void cachePages(router)
  else addEventListener('load', () => void cachePages(router), { once: true })
}

/** Loads the code of the current page, which hydration needs. */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}
