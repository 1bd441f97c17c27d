import { pages as calendarPages } from '@bidyaloy/shared/features/calendar/paths'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { pagePaths } from '@bidyaloy/shared/site-addresses'

/*
 * Every document contains the note «অফলাইন», hidden. The service worker shows it, with the date, in
 * documents that it serves from its cache, so it works without script in the page.
 */
const OFFLINE_NOTE = '<p class="offline-note" role="status"'
export const HIDDEN_OFFLINE_NOTE = `${OFFLINE_NOTE} hidden>`
export const SHOWN_OFFLINE_NOTE = `${OFFLINE_NOTE}>`
/*
 * A copy also says of when it is, and links to the list of all copies. In other documents the link is
 * no part of the page: the first link is the one that skips to the content.
 */
const COPY_DATE = '<template><time></time>'
export const copyLink = (link: string) => `${COPY_DATE} ${link}</template>`
export const withCopyDate = (html: string, date: string) =>
  html.replace(COPY_DATE, date).replace('</template>', '')

export { OFFLINE_PAGE } from '@bidyaloy/shared/site-addresses'

/** Number of viewed notices in the cache. */
export const MAX_CACHED_NOTICES = 30
/** Number of newest notices that are cached before they are viewed. */
export const PRECACHED_NOTICES = 10

/** Number of opened files in the cache, which are not pages. */
export const MAX_CACHED_FILES = 12

/** Pages that are always cached: what parents look for first. */
export const CACHED_LISTS: readonly string[] = [
  pagePaths.notices,
  pagePaths.news,
  pagePaths.downloads,
  calendarPages.calendar,
  contactPages.contact,
]

/** Parameters that choose another part of a list or calendar. */
const SELECTED = ['q', 'year', 'month', 'kind', 'class', 'page']

/** Whether the service worker caches a page. Only the first page of a list is cached. */
export function isCachedPage({ pathname, searchParams }: URL): boolean {
  if (CACHED_LISTS.includes(pathname)) {
    return !SELECTED.some((name) => searchParams.has(name))
  }
  return pathname === '/' || /^\/n\/[^/]+$/.test(pathname)
}

/** Message of a page to the service worker. */
export interface CacheMessage {
  /** Path and query of the shown page, which is cached if `isCachedPage`. */
  page: string
  /** Assets that the page uses. */
  files: readonly string[]
  /** Whether lists and notices are cached before they are viewed. */
  precaches: boolean
}

/** Message of a page to the service worker: the connection has stalled, so waiting again is useless. */
export const STALLED = 'stalled'

/** Returns whether there is a copy of a page; the service worker will show it at once. */
export async function askForCopy({ pathname }: URL): Promise<boolean> {
  const { controller } = navigator.serviceWorker ?? {}
  if (!controller || !(await caches.match(pathname, { ignoreVary: true }))) return false
  controller.postMessage(STALLED)
  return true
}

/* The offline page contains an empty, hidden list, which the service worker fills with cached pages. */
const PAGE_LIST = '<ul class="linklist" id="kept"'
export const HIDDEN_PAGE_LIST = `${PAGE_LIST} hidden=""></ul>`
export const shownPageList = (items: string) => `${PAGE_LIST}>${items}</ul>`
