import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import {
  type Factors,
  type NewTotp,
  RECOVERY_CODES,
  type RecoveryCodes,
} from '@bidyaloy/shared/school/factors'
import { customAlphabet } from 'nanoid'
import { Secret, TOTP } from 'otpauth'
import { type EntityManager, IsNull } from 'typeorm'
import type * as z from 'zod'
import { AdminRow, PasskeyRow, RecoveryCodeRow } from '../../db/entities.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { confirmPassword, type PasswordConfirmation } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import type { SignInDeps } from './sign-in-deps.ts'

export type Confirmed = Pick<PasswordConfirmation, 'admin' | 'address'> & {
  currentPassword: string
}

const PERIOD_MS = 30_000
/** Clocks of phones differ: the code before and the one after are accepted too. */
const WINDOW = 1

/** Whether an account has a second factor. */
export async function hasFactor(read: EntityManager, adminId: string): Promise<boolean> {
  return (await hasTotp(read, adminId)) || read.existsBy(PasskeyRow, { adminId })
}

async function hasTotp(read: EntityManager, adminId: string): Promise<boolean> {
  const { totpSecret } = await read.findOneByOrFail(AdminRow, { id: adminId })
  return totpSecret !== null
}

/** Returns the own second factors, without secrets. */
export async function ownFactors(
  read: EntityManager,
  adminId: string,
): Promise<Omit<Factors, 'passkeyOrigin'>> {
  const rows = await read.find(PasskeyRow, { where: { adminId }, order: { createdAt: 'ASC' } })
  return {
    totp: await hasTotp(read, adminId),
    codesLeft: await read.countBy(RecoveryCodeRow, { adminId, usedAt: IsNull() }),
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      createdAt,
      lastUsedAt,
    })),
  }
}

/**
 * Demands the second factor of an account that has one, and uses up the code.
 * @returns whether the account has a second factor
 * @throws Problem `validation_failed` on `code`; on `passkey` too if one can be used instead
 */
export async function demandSecondFactor(
  tx: EntityManager,
  { factorKey }: Pick<SignInDeps, 'factorKey'>,
  { adminId, code, now }: { adminId: string; code: string | undefined; now: Date },
): Promise<boolean> {
  if (!(await hasFactor(tx, adminId))) return false
  if (!code) {
    // A client that does not know second factors shows the sentence.
    const sentence = siteMessages['admin.codeNeeded']
    const passkey = (await tx.existsBy(PasskeyRow, { adminId })) && {
      passkey: siteMessages['admin.passkeyNeeded'],
    }
    throw new Problem('validation_failed', { sentence, fields: { code: sentence, ...passkey } })
  }
  const isUsed =
    (await spendTotp(tx, factorKey, { adminId, code, now })) ||
    (await spendRecoveryCode(tx, factorKey, { adminId, code, now }))
  if (!isUsed) throw invalidField('code', validationText('valid.code.wrong'))
  return true
}

interface CodeUse {
  adminId: string
  code: string
  now: Date
}

/** Accepts each code once, and none that is older than the last one used. */
async function spendTotp(tx: EntityManager, key: Buffer, { adminId, code, now }: CodeUse) {
  const { totpSecret, totpStep } = await tx.findOneByOrFail(AdminRow, { id: adminId })
  if (totpSecret === null) return false
  const secret = decrypt(totpSecret, key, adminId)
  const step = secret === null ? null : stepOf(secret, code, now)
  if (step === null || (totpStep !== null && step <= totpStep)) return false
  await tx.update(AdminRow, { id: adminId }, { totpStep: step })
  return true
}

async function spendRecoveryCode(tx: EntityManager, key: Buffer, { adminId, code, now }: CodeUse) {
  const row = { adminId, hash: hashCode(code, key, adminId), usedAt: IsNull() }
  const { affected } = await tx.update(RecoveryCodeRow, row, { usedAt: now.toISOString() })
  return affected === 1
}

/** Returns the 30 seconds that a code belongs to, or null if it is wrong. */
function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta
}

/**
 * Sets up the code app.
 * @throws Problem `conflict` if there is one, `validation_failed`, `too_many_requests`
 */
