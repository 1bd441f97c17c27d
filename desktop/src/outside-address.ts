import { parseUrl } from '@bidyaloy/shared/web-address'
/** Scheme of the app's page. `new URL('app://school/').origin` is `null`: compare scheme and host. */
export const PAGE_SCHEME = 'app'
/** Host of the page's address, under `PAGE_SCHEME`. */
export const PAGE_HOST = 'school'
/** Both together, `app://school`, without a trailing slash. */
export const PAGE_ADDRESS = `${PAGE_SCHEME}://${PAGE_HOST}`

type Destination =
  /** Opens in the app's window. */
  | { kind: 'inside' }
  /** Opens in the system's browser, mail or phone app. */
  | { kind: 'outside'; address: string }
  | { kind: 'nowhere' }

const NOWHERE: Destination = { kind: 'nowhere' }
/** Pages of the bundled dashboard. */
const OWN_PAGES = /^\/(admin(\/.*)?|desktop\/crashed)$/

/**
 * Decides where a link of the page may open.
 * @param site origin of the school's server, to which the page's other addresses belong
 */
export function destinationOf(address: string, site: string | null): Destination {
  const url = parseUrl(address)
  if (!url) return NOWHERE
  switch (url.protocol) {
    case `${PAGE_SCHEME}:`:
      if (url.host !== PAGE_HOST || url.username || url.password) return NOWHERE
      if (OWN_PAGES.test(url.pathname)) return { kind: 'inside' }
      // Public pages and files of the site open in the browser.
      return site && !/^\/(api|desktop|assets)(\/|$)/.test(url.pathname)
        ? { kind: 'outside', address: site + url.pathname + url.search + url.hash }
        : NOWHERE
    case 'https:':
      return url.username || url.password ? NOWHERE : { kind: 'outside', address: url.href }
    case 'http:':
      // Only the school's own server, which may be in a local network without a certificate.
      return site && url.origin === site ? { kind: 'outside', address: url.href } : NOWHERE
    case 'mailto:':
    case 'tel:':
      return { kind: 'outside', address: url.href }
    default:
      return NOWHERE
  }
}
