import { ReadApiProvider, SiteUrlProvider, TodayProvider } from '../ui/page-context.ts'
import '../styles/site.css'
import { ApiError } from '@bidyaloy/shared/api/api'
import { createHttpReadApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom'
import { loadAhead, navigateInPage } from '../site/in-page-navigation.ts'
import { keepPages } from '../site/offline.ts'
import {
  FORCE_CLIENT_RENDER,
  PAGE_DATA_ID,
  type PageData,
  restoreQueries,
} from '../site/page-data.ts'
import { addressOf, createRoutes, FRAME_ID, pageRoutes } from '../site/routes.tsx'

const FRESH_MS = 60_000
const RETRIES = 2

const site = document.getElementById('site')
const block = document.getElementById(PAGE_DATA_ID)
// The packages use both: a browser without them (Safari before 15.4) keeps the page as it was drawn.
const isOld = !('at' in Array.prototype && 'hasOwn' in Object)
if (site && block && !isOld) void hydrate(site, JSON.parse(block.textContent ?? ''))

async function hydrate(root: HTMLElement, { today, queries, publicUrl, missing }: PageData) {
  // In a task of its own, after that of reading all the script: a finger is answered in between.
  await new Promise((done) => setTimeout(done))
  const api = createHttpReadApi(fetchSend())
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal stays one; a line that broke may hold the next time.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status >= 400),
      },
    },
  })
  restoreQueries(client, queries)
  const routes = createRoutes(api, async (wants) => {
    // Failures are kept by the query and shown where its data would stand.
    for (const want of wants) want(client).catch(() => null)
    return null
  })
  if (missing) {
    const match = matchRoutes(routes, location)?.at(-1)
    const page = pageRoutes.find(({ path }) => path === match?.route.id)
    page?.missing?.fill?.(client, api, addressOf(location.href, match?.params ?? {}))
  }
  const loaderData = Object.fromEntries(
    [FRAME_ID, ...pageRoutes.map(({ path }) => path)].map((id) => [id, null]),
  )
  try {
    await loadMatched(routes)
  } catch {
    // Its own script did not come: the page stays as it was drawn, whole, its links lead to documents.
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
  // As a transition it is done in small pieces: a slow phone answers to fingers in between.
  startTransition(() => {
    if (FORCE_CLIENT_RENDER in document.documentElement.dataset) createRoot(root).render(page)
    else hydrateRoot(root, page)
  })
  navigateInPage(router)
  loadAhead(client, api)
  if (document.readyState === 'complete') void keepPages(router)
  else addEventListener('load', () => void keepPages(router), { once: true })
}

/** Loads the page that the document shows: it must be there before the script takes it over. */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}