export async function switchTotpOn(
  deps: SignInDeps,
  { secret, code }: z.output<typeof NewTotp>,
  confirmed: Confirmed,
): Promise<RecoveryCodes> {
  return changeFactors(deps, confirmed, 'twoStepOn', async (tx, now) => {
    const { id } = confirmed.admin
    if (await hasTotp(tx, id)) throw new Problem('conflict')
    const step = stepOf(secret, code, now)
    if (step === null) throw invalidField('code', validationText('valid.code.wrong'))
    const codes = await prepareFactor(tx, deps, confirmed.admin)
    const encrypted = encrypt(secret, deps.factorKey, id)
    await tx.update(AdminRow, { id }, { totpSecret: encrypted, totpStep: step })
    return { codes }
  })
}

/**
 * Call before a factor is stored. The first one ends all other sessions, which the password alone
 * has opened, and makes one-time codes.
 * @returns the new codes; none if the account has codes already
 */
export async function prepareFactor(
  tx: EntityManager,
  { factorKey }: Pick<SignInDeps, 'factorKey'>,
  { id, sessionId }: Pick<SignedInAdmin, 'id' | 'sessionId'>,
): Promise<string[]> {
  if (await hasFactor(tx, id)) return []
  await endSessionsOf(tx, id, sessionId)
  return makeCodes(tx, factorKey, id)
}

/** Removes the code app. @throws Problem `not_found`, `validation_failed`, `too_many_requests` */
export async function switchTotpOff(deps: SignInDeps, confirmed: Confirmed): Promise<undefined> {
  return changeFactors(deps, confirmed, 'twoStepOff', async (tx) => {
    const { id } = confirmed.admin
    if (!(await hasTotp(tx, id))) throw new Problem('not_found')
    await tx.update(AdminRow, { id }, { totpSecret: null, totpStep: null })
    await removeUnneededCodes(tx, id)
    return undefined
  })
}

/** Call after a factor is removed: without any, the one-time codes are of no use. */
export async function removeUnneededCodes(tx: EntityManager, adminId: string): Promise<void> {
  if (!(await hasFactor(tx, adminId))) await tx.delete(RecoveryCodeRow, { adminId })
}

/**
 * Replaces the one-time codes.
 * @throws Problem `not_found` without a second factor, `validation_failed`, `too_many_requests`
 */
export async function renewCodes(deps: SignInDeps, confirmed: Confirmed): Promise<RecoveryCodes> {
  return changeFactors(deps, confirmed, 'codesRenewed', async (tx) => {
    const { id } = confirmed.admin
    if (!(await hasFactor(tx, id))) throw new Problem('not_found')
    return { codes: await makeCodes(tx, deps.factorKey, id) }
  })
}

/** Changes the own factors after a confirmation by password, and records it. */
async function changeFactors<T>(
  deps: SignInDeps,
  confirmed: Confirmed,
  action: 'twoStepOn' | 'twoStepOff' | 'codesRenewed',
  work: (tx: EntityManager, now: Date) => Promise<T>,
): Promise<T> {
  const assertStillAllowed = await confirmPassword(deps, confirmed)
  return deps.db.writePrivate(async (tx) => {
    await assertStillAllowed(tx)
    const now = deps.clock()
    const result = await work(tx, now)
    const context = { by: confirmed.admin.username, now }
    await recordActivity(tx, context, { action, subject: 'account' })
    return result
  })
}

/** Removes all second factors of an account, and its one-time codes. */
export async function removeFactors(tx: EntityManager, adminId: string): Promise<void> {
  await tx.update(AdminRow, { id: adminId }, { totpSecret: null, totpStep: null })
  await tx.delete(PasskeyRow, { adminId })
  await tx.delete(RecoveryCodeRow, { adminId })
}

const randomCode = customAlphabet('0123456789', 8)

/** Makes new one-time codes, such as `5546-6900`, in place of the present ones. */
async function makeCodes(tx: EntityManager, key: Buffer, adminId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(randomCode())
  await tx.delete(RecoveryCodeRow, { adminId })
  for (const code of codes) {
    await tx.insert(RecoveryCodeRow, { adminId, hash: hashCode(code, key, adminId), usedAt: null })
  }
  return [...codes].map((code) => `${code.slice(0, 4)}-${code.slice(4)}`)
}

/** Keyed, because a holder of a backup could try all codes. */
function hashCode(code: string, key: Buffer, adminId: string): string {
  return createHmac('sha256', key).update(`code ${adminId} ${code}`).digest('base64url')
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret for the row of one account. */
function encrypt(secret: string, key: Buffer, adminId: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(adminId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Returns null if another key or account encrypted it: then no code is right. */
function decrypt(encrypted: string, key: Buffer, adminId: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(adminId))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
