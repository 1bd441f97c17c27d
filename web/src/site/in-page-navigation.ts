import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { QueryClient } from '@tanstack/react-query'
import { type createBrowserRouter, matchRoutes } from 'react-router-dom'
import { addressOf, type Prefetch, pageRoutes } from './routes.tsx'

export type Router = ReturnType<typeof createBrowserRouter>

/** How long somebody must point at a link before what it leads to is loaded, in milliseconds. */
const SURE_MS = 60

/** The pages that can be shown without loading a document. */
const pages = pageRoutes
  .filter(({ path }) => path !== '*')
  .map((page) => ({ path: page.path, handle: page }))

/** What the page at an address needs. */
interface NextPage {
  load: () => Promise<unknown>
  prefetch: (api: ReadApi) => readonly Prefetch[]
}

/** The page at `url`; null where no page of this site lies there. */
function pageAt(url: URL): NextPage | null {
  // Without a connection the documents that the browser has kept serve better than its failing calls.
  if (url.origin !== location.origin || !navigator.onLine) return null
  const match = matchRoutes(pages, url.pathname)?.at(-1)
  if (!match) return null
  const { load = () => Promise.resolve(), prefetch } = match.route.handle
  return { load, prefetch: (api) => prefetch(api, addressOf(url.href, match.params)) }
}

/** The address to which a link leads in place; null where it is the browser's business. */
function addressIn(link: HTMLAnchorElement): URL | null {
  if (link.target || link.hasAttribute('download') || !link.href) return null
  const url = new URL(link.href)
  const isSamePlace = url.pathname === location.pathname && url.search === location.search
  return isSamePlace && url.hash ? null : url
}

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a') : null

/**
 * Loads the page to which a link leads as soon as a mouse rests on it or a finger lies on it, so that
 * it is there, or nearly, when the click comes. What fails is asked for again after the click.
 */
export function loadAhead(client: QueryClient, api: ReadApi): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(waiting)
  document.addEventListener('pointerover', (event) => {
    stop()
    const link = linkOf(event)
    const url = link && addressIn(link)
    const page = url && pageAt(url)
    if (!page) return
    waiting = setTimeout(() => {
      for (const part of [page.load(), ...page.prefetch(api).map((want) => want(client))]) {
        part.catch(() => null)
      }
    }, SURE_MS)
  })
  // The finger scrolls, or has left the window.
  document.addEventListener('pointercancel', stop)
}

/**
 * Lets ordinary links and search forms of the public pages change the page in place. Everything
 * else (files, the dashboard, other sites, new tabs) stays the browser's business.
 */
export function navigateInPage(router: Router): void {
  let last = 0
  const goTo = async (url: URL, load: () => Promise<unknown>) => {
    last += 1
    const mine = last
    try {
      await load()
    } catch {
      // Its script did not come: the site was renewed meanwhile, or the line broke.
      location.assign(url)
      return
    }
    // Who has clicked again meanwhile wants to go elsewhere.
    if (mine === last) await router.navigate(url.pathname + url.search + url.hash)
  }
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const url = addressIn(link)
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
