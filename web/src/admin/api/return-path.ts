import { parseUrl } from '@bidyaloy/shared/web-address'

/** The dashboard's first page. */
export const HOME_PATH = '/admin/dashboard'
export const LOGIN_PATH = '/admin/login'

/** Base for parsing paths; never requested. */
const BASE = 'https://school.invalid'

/** Returns `wanted` if it is a path of this dashboard, otherwise the dashboard's first page. */
export function safeReturnPath(wanted: string | null): string {
  const address = wanted?.startsWith('/') ? parseUrl(wanted, BASE) : null
  if (!address) return HOME_PATH
  const { origin, pathname, search, hash } = address
  const inside = pathname === HOME_PATH || pathname.startsWith(`${HOME_PATH}/`)
  return origin === BASE && inside ? pathname + search + hash : HOME_PATH
}

/** Returns the sign-in page's path, which leads back to `wanted`. */
export function loginPath(wanted: string): string {
  const back = safeReturnPath(wanted)
  return back === HOME_PATH ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ next: back })}`
}
