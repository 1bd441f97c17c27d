import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { parseUrl } from '@bidyaloy/shared/web-address'

/*
 * Subscribers choose the address that the server sends to. It must be of a push service, and not lead
 * into the network of the server: the name is judged when it is stored and before each message, what
 * it resolves to when a message is sent, by `publicLookup`.
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

/** Whether a text names further push services: `push.example.org`, or `*.example.org`. */
export function isServiceName(name: string): boolean {
  return name === LOOPBACK || /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(name)
}

/**
 * Whether messages may be sent to a URL: https at the usual port of a push service.
 * @param services hosts besides those of browsers
 */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  const url = parseUrl(endpoint)
  if (!url) return false
  const { protocol, hostname, port, username, password } = url
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
