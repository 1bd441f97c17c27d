import { type createBrowserRouter, matchRoutes } from 'react-router'
import { pageRoutes } from './routes.tsx'

type Router = ReturnType<typeof createBrowserRouter>

/** The pages that can be shown without loading a document. */
const pages = pageRoutes.filter(({ path }) => path !== '*').map(({ path }) => ({ path }))

const isPage = (url: URL) => url.origin === location.origin && !!matchRoutes(pages, url.pathname)

/**
 * Lets ordinary links and search forms of the public pages change the page in place. Everything
 * else (files, the dashboard, other sites, new tabs) stays the browser's business.
 */
export function navigateInPage(router: Router): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.target || link.hasAttribute('download') || !link.href) return
    const url = new URL(link.href)
    const isSamePlace = url.pathname === location.pathname && url.search === location.search
    if (!isPage(url) || (isSamePlace && url.hash)) return
    event.preventDefault()
    void router.navigate(url.pathname + url.search + url.hash)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
    const url = new URL(form.action)
    if (form.method !== 'get' || !isPage(url)) return
    event.preventDefault()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim()) url.searchParams.set(name, value.trim())
    }
    void router.navigate(url.pathname + url.search)
  })
}
