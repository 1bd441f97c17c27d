import dns from 'node:dns'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/* Requests to servers that others name: only to public addresses, with limits of time and size. */

// One list for each family: a list judges addresses of IPv4 also by their mapped form in IPv6.
const internal4 = new BlockList()
const internal6 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  internal4.addSubnet(network, prefix)
}
// All that is not global unicast, and what contains addresses of IPv4.
for (const [network, prefix] of [
  ['::', 3],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  internal6.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address is outside of every private, local and reserved network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !internal4.check(address)
  return family === 6 && !internal6.check(address, 'ipv6')
}

/** Resolves a name to its public addresses; fails with `ENOTPUBLIC` if it has none. */
export const publicLookup: LookupFunction = createLookup(isPublicAddress)

/** Creates a function that resolves names to allowed addresses only; it fails with `ENOTPUBLIC` if there are none. */
export function createLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const open = addresses.filter(({ address }) => isAllowed(address))
      const [first] = open
      if (!first) {
        const refused = new Error(`${hostname} has no public address`)
        return callback(Object.assign(refused, { code: NOT_PUBLIC }), '')
      }
      if (options.all) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Whether the host of an address is a literal IP address that is not allowed. Decimal, octal and shortened
 * forms are the usual ones in a `URL`.
 */
export function isRefusedLiteral(
  { hostname }: URL,
  isAllowed: (address: string) => boolean,
): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) !== 0 && !isAllowed(literal)
}

/** Error code of a name that resolves only to addresses that are not public. */
export const NOT_PUBLIC = 'ENOTPUBLIC'

interface PublicRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Time limit of the whole exchange. */
  timeoutMs: number
  /** A longer response is cut off. */
  maxBytes: number
  signal: AbortSignal
}

interface PublicResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Longer than `maxBytes` if it was cut off. */
  body: Buffer
  /** Whether the body came to its end. */
  isComplete: boolean
}

/**
 * Sends a request without following redirects. An address instead of a name is not looked up: callers
 * check that.
 * @throws Error without a response, or if the name has no public address
 */
export function requestPublic(
  url: URL,
  { method = 'GET', headers, body = '', timeoutMs, maxBytes, signal }: PublicRequest,
): Promise<PublicResponse> {
  const { request } = url.protocol === 'https:' ? https : http
  const options = {
    method,
    headers: { 'user-agent': 'bidyaloy', ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    lookup: publicLookup,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > maxBytes) response.destroy()
      })
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          isComplete: response.complete,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
