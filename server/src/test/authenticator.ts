import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignIn,
} from '@bidyaloy/shared/school/passkeys'
import * as z from 'zod'

/** What a hostile browser or authenticator does differently. */
export interface Deviation {
  /** The page's origin, which an honest browser writes down. */
  origin?: string
  /** Host that the authenticator signs for. */
  rpId?: string
  challenge?: string
  userHandle?: string
  /** Whether it has checked finger, face or PIN. */
  verified?: boolean
  counter?: number
}

/** A phone with one passkey: a key pair that signs challenges (WebAuthn, ES256, without attestation). */
export interface Authenticator {
  create(options: PasskeyCreation, deviation?: Deviation): NewPasskey['credential']
  get(options: PasskeyRequest, deviation?: Deviation): PasskeySignIn['credential']
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

const PublicJwk = z.object({ x: z.string(), y: z.string() })

export function createAuthenticator(siteOrigin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let userHandle = ''
  let signatures = 0

  const clientData = (type: string, challenge: string, { origin = siteOrigin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (
    rpId: string,
    { verified = true, counter }: Deviation,
    key?: Buffer,
  ) => {
    const data = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(data)
    data.writeUInt8(PRESENT | (verified ? VERIFIED : 0) | (key ? HAS_KEY : 0), 32)
    signatures = counter ?? signatures + 1
    data.writeUInt32BE(signatures, 33)
    return key ? Buffer.concat([data, key]) : data
  }
  const coseKey = () => {
    const { x, y } = PublicJwk.parse(publicKey.export({ format: 'jwk' }))
    return Buffer.concat([
      // A map of kty: EC2, alg: ES256, crv: P-256, x, y.
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
  }

  return {
    create({ challenge, rp, user }, deviation = {}) {
      userHandle = user.id
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), idLength, credentialId, coseKey()])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
        bytes(authenticatorData(deviation.rpId ?? rp.id, deviation, attested)),
      ])
      const data = clientData('webauthn.create', deviation.challenge ?? challenge, deviation)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    get({ challenge, rpId }, deviation = {}) {
      const data = clientData('webauthn.get', deviation.challenge ?? challenge, deviation)
      const signed = authenticatorData(deviation.rpId ?? rpId, deviation)
      const hash = createHash('sha256').update(data).digest()
      const signature = createSign('sha256').update(signed).update(hash).sign(privateKey)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: signed.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: deviation.userHandle ?? userHandle,
        },
      }
    },
  }
}

/** A short text of CBOR (RFC 8949). */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

/** A byte string of CBOR. */
function bytes(value: Buffer): Buffer {
  return value.length < 256
    ? Buffer.concat([Buffer.from([0x58, value.length]), value])
    : Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value])
}
