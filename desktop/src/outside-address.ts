/** The origin of the program's own page. `new URL('app://school/').origin` is `null`: compare both. */
export const PAGE_SCHEME = 'app'
/** Host of the page's address, under `PAGE_SCHEME`. */
export const PAGE_HOST = 'school'
/** Both together, `app://school`, without a trailing slash. */
export const PAGE_ADDRESS = `${PAGE_SCHEME}://${PAGE_HOST}`

type Destination =
  /** The program's own page shows it. */
  | { kind: 'inside' }
  /** The system opens it: a browser, a mail program, a telephone. */
  | { kind: 'outside'; address: string }
  | { kind: 'nowhere' }

const NOWHERE: Destination = { kind: 'nowhere' }
/** What the packed dashboard draws itself. */
const OWN_PAGES = /^\/(admin(\/.*)?|desktop\/crashed)$/

/**
 * Where an address may lead that the page names.
 * @param site origin of the school's server, to which the page's other addresses belong
 */
export function destinationOf(address: string, site: string | null): Destination {
  if (!URL.canParse(address)) return NOWHERE
  const url = new URL(address)
  switch (url.protocol) {
    case `${PAGE_SCHEME}:`:
      if (url.host !== PAGE_HOST || url.username || url.password) return NOWHERE
      if (OWN_PAGES.test(url.pathname)) return { kind: 'inside' }
      // A public page or a file of the site: the visitor's view of it is in the browser.
      return site && !/^\/(api|desktop|assets)(\/|$)/.test(url.pathname)
        ? { kind: 'outside', address: site + url.pathname + url.search + url.hash }
        : NOWHERE
    case 'https:':
      return url.username || url.password ? NOWHERE : { kind: 'outside', address: url.href }
    case 'http:':
      // Only the school's own server, which may stand in the own network without a certificate.
      return site && url.origin === site ? { kind: 'outside', address: url.href } : NOWHERE
    case 'mailto:':
    case 'tel:':
      return { kind: 'outside', address: url.href }
    default:
      return NOWHERE
  }
}

/** Whether the page may fetch something from outside: pictures of videos, nothing else. */
export function mayLoad({ url, resourceType }: { url: string; resourceType: string }): boolean {
  if (!URL.canParse(url)) return false
  return new URL(url).origin === 'https://i.ytimg.com' && resourceType === 'image'
}
