import type { ReadApi } from '@bidyaloy/shared/api/api'
import { OFFLINE_PAGE } from '@bidyaloy/shared/site-addresses'
import type { Query, QueryClient } from '@tanstack/react-query'
import { type createBrowserRouter, matchRoutes } from 'react-router-dom'
import { askForCopy, isCachedPage } from './offline.ts'
import type { Prefetch } from './page-route.ts'
import { reportView } from './page-visit.ts'
import { addressOf, pageRoutes } from './routes.tsx'

export type Router = ReturnType<typeof createBrowserRouter>

/** Time that the pointer must rest on a link before its page is loaded, in milliseconds. */
const HOVER_MS = 60

/** Time after which a copy of the page is better than its script and data, in milliseconds. */
const STALLED_MS = 4000
const WITHOUT_DATA = {
  type: 'active',
  predicate: ({ state }: Query) => state.data === undefined,
} as const

/** The pages that can be shown without loading a document; the service worker completes one. */
const pages = pageRoutes
  .filter(({ path }) => path !== '*' && path !== OFFLINE_PAGE)
  .map((page) => ({ path: page.path, handle: page }))

/** The code and data of a page. */
interface NextPage {
  load: () => Promise<unknown>
  prefetch: (api: ReadApi, today: string) => readonly Prefetch[]
}

/** Returns the page at `url`, or null if the site has none there. */
function pageAt(url: URL): NextPage | null {
  // Offline, the documents in the service worker's cache are better than failing API calls.
  if (url.origin !== location.origin || !navigator.onLine) return null
  const match = matchRoutes(pages, url.pathname)?.at(-1)
  if (!match) return null
  const { load, prefetch } = match.route.handle
  return {
    load,
    prefetch: (api, today) => prefetch?.(api, addressOf(url.href, match.params, today)) ?? [],
  }
}

/** Returns the address of a link to follow in the page, or null to leave it to the browser. */
function inPageUrl(link: HTMLAnchorElement): URL | null {
  if (link.target || link.hasAttribute('download') || !link.href) return null
  // Without popovers the menu is open while the address names it, which only the browser changes.
  if (link.closest('[popover]:target')) return null
  const url = new URL(link.href)
  // The browser scrolls to a part of a page; the router would before its data have loaded.
  return url.hash ? null : url
}

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a') : null

/**
 * Loads a link's page while the pointer rests on the link, before the click. Failed requests are
 * repeated after the click.
 * @param today see `Address`
 */
export function prefetchOnHover(client: QueryClient, api: ReadApi, today: string): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(waiting)
  document.addEventListener('pointerover', (event) => {
    stop()
    const link = linkOf(event)
    const url = link && inPageUrl(link)
    const page = url && pageAt(url)
    if (!page) return
    waiting = setTimeout(() => {
      for (const loading of [
        page.load(),
        ...page.prefetch(api, today).map((fetchData) => fetchData(client)),
      ]) {
        loading.catch(() => null)
      }
    }, HOVER_MS)
  })
  // The finger scrolls or has left the window.
  document.addEventListener('pointercancel', stop)
}

/**
 * Makes ordinary links and search forms of the public pages navigate without loading a document.
 * Everything else (files, the dashboard, other sites, new tabs) is left to the browser.
 */
export function navigateInPage(router: Router, client: QueryClient): void {
  let last = 0
  const goTo = async (url: URL, load: () => Promise<unknown>) => {
    last += 1
    const mine = last
    let hasLoaded = false
    setTimeout(async () => {
      const isStalled = mine === last && (!hasLoaded || client.isFetching(WITHOUT_DATA) > 0)
      if (isStalled && isCachedPage(url) && (await askForCopy(url))) location.assign(url)
    }, STALLED_MS)
    try {
      await load()
      hasLoaded = true
    } catch {
      // The page's script failed to load: a new release was deployed, or the connection broke.
      location.assign(url)
      return
    }
    // A later click replaces this one.
    if (mine !== last) return
    await router.navigate(url.pathname + url.search + url.hash)
    // Documents are counted as they are loaded.
    reportView(url.pathname)
  }
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const url = inPageUrl(link)
    const page = url && pageAt(url)
    if (!url || !page) return
    event.preventDefault()
    void goTo(url, page.load)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
    const url = new URL(form.action)
    const page = pageAt(url)
    if (form.method !== 'get' || !page) return
    event.preventDefault()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim()) url.searchParams.set(name, value.trim())
    }
    void goTo(url, page.load)
  })
}
