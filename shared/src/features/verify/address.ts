import { parseUrl } from '../../web-address.ts'

/* Addresses as they are typed from a printed notice. Free of zod: the public page imports it. */

/** Longest address of an entry that anyone types or that a code has. */
export const MAX_ADDRESS = 200

/**
 * Returns the path in an address of this site, such as `shaplanagar.edu.bd/n/7k2`, decoded; null for
 * addresses of other sites, and for texts that are none.
 * @param hosts hosts of this site, with their ports
 */
export function ownPath(address: string, hosts: readonly string[]): string | null {
  const typed = address.trim()
  const isPath = /^\/(?![/\\])/.test(typed)
  // «n/7k2», without the host.
  const isShort = /^[^/.:]+\//.test(typed)
  const whole = isPath || isShort ? `http://site.invalid/${typed.replace(/^\//, '')}` : typed
  const url = parseUrl(/^https?:\/\//i.test(whole) ? whole : `http://${whole}`)
  if (!url || typed === '' || typed.includes('\\')) return null
  if (!isPath && !isShort && !hosts.some((host) => isSameHost(url.host, host))) return null
  try {
    return decodeURIComponent(url.pathname).normalize('NFC')
  } catch {
    return null
  }
}

const isSameHost = (one: string, other: string) => bare(one) === bare(other)

/** Printed addresses name neither the protocol nor `www`. */
const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:(80|443)$/, '')
