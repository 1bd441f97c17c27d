import { ReadApiProvider, SiteUrlProvider, TodayProvider } from '../ui/page-context.ts'
import '../styles/site.css'
import { ApiError } from '@bidyaloy/shared/api/api'
import { createHttpReadApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useEffect } from 'react'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom'
import { navigateInPage, prefetchOnHover, type Router } from '../site/in-page-navigation.ts'
import {
  FORCE_CLIENT_RENDER,
  HYDRATION_SETTLED,
  PAGE_DATA_ID,
  type PageData,
  restoreQueries,
} from '../site/page-data.ts'
import { cacheShownPage } from '../site/page-visit.ts'
import { addressOf, createRoutes, FRAME_ID, pageRoutes } from '../site/routes.tsx'

const RETRIES = 2

const site = document.getElementById('site')
const block = document.getElementById(PAGE_DATA_ID)
if (site && block) void hydrate(site, JSON.parse(block.textContent ?? ''))

function settled(isHydrated: boolean): void {
  document.dispatchEvent(new CustomEvent(HYDRATION_SETTLED, { detail: isHydrated }))
}

/** Waits until the browser has handled pending input. */
function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done))
}

async function hydrate(root: HTMLElement, { today, queries, publicUrl, missing }: PageData) {
  await nextTask()
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
      // Pages render the error of a failed query.
      for (const fetchData of queries) fetchData(client).catch(() => null)
      return null
    },
    today.iso,
  )
  const loaderData = Object.fromEntries(
    [FRAME_ID, ...pageRoutes.map(({ path }) => path)].map((id) => [id, null]),
  )
  let dom: typeof import('react-dom/client')
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
    dom = await import('react-dom/client')
  } catch {
    // The page's script failed to load: it stays as rendered, and its links load documents.
    settled(false)
    return
  }
  await nextTask()
  const router = createBrowserRouter(routes, { hydrationData: { loaderData } })
  const onHydrated = () => {
    navigateInPage(router, client)
    prefetchOnHover(client, api, today.iso)
    cacheShownPages(router)
    settled(true)
  }
  const page = (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ReadApiProvider value={api}>
          <TodayProvider value={today}>
            <SiteUrlProvider value={publicUrl}>
              <RouterProvider router={router} />
              <Hydrated onHydrated={onHydrated} />
            </SiteUrlProvider>
          </TodayProvider>
        </ReadApiProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  // A transition is split into short tasks, between which a slow phone handles input.
  startTransition(() => {
    if (FORCE_CLIENT_RENDER in document.documentElement.dataset) dom.createRoot(root).render(page)
    else dom.hydrateRoot(root, page)
  })
}

/** Reports that everything before it is hydrated, and its effects have run. */
function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated])
  return null
}

/** Lets the service worker cache this page with its scripts, and each page that is shown later. */
function cacheShownPages(router: Router): void {
  void cacheShownPage()
  let last = location.pathname
  router.subscribe(({ location: { pathname }, navigation }) => {
    if (navigation.state !== 'idle' || pathname === last) return
    last = pathname
    void cacheShownPage()
  })
}

/** Loads the code of the current page, which hydration needs. */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}
