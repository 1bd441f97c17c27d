import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { ServerProof } from '@bidyaloy/shared/api/about'
import { paths } from '@bidyaloy/shared/api/paths'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { requestPublic } from '../../lib/public-request.ts'
import { LOOPBACK } from '../push/push-endpoint.ts'
import type { ServerKey } from '../status/status-routes.ts'

interface AskOptions {
  prove: ServerKey['prove']
  /** Whether 127.0.0.1 may be asked. */
  toLoopback: boolean
  signal: AbortSignal
}

/**
 * Whether this installation answers: at `own`, the address itself or where that redirects to. Or else
 * another site does, or nothing.
 */
type Answer = { own: string; problem?: undefined } | { own: null; problem: 'other' | 'unreachable' }

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 16 * 1024
/** To https, and to the name with or without `www`. */
const MAX_REDIRECTS = 2

const other: Answer = { own: null, problem: 'other' }
const unreachable: Answer = { own: null, problem: 'unreachable' }

/**
 * Asks for the proof of a server at an origin. Everybody with an account may state the origin: it is
 * asked only at the usual ports of a public name, and redirects are followed only within that name.
 */
export async function askAddress(
  origin: string,
  { prove, toLoopback, signal }: AskOptions,
): Promise<Answer> {
  const nonce = randomBytes(32).toString('base64url')
  const expected = prove(nonce)
  let url = new URL(origin)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!mayAsk(url, toLoopback)) return unreachable
    const proofUrl = new URL(paths.proveServer.path, url.origin)
    const response = await requestPublic(proofUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      signal,
    }).catch(() => null)
    if (!response || response.status >= 500 || response.status === 429) return unreachable
    const { status, headers, body } = response
    const location = headers.location ?? ''
    const next = status >= 300 && status < 400 ? parseUrl(location, url.origin) : null
    if (next) {
      if (nameOf(next) !== nameOf(url)) return other
      url = next
      continue
    }
    const proof = readProof(body.toString())
    // Signatures of Ed25519 do not vary.
    const isOwn = proof?.key === expected.key && proof.signature === expected.signature
    return isOwn ? { own: url.origin } : other
  }
  return other
}

function mayAsk({ protocol, hostname, port }: URL, toLoopback: boolean): boolean {
  if (toLoopback && protocol === 'http:' && hostname === LOOPBACK) return true
  return ['http:', 'https:'].includes(protocol) && port === '' && isPublicName(hostname)
}

const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|arpa)$/

/** Whether a host is a name, other than those of local networks. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && isIP(name) === 0 && !LOCAL_NAME.test(name)
}

const nameOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

function readProof(text: string): ServerProof | undefined {
  try {
    return ServerProof.safeParse(JSON.parse(text)).data
  } catch {
    // Another site has its own page for missing addresses.
    return undefined
  }
}
