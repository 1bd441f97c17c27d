import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, type Language, Problem } from '@bidyaloy/shared/api/problem'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { parseUrl } from '@bidyaloy/shared/web-address'
import type { Context, ParameterizedContext } from 'koa'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import type { RequestState } from './request-log.ts'

/** Whether a method only reads. */
export function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** @throws Problem `method_not_allowed` for other methods than GET and HEAD */
export function assertRead({ method }: Pick<Context, 'method'>): void {
  if (!isRead(method)) throw new Problem('method_not_allowed', { allow: ['GET', 'HEAD'] })
}

/** Placeholder origin for parsing request targets; independent of the Host header. */
export const ORIGIN = 'http://site.invalid'

/** Matches paths that no URL of the site has: control characters, ends of lines, `\`, a leading `//`, `..`. */
const INVALID_PATH = /[\p{Cc}\p{Zl}\p{Zp}\\]|^\/\/|\/\.{1,2}(?:\/|$)/u

/** Returns a path decoded once, or null if no URL of the site can have it. */
export function decodedPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return INVALID_PATH.test(decoded) ? null : decoded
  } catch {
    return null
  }
}

/** Matches the origin form of a request target, which nearly all clients send. */
const ORIGIN_FORM = /^\/[^#\s]*$/

/**
 * Returns the target of a request as `/path?query`, or null if it is malformed. The absolute form,
 * which is sent to proxies, must be accepted too (RFC 9112, 3.2.2).
 */
export function originForm(target: string): string | null {
  if (ORIGIN_FORM.test(target)) return target
  const address = target.split('#', 1)[0] ?? ''
  const rest = address.replace(/^https?:\/\/[^/?]*/i, '')
  if (rest !== address && !parseUrl(address)) return null
  const path = rest === address || rest.startsWith('/') ? rest : `/${rest}`
  return ORIGIN_FORM.test(path) ? path : null
}

/** Returns `/path?query` as a URL of `ORIGIN`, or null if no URL of the site can have that path. */
export function requestUrl(target = ''): URL | null {
  const path = target.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || decodedPath(path) === null) return null
  return parseUrl(ORIGIN + target)
}

/**
 * Checks that a request comes from a page of this site. For writes with the cookie, which browsers
 * send automatically, and for sign-in, where another site could submit its own account.
 *
 * Browsers send `Sec-Fetch-Site`, older ones `Origin` or `Referer`. A request with none of them
 * passes: it comes from a command-line tool, since every browser with `SameSite` cookies sends
 * `Origin` with a write.
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

/** Compares for equality only: the client controls the Host header. */
function isOwn(source: string, host: string, publicUrl: string | undefined): boolean {
  const url = parseUrl(source)
  if (!url) return false
  const { protocol, host: sourceHost, origin } = url
  if (protocol !== 'http:' && protocol !== 'https:') return false
  if (publicUrl && new URL(publicUrl).origin === origin) return true
  const own = `${protocol}//${host}`
  // Parsed as URL, which drops the default port.
  return host !== '' && parseUrl(own)?.host === sourceHost
}

const COOKIE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=`)

/** Whether a path is of the API, whose answers are data, except for the page of its document. */
export const isData = (path: string) =>
  path.startsWith('/api/') && !/^\/api\/docs(?:\/|$)/.test(path)

/** Whether a request carries a token, valid or not. */
export function hasCredentials({ headers }: IncomingMessage): boolean {
  const { authorization, cookie } = headers
  return authorization !== undefined || (cookie !== undefined && COOKIE.test(cookie))
}

/** Bits of an IPv6 group. */
const GROUP = 16

/** Returns the network of an IPv6 address with a prefix of that many bits, in a normal form. */
function networkOf(address: string, bits: number): string {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...new Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, bits / GROUP)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`
}

/** Returns the IPv4 address that an IPv6 address stands for, or null. */
function mappedIPv4(address: string): string | null {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1]
  return mapped && isIPv4(mapped) ? mapped : null
}

/**
 * Returns the key by which a client is counted: the IPv4 address, or the /64 network of an IPv6
 * address, since one client usually controls the whole network.
 */
export function rateLimitKey(address: string): string {
  const mapped = mappedIPv4(address)
  if (mapped) return mapped
  return isIPv6(address) ? networkOf(address, 64) : address.slice(0, 64)
}

/** A /48 network may do as much as this many clients: one site often has a whole one. */
export const NETWORK_CLIENTS = 8

/** Returns the key of the /48 network of an IPv6 address; null for others. */
export function networkKey(address: string): string | null {
  return isIPv6(address) && !mappedIPv4(address) ? networkOf(address, 48) : null
}

/** Headers that belong to a single response. */
const NOT_SHARED = ['content-length', 'content-range', 'strict-transport-security']

/**
 * Returns the headers set so far that are the same for every client.
 * @param except lower-case names of further headers to leave out
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

/** Returns a short hash of a body, for its ETag. */
export function contentHash(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/**
 * Whether `If-None-Match` contains the response's ETag. Unlike Koa's `ctx.fresh`, it ignores
 * `Cache-Control: no-cache` of the request: a matching tag always gets 304.
 */
export function isNotModified(ctx: Pick<ParameterizedContext, 'get' | 'response'>): boolean {
  const known = ctx.get('If-None-Match').split(',')
  const etag = ctx.response.get('ETag')
  return known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/** Creates the problem for a field or parameter that was sent more than once. */
export function repeatedField(name: string): Problem {
  return invalidField(name, validationText('valid.repeated'))
}

/** Returns the language of messages for this client: Bengali unless English is preferred. */
export function languageOf(ctx: Context): Language {
  return ctx.acceptsLanguages('bn', 'en') === 'en' ? 'en' : 'bn'
}

/** Where a request came from, as fields of a log line. */
export function requestFields({ state: { requestId }, ip }: ParameterizedContext<RequestState>): {
  requestId: string
  address: string
} {
  return { requestId, address: ip.slice(0, 64) }
}

/** A typed name as logs hold it: its first 60 characters. */
export function nameInLog(username: string): string {
  return username.slice(0, 60)
}

const MAX_RESULTS = 2000
/** Longer texts are not cached: legitimate requests have none. */
const MAX_KEY_LENGTH = 300

/** Caches the results of `work` for the texts that clients sent last: the same few come all the time. */
export function memoize<T>(work: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { result: T }>({ max: MAX_RESULTS })
  return (text) => {
    const found = known.get(text)
    if (found) return found.result
    const result = work(text)
    if (text.length > MAX_KEY_LENGTH) return result
    known.set(text, { result })
    return result
  }
}
