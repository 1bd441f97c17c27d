import { parseUrl } from '@bidyaloy/shared/web-address'

/** The dashboard's first page. */
export const HOME_PATH = '/admin/dashboard'
export const LOGIN_PATH = '/admin/login'

/** Only to take addresses apart; nothing is ever sent there. */
const ANYWHERE = 'https://school.invalid'

/**
 * Where to go after signing in: `wanted` if it is a path of the dashboard on this very site,
 * otherwise the dashboard's first page. An address from outside never gets through.
 */
export function safeReturnPath(wanted: string | null): string {
  const address = wanted?.startsWith('/') ? parseUrl(wanted, ANYWHERE) : null
  if (!address) return HOME_PATH
  const { origin, pathname, search, hash } = address
  const inside = pathname === HOME_PATH || pathname.startsWith(`${HOME_PATH}/`)
  return origin === ANYWHERE && inside ? pathname + search + hash : HOME_PATH
}

/** The sign-in page that leads back to `wanted`. */
export function loginPath(wanted: string): string {
  const back = safeReturnPath(wanted)
  return back === HOME_PATH ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ next: back })}`
}
