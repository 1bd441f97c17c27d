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

/** What every address of the site looks like, and all targets but a few. */
const ORIGIN_FORM = /^\/[^#\s]*$/

/**
 * The target of a request as `/path?query`, or null where it cannot be read so. What is asked for
 * with an origin before it, as of a proxy, is asked of us all the same (RFC 9112, 3.2.2).
 */
export function originForm(target: string): string | null {
  if (ORIGIN_FORM.test(target)) return target
  const address = target.split('#', 1)[0] ?? ''
  const rest = address.replace(/^https?:\/\/[^/?]*/i, '')
  if (rest !== address && !URL.canParse(address)) return null
  const path = rest === address || rest.startsWith('/') ? rest : `/${rest}`
  return ORIGIN_FORM.test(path) ? path : null
}

/** `/path?query` of a request as a URL of `ORIGIN`, or null where no address of the site is like it. */
export function requestUrl(target = ''): URL | null {
  const path = target.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || decodedPath(path) === null) return null
  return URL.canParse(ORIGIN + target) ? new URL(ORIGIN + target) : null
}
