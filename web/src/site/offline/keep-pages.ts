import type { Router } from '../in-page-navigation.ts'
import { isKeptPage, type KeepMessage } from './kept-pages.ts'

const SERVICE_WORKER = '/service-worker.js'

/**
 * Lets the browser keep the pages that it can show without a connection: the one that is open now
 * and those to which the visitor goes without loading a document.
 */
export async function keepPages(router: Router): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER)
    const { active } = await navigator.serviceWorker.ready
    const keep = () => {
      const url = new URL(location.href)
      active?.postMessage({
        ...(isKeptPage(url) && { page: url.pathname }),
        files: filesOfSite(),
        savesData: savesData(),
      } satisfies KeepMessage)
    }
    keep()
    let last = location.pathname
    router.subscribe(({ location: { pathname }, navigation }) => {
      if (navigation.state !== 'idle' || pathname === last) return
      last = pathname
      keep()
    })
  } catch {
    // A private window may forbid it: the site works as before, with a connection.
  }
}

/** Whether the visitor has asked the browser to save data; Safari and Firefox do not tell. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** What the document has loaded of our own hashed files. */
function filesOfSite(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
