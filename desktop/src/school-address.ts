/** What became of an address that a person typed. */
type ReadAddress =
  | { ok: true; address: string; open: boolean }
  | { ok: false; reason: 'malformed' | 'not-secure' }

/**
 * Makes an origin of what was typed: `school.example.bd` means https; http only to this computer
 * and to private networks, where nobody can get a certificate.
 */
export function readAddress(typed: string): ReadAddress {
  const text = typed.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const bare = hasScheme ? text.replace(/^[a-z]+:\/\//i, '') : text
  const host = bare.split(/[/?#]/)[0] ?? ''
  const guess = isPrivate(hostName(host)) ? `http://${text}` : `https://${text}`
  const candidate = hasScheme ? text : guess
  if (!URL.canParse(candidate)) return { ok: false, reason: 'malformed' }
  const url = new URL(candidate)
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    return { ok: false, reason: 'malformed' }
  }
  if (url.protocol === 'https:') return { ok: true, address: url.origin, open: false }
  if (!isPrivate(url.hostname)) return { ok: false, reason: 'not-secure' }
  return { ok: true, address: url.origin, open: !isThisComputer(url.hostname) }
}

const hostName = (host: string) =>
  host.startsWith('[') ? host.replace(/\].*$/, ']') : host.replace(/:\d+$/, '')

function isThisComputer(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)
}

/** RFC 1918, link-local and unique local addresses, and names that only a local network knows. */
function isPrivate(host: string): boolean {
  return (
    isThisComputer(host) ||
    /^10(\.\d{1,3}){3}$/.test(host) ||
    /^192\.168(\.\d{1,3}){2}$/.test(host) ||
    /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/.test(host) ||
    /^169\.254(\.\d{1,3}){2}$/.test(host) ||
    /^\[(fe80|f[cd][0-9a-f]{2}):/i.test(host) ||
    /\.(local|lan|home\.arpa)$/i.test(host)
  )
}
