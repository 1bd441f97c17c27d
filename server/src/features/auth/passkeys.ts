import { randomBytes } from 'node:crypto'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import type { RecoveryCodes } from '@bidyaloy/shared/school/factors'
import {
  MAX_PASSKEYS,
  type NewPasskey,
  PasskeyCreation,
  type PasskeyRequest,
  type PasskeySignIn,
} from '@bidyaloy/shared/school/passkeys'
import type * as z from 'zod'
import type { Config } from '../../config.ts'
import { AdminRow, PasskeyRow, SessionRow } from '../../db/entities.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { newId } from '../../ids.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { type Confirmed, prepareFactor, removeUnneededCodes } from './factors.ts'
import type { Attempt } from './login-limit.ts'
import { CHALLENGE_MS } from './passkey-challenges.ts'
import { confirmPassword } from './passwords.ts'
import { hasExpired, type Origin, openSession, type SignedIn } from './sign-in-commands.ts'
import type { SignInDeps } from './sign-in-deps.ts'

/** Loaded on first use: most schools never need its megabytes of memory. */
const webAuthn = () => import('@simplewebauthn/server')

/** Signatures that browsers and authenticators agree on: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The one origin on which passkeys work. Authenticators bind each passkey to its host. */
export interface PasskeySite {
  origin: string
  /** Host of the origin: the id of the relying party. */
  rpId: string
}

/**
 * Returns where passkeys work, or null. Only the configured URL counts: the client controls the Host
 * header. Browsers demand a secure context and a host that is a name.
 */
