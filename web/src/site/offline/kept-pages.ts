export { OFFLINE_PAGE } from '@bidyaloy/shared/site-addresses'

/** How many notices stay readable without a connection. */
export const KEPT_NOTICES = 30

/** Whether the browser keeps a page for times without a connection: notices and the front page. */
export function isKeptPage(path: string): boolean {
  return path === '/' || /^\/n\/[^/]+$/.test(path)
}

/** What a page tells the service worker. */
export interface KeepMessage {
  /** Path of the page now shown. */
  page: string
  /** Files of this site that it uses. */
  files: readonly string[]
}
