/** Stands for the site's origin where an address must be whole, whatever the Host header claims. */
export const ORIGIN = 'http://site.invalid'

/** What no address of the site holds: control characters, `\`, a second slash at its start, `..`. */
const NEVER = /[\p{Cc}\\]|^\/\/|\/\.{1,2}(?:\/|$)/u

/** A path decoded once, or null where no address of the site can look like that. */
export function decodedPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return NEVER.test(decoded) ? null : decoded
  } catch {
    return null
  }
}

/**
 * `/path?query` of a request as a URL of `ORIGIN`, or null where it is none. What is asked for with
 * an origin before it, as of a proxy, is asked of us all the same (RFC 9112, 3.2.2).
 */
export function requestUrl(target = ''): URL | null {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const address = rest === target || rest.startsWith('/') ? rest : `/${rest}`
  const path = address.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/') || decodedPath(path) === null) return null
  return URL.canParse(ORIGIN + address) ? new URL(ORIGIN + address) : null
}
