import { type createBrowserRouter, matchRoutes } from 'react-router'
import { pageRoutes } from './routes.tsx'

export type Router = ReturnType<typeof createBrowserRouter>

/** The pages that can be shown without loading a document. */
const pages = pageRoutes
  .filter(({ path }) => path !== '*')
  .map(({ path, load }) => ({ path, handle: load }))

/** How the page at `url` is loaded; null where no page of this site lies there. */
function pageAt(url: URL): (() => Promise<unknown>) | null {
  // Without a connection the documents that the browser has kept serve better than its failing calls.
  if (url.origin !== location.origin || !navigator.onLine) return null
  const page = matchRoutes(pages, url.pathname)?.at(-1)?.route
  return page ? (page.handle ?? (() => Promise.resolve())) : null
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
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.target || link.hasAttribute('download') || !link.href) return
    const url = new URL(link.href)
    const isSamePlace = url.pathname === location.pathname && url.search === location.search
    const load = pageAt(url)
    if (!load || (isSamePlace && url.hash)) return
    event.preventDefault()
    void goTo(url, load)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
    const url = new URL(form.action)
    const load = pageAt(url)
    if (form.method !== 'get' || !load) return
    event.preventDefault()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim()) url.searchParams.set(name, value.trim())
    }
    void goTo(url, load)
  })
}
