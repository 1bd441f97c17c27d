import { pagePaths } from '@bidyaloy/shared/site-addresses'

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
