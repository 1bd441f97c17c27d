import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { type Language, Problem } from '@bidyaloy/shared/api/problem'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import type { Context, ParameterizedContext } from 'koa'
import type { Config } from '../config.ts'

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

/**
 * Lets a request pass that comes from a page of this site. For writes with the cookie, which a
 * browser adds by itself, and for sign-in, with which another site could slip in its own account.
 *
 * A browser says where a request comes from: `Sec-Fetch-Site`, or in older ones `Origin` (else
 * `Referer`). A request that says nothing at all is let through: it comes from a tool that someone
 * runs by hand, since every browser that keeps `SameSite` cookies sends `Origin` with a write.
 * @throws Problem `cross_site`
 */
export function assertSameOrigin(ctx: Context, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const site = ctx.get('Sec-Fetch-Site')
  if (site) {
    if (site === 'same-origin' || site === 'none') return
    throw new Problem('cross_site')
  }
  const source = ctx.get('Origin') || ctx.get('Referer')
  if (source && !isOwn(source, ctx.host, publicUrl)) throw new Problem('cross_site')
}

/** Compares for equality only: the Host header is what a client claims, and builds nothing here. */
function isOwn(source: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(source)) return false
  const { protocol, host: sourceHost, origin } = new URL(source)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  if (publicUrl && new URL(publicUrl).origin === origin) return true
  const own = `${protocol}//${host}`
  // Through URL, so that a default port in either does not matter.
  return host !== '' && URL.canParse(own) && new URL(own).host === sourceHost
}

const COOKIE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=`)

/** Whether a request may be an admin's: it brings a token, good or not. */
export function hasCredentials({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || COOKIE.test(headers.cookie ?? '')
}

/**
 * What stands for a client in counts: an IPv4 address, or the first half of an IPv6 one, since
 * whoever has one address of a network has them all.
 */
export function rateLimitKey(address: string): string {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address.slice(0, 64)
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...new Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** What belongs to one request, or is set anew for each answer. */
const NOT_SHARED = ['x-request-id', 'content-length', 'content-range', 'strict-transport-security']

/**
 * The headers set so far that are the same for every reader of this answer.
 * @param except more that are left out, in small letters
 */
export function shareableHeaders(
  res: ServerResponse,
  except: readonly string[] = [],
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of res.getHeaderNames()) {
    if (NOT_SHARED.includes(name) || except.includes(name)) continue
    headers[name] = String(res.getHeader(name))
  }
  return headers
}

/**
 * Whether the reader already has what the answer's ETag stands for. Koa's own check obeys a
 * `no-cache` of the reader; whoever sends a tag along can be told that it still holds.
 */
export function isNotModified(ctx: Pick<ParameterizedContext, 'get' | 'response'>): boolean {
  const known = ctx.get('If-None-Match').split(',')
  const etag = ctx.response.get('ETag')
  return known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/** Creates the problem for a field or parameter that was sent more than once. */
export function repeatedField(name: string): Problem {
  return new Problem('validation_failed', { fields: { [name]: validationText('valid.repeated') } })
}

/** The language of sentences for this reader: Bengali unless English is preferred. */
export function languageOf(ctx: Context): Language {
  return ctx.acceptsLanguages('bn', 'en') === 'en' ? 'en' : 'bn'
}
