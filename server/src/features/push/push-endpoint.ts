import { ECDH } from 'node:crypto'
import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/*
 * Subscribers choose the address that the server sends to. It must be of a push service, and not lead
 * into the network of the server: the name is judged when it is stored and before each message, what
 * it resolves to when a message is sent.
 */

/** Hosts of the push services of browsers; `*.` stands for any host below. */
const KNOWN_SERVICES = [
  // Chrome, Edge on Android, Opera, Brave, Samsung Internet.
  'fcm.googleapis.com',
  // Firefox.
  '*.push.services.mozilla.com',
  // Safari.
  '*.push.apple.com',
  // Edge on Windows.
  '*.notify.windows.com',
]
/** This machine, as a further push service: for tests, over http at any port. */
export const LOOPBACK = '127.0.0.1'

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

/** Whether a text names further push services: `push.example.org`, or `*.example.org`. */
export function isServiceName(name: string): boolean {
  return name === LOOPBACK || /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(name)
}

/**
 * Whether messages may be sent to a URL: https at the usual port of a push service.
 * @param services hosts besides those of browsers
 */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol === 'http:' && hostname === LOOPBACK) return services.includes(LOOPBACK)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return (
    isIP(hostname) === 0 &&
    [...KNOWN_SERVICES, ...services].some((service) =>
      service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service,
    )
  )
}

/** Whether a text is the public key of a browser: a point of the curve P-256, not compressed. */
export function isBrowserKey(key: string): boolean {
  try {
    const point = ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
    return point === key.replace(/=$/, '')
  } catch {
    return false
  }
}

/** Resolves a name to its public addresses; fails with `ENOTPUBLIC` if it has none. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) {
      const refused = new Error(`${hostname} has no public address`)
      return callback(Object.assign(refused, { code: NOT_PUBLIC }), '')
    }
    if (options.all) callback(null, open)
    else callback(null, first.address, first.family)
  })
}

/** Error code of a name that resolves only to addresses that are not public. */
export const NOT_PUBLIC = 'ENOTPUBLIC'