export function passkeySite({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | null {
  if (!publicUrl) return null
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecureContext = protocol === 'https:' || hostname === 'localhost'
  const isName = !/^(\[|[\d.]+$)/.test(hostname)
  return isSecureContext && isName ? { origin, rpId: hostname } : null
}

/** @throws Problem `forbidden` if passkeys work nowhere */
export function requirePasskeySite(config: Pick<Config, 'publicUrl'>): PasskeySite {
  const site = passkeySite(config)
  if (!site) throw new Problem('forbidden', { sentence: siteMessages['admin.passkeyNowhere'] })
  return site
}

/** Returns options for a sign-in with any passkey of the site. Anyone may ask: without the library. */
export function passkeyRequest({ rpId }: PasskeySite): PasskeyRequest {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' }
}

interface PasskeyProof extends Origin {
  site: PasskeySite
  /** Takes the browser's challenge; null without one. */
  takeChallenge: () => Promise<string | null>
}

/**
 * Creates a session for the owner of a passkey. It is both factors: something the owner has, which
 * has checked a finger, face or PIN.
 * @throws Problem `invalid_credentials` whatever is wrong, `too_many_requests`
 */
export async function signInWithPasskey(
  deps: SignInDeps,
  { credential }: z.output<typeof PasskeySignIn>,
  { site, takeChallenge, address, userAgent, device }: PasskeyProof,
): Promise<SignedIn> {
  const { db, clock, limit, deviceKey } = deps
  const passkey = await db.read.findOneBy(PasskeyRow, { credentialId: credential.id })
  const attempt: Attempt = {
    purpose: 'passkey',
    address,
    name: passkey?.adminId ?? '',
    ...(passkey && { session: `passkeys ${passkey.adminId}` }),
  }
  await limit.check(attempt)
  await limit.count(attempt)
  const challenge = await takeChallenge()
  if (!passkey || challenge === null || !belongsTo(passkey.adminId, credential)) throw refused()
  const counter = await verifiedCounter({ credential, passkey, challenge, site })
  await limit.succeeded(attempt)
  const { tell, ...signedIn } = await db.writePrivate(async (tx) => {
    const now = clock()
    const admin = await tx.findOneBy(AdminRow, { id: passkey.adminId })
    if (!admin || admin.disabledAt !== null || hasExpired(admin, now)) throw refused()
    // It may have been removed meanwhile, or have signed another challenge.
    const { affected } = await tx.update(
      PasskeyRow,
      { id: passkey.id, counter: passkey.counter },
      { counter, lastUsedAt: now.toISOString() },
    )
    if (affected !== 1) throw refused()
    const opening = { userAgent, twoStep: true, device, deviceKey, now }
    return openSession(tx, admin, opening)
  })
  tell(deps)
  return signedIn
}

function refused(cause?: unknown): Problem {
  return new Problem('invalid_credentials', {
    sentence: siteMessages['admin.passkeyRefused'],
    cause,
  })
}

function belongsTo(
  adminId: string,
  { response }: z.output<typeof PasskeySignIn>['credential'],
): boolean {
  return Buffer.from(response.userHandle, 'base64url').toString('utf8') === adminId
}

interface Assertion {
  credential: z.output<typeof PasskeySignIn>['credential']
  passkey: PasskeyRow
  challenge: string
  site: PasskeySite
}

/**
 * Verifies signature, challenge, origin, relying party, user verification and counter.
 * @returns the new counter
 * @throws Problem `invalid_credentials`
 */
async function verifiedCounter({ credential, passkey, challenge, site }: Assertion) {
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (verified) return authenticationInfo.newCounter
  } catch (error) {
    throw refused(error)
  }
  throw refused()
}

/**
 * Returns options for a new passkey, after a confirmation by password.
 * @throws Problem `conflict` if there are too many, `validation_failed`, `too_many_requests`
 */
export async function passkeyCreation(
  deps: SignInDeps,
  confirmed: Confirmed,
  { rpId }: PasskeySite,
): Promise<PasskeyCreation> {
  await confirmPassword(deps, confirmed)
  const { id, username } = confirmed.admin
  const present = await deps.db.read.findBy(PasskeyRow, { adminId: id })
  assertRoom(present.length)
  const { generateRegistrationOptions } = await webAuthn()
  return PasskeyCreation.parse(
    await generateRegistrationOptions({
      rpName: rpId,
      rpID: rpId,
      userID: new Uint8Array(Buffer.from(id)),
      userName: username,
      userDisplayName: username,
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
}

function assertRoom(present: number): void {
  if (present < MAX_PASSKEYS) return
  throw new Problem('conflict', { sentence: siteMessages['admin.passkeysFull'] })
}

/**
 * Stores a new passkey. The password was confirmed when the session got the challenge; a change of
 * the password ends the session, or gives it another id.
 * @throws Problem `conflict` if it is known or there are too many, `validation_failed` on
 *   `credential`, `unauthenticated` if the session has ended
 */
export async function addPasskey(
  deps: SignInDeps,
  admin: SignedInAdmin,
  { name, credential }: z.output<typeof NewPasskey>,
  { site, takeChallenge }: Pick<PasskeyProof, 'site' | 'takeChallenge'>,
): Promise<RecoveryCodes> {
  const challenge = await takeChallenge()
  if (challenge === null) throw invalidField('credential', validationText('valid.passkey'))
  const made = await verifiedCredential({ credential, challenge, site })
  const { id: adminId, sessionId } = admin
  return deps.db.writePrivate(async (tx) => {
    if (!(await tx.existsBy(SessionRow, { id: sessionId, adminId }))) {
      throw new Problem('unauthenticated')
    }
    if (await tx.existsBy(PasskeyRow, { credentialId: made.credentialId })) {
      throw new Problem('conflict', { sentence: siteMessages['admin.passkeyTaken'] })
    }
    assertRoom(await tx.countBy(PasskeyRow, { adminId }))
    const now = deps.clock()
    const codes = await prepareFactor(tx, deps, admin)
    const row = { ...made, id: newId(), adminId, name, createdAt: now.toISOString() }
    await tx.insert(PasskeyRow, { ...row, lastUsedAt: null })
    const event = { action: 'passkeyAdded', subject: 'account', title: name } as const
    await recordActivity(tx, { by: admin.username, now }, event)
    return { codes }
  })
}

interface Attestation {
  credential: z.output<typeof NewPasskey>['credential']
  challenge: string
  site: PasskeySite
}

/** @throws Problem `validation_failed` on `credential` */
async function verifiedCredential({ credential, challenge, site }: Attestation) {
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo) {
      const { id, publicKey, counter } = registrationInfo.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
      }
    }
  } catch (error) {
    throw invalidField('credential', validationText('valid.passkey'), error)
  }
  throw invalidField('credential', validationText('valid.passkey'))
}

/** Removes a passkey. @throws Problem `not_found`, `validation_failed`, `too_many_requests` */
export async function removePasskey(
  deps: SignInDeps,
  id: string,
  confirmed: Confirmed,
): Promise<undefined> {
  const assertStillAllowed = await confirmPassword(deps, confirmed)
  const { id: adminId, username } = confirmed.admin
  await deps.db.writePrivate(async (tx) => {
    await assertStillAllowed(tx)
    const passkey = await tx.findOneBy(PasskeyRow, { id, adminId })
    if (!passkey) throw new Problem('not_found')
    await tx.delete(PasskeyRow, { id })
    await removeUnneededCodes(tx, adminId)
    const event = { action: 'passkeyRemoved', subject: 'account', title: passkey.name } as const
    await recordActivity(tx, { by: username, now: deps.clock() }, event)
  })
  return undefined
}
