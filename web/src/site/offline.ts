import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { Router } from './in-page-navigation.ts'

/*
 * Every document carries the note «অফলাইন», hidden. The service worker lets it be seen on the
 * documents that it hands out without a connection; so it is there without script as well.
 */
const OFFLINE_NOTE = '<p class="offline-note" role="status"'
export const HIDDEN_OFFLINE_NOTE = `${OFFLINE_NOTE} hidden>`
export const SHOWN_OFFLINE_NOTE = `${OFFLINE_NOTE}>`

export { OFFLINE_PAGE } from '@bidyaloy/shared/site-addresses'

/** How many notices that were read stay readable without a connection. */
export const KEPT_NOTICES = 30
/** How many of the newest notices are kept before they are read. */
export const KEPT_AHEAD = 10

/** Pages that are always kept: what a parent looks for first. */
export const KEPT_LISTS: readonly string[] = [
  pagePaths.notices,
  pagePaths.news,
  pagePaths.downloads,
  pagePaths.contact,
]

/** Whether the browser keeps a page for times without a connection. Of lists only the first page. */
export function isKeptPage({ pathname, searchParams }: URL): boolean {
  if (KEPT_LISTS.includes(pathname)) {
    return !['q', 'year', 'page'].some((name) => searchParams.has(name))
  }
  return pathname === '/' || /^\/n\/[^/]+$/.test(pathname)
}

/** What a page tells the service worker. */
export interface KeepMessage {
  /** Path of the page now shown; absent where that is none to keep. */
  page?: string
  /** Files of this site that it uses. */
  files: readonly string[]
  /** The visitor saves data: nothing is fetched that was not asked for. */
  savesData: boolean
}

/*
 * The page for times without a connection carries an empty list, hidden. The service worker fills it
 * with the pages that it has kept.
 */
const KEPT_LIST = '<ul class="linklist" id="kept"'
export const HIDDEN_KEPT_LIST = `${KEPT_LIST} hidden=""></ul>`
export const shownKeptList = (items: string) => `${KEPT_LIST}>${items}</ul>`

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
