import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { ServerProof, signedText } from '@bidyaloy/shared/api/about'
import { paths } from '@bidyaloy/shared/api/paths'
import { type Forward, readJson } from '../forward.ts'

/** The proven public key of a server, or why it is missing. */
export type Proof = { key: string } | 'no-answer' | 'no-proof'

/** Whether an address needs a proof, because it has no certificate. */
export function needsProof(address: string): boolean {
  return address.startsWith('http:')
}

/** Size limit of a proof, in bytes. */
const MAX_PROOF = 4096

/** Requests a signature of a fresh nonce. */
export async function requestProof(forward: Forward): Promise<Proof> {
  const nonce = randomBytes(32).toString('base64url')
  const response = await forward({
    ...paths.proveServer,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ nonce })),
    withoutToken: true,
  })
  // A busy server may still prove itself later.
  if (!response || response.status === 429 || response.status >= 500) return 'no-answer'
  const proof = ServerProof.safeParse(await readJson(response, MAX_PROOF))
  return proof.success && isGood(proof.data, nonce) ? { key: proof.data.key } : 'no-proof'
}

function isGood({ key, signature }: ServerProof, nonce: string): boolean {
  try {
    const der = Buffer.from(key, 'base64url')
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const text = Buffer.from(signedText(nonce))
    return (
      publicKey.asymmetricKeyType === 'ed25519' &&
      verify(null, text, publicKey, Buffer.from(signature, 'base64url'))
    )
  } catch {
    return false
  }
}

/** Blocks requests to a server other than the known one. */
export interface ServerIdentity {
  /** Forwards to the known server only; otherwise resolves to null. */
  forward: Forward
  /** Whether the last check found another server. */
  hasIdentityChanged(): boolean
}

interface ServerIdentityOptions {
  address: string
  /** The key pinned at the first connection; undefined before. */
  key: string | undefined
  forward: Forward
  pin: (key: string) => Promise<void>
}

/** Validity of a proof in milliseconds; short, because a laptop may change networks. */
const PROOF_VALID_MS = 10_000

/** Forwards everything over https, where the certificate proves the server. */
export function createServerIdentity({
  address,
  key: pinned,
  forward,
  pin,
}: ServerIdentityOptions): ServerIdentity {
  if (!needsProof(address)) return { forward, hasIdentityChanged: () => false }
  let stranger = false
  let provedAt = 0
  let checking: Promise<boolean> | null = null

  const check = async (): Promise<boolean> => {
    const proof = await requestProof(forward)
    if (proof === 'no-answer') return false
    const isKnown = proof !== 'no-proof' && (pinned === undefined || proof.key === pinned)
    stranger = !isKnown
    if (!isKnown) return false
    provedAt = Date.now()
    if (pinned === undefined) await pin(proof.key)
    pinned = proof.key
    return true
  }

  const isKnown = async (): Promise<boolean> => {
    const age = Date.now() - provedAt
    if (!stranger && age >= 0 && age < PROOF_VALID_MS) return true
    checking ??= check().finally(() => {
      checking = null
    })
    return checking
  }
  return {
    async forward(request) {
      const response = (await isKnown()) ? await forward(request) : null
      if (response === null) provedAt = 0
      return response
    },
    hasIdentityChanged: () => stranger,
  }
}
