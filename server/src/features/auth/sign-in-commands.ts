import { Problem } from '@bidyaloy/shared/api/problem'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import {
  type PasswordChange,
  type SignIn,
  usernameKey,
} from '@bidyaloy/shared/school/admin-session'
import { Between, type EntityManager } from 'typeorm'
import type * as z from 'zod'
import { ActivityRow, AdminRow, type StoredEvent } from '../../db/entities.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { addEvent, forgetEvents, judgeDevice } from './account-events.ts'
import { findAdmin } from './admin-commands.ts'
import type { KnownDevice } from './device-cookie.ts'
import { demandSecondFactor } from './factors.ts'
import type { Attempt } from './login-limit.ts'
import {
  confirmPassword,
  hashPassword,
  isCommonPassword,
  isSamePassword,
  verifyPassword,
  wrongField,
} from './passwords.ts'
import type { TokenClaims } from './session-token.ts'
import { endSessionsOf, MAX_USER_AGENT, renewSession, startSession } from './sessions.ts'
import type { SignInDeps } from './sign-in-deps.ts'

/** Wrong codes after which it is no slip of the owner. */
const SUSPICIOUS_CODES = 5

/** Origin of a sign-in attempt. */
export interface Origin {
  /** IP address. */
  address: string
  userAgent: string
  /** Device named by the request, or a new one. */
  device: KnownDevice
}

/** A session that was opened. */
export interface SignedIn extends TokenClaims {
  username: string
  /** Whether two factors were proved. */
  twoStep: boolean
}

/**
 * Creates a session if username and password are correct, and the code if there is a second factor.
 * @throws Problem `invalid_credentials`, `validation_failed` on `code`, `too_many_requests`
 */
export async function signIn(
  deps: SignInDeps,
  { username, password, code }: z.output<typeof SignIn>,
  { address, userAgent, device }: Origin,
): Promise<SignedIn> {
  const { db, clock, limit } = deps
  const found = await findAdmin(db.read, username)
  const isKnown = found && device.hasOwnAttempts && device.adminIds.includes(found.id)
  const attempt: Attempt = {
    purpose: 'login',
    address,
    name: usernameKey(username),
    device: isKnown ? device?.id : undefined,
  }
  await limit.check(attempt)
  const admin = found?.disabledAt === null ? found : undefined
  const matches = await verifyPassword(admin?.passwordHash, password, () => limit.count(attempt))
  if (!admin || !matches || hasExpired(admin, clock())) throw new Problem('invalid_credentials')
  await limit.succeeded(attempt)
  const { id: adminId } = admin
  // Others who know the password could have made any number of known devices before the second factor was on.
  const isTrusted = isKnown && device.twoStepIds.includes(adminId)
  const ownCount = isTrusted ? device.id : undefined
  const guess: Attempt = { purpose: 'code', address, name: adminId, device: ownCount }
  if (code) {
    await limit.check(guess)
    await limit.count(guess)
  }
  const open = db.writePrivate(async (tx) => {
    // The password may have been changed, and all sessions ended, during the check.
    const present = await tx.findOneBy(AdminRow, { id: admin.id })
    if (present?.passwordHash !== admin.passwordHash || present.disabledAt !== null) {
      throw new Problem('invalid_credentials')
    }
    const now = clock()
    const twoStep = await demandSecondFactor(tx, deps, { adminId, code, now })
    return openSession(tx, present, { userAgent, twoStep, device, deviceKey: deps.deviceKey, now })
  })
  const { tell, ...signedIn } = await open.catch(async (error: unknown) => {
    if (code && error instanceof Problem) await recordRefusedCodes(deps, admin, clock())
    throw error
  })
  tell(deps)
  if (code) await limit.succeeded(guess)
  return signedIn
}

/** Records, once a day, that somebody who knows a password guesses codes. */
async function recordRefusedCodes(
  { db, limit, alerts }: Pick<SignInDeps, 'db' | 'limit' | 'alerts'>,
  { id: recordId, username }: AdminRow,
  now: Date,
): Promise<void> {
  if ((await limit.refusedCodes(recordId)) < SUSPICIOUS_CODES) return
  const event = { action: 'codesRefused', subject: 'account', recordId } as const
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const told = { kind: 'codesRefused', at: now.toISOString() } as const
  const sessions = await db.writePrivate(async (tx) => {
    // None of a time when the clock was ahead.
    if (await tx.existsBy(ActivityRow, { ...event, at: Between(since, told.at) })) return []
    await recordActivity(tx, { by: username, now }, event)
    return addEvent(tx, recordId, told)
  })
  alerts.tellOfEvent(told, sessions)
}

interface Opening extends Pick<Origin, 'userAgent' | 'device'>, Pick<SignInDeps, 'deviceKey'> {
  twoStep: boolean
  now: Date
}

/**
 * Starts a session of an admin who has proved who they are, and records the sign-in.
 * @returns also a function that tells the other devices of a new one, once the transaction is committed
 */
export async function openSession(
  tx: EntityManager,
  admin: AdminRow,
  { userAgent, twoStep, device, deviceKey, now }: Opening,
): Promise<SignedIn & { tell: (deps: Pick<SignInDeps, 'alerts'>) => void }> {
  const { id, username } = admin
  const { isNew, devices } = judgeDevice(admin, { device, deviceKey, now })
  const event: StoredEvent = {
    ...{ kind: 'newDevice', at: now.toISOString(), device: device.id },
    userAgent: userAgent.slice(0, MAX_USER_AGENT),
  }
  const told = isNew ? await addEvent(tx, id, event) : []
  await tx.update(AdminRow, { id }, { lastSignInAt: now.toISOString(), devices })
  const action = twoStep ? 'signedInTwoSteps' : 'signedIn'
  await recordActivity(tx, { by: username, now }, { action, subject: 'account' })
  const claims = await startSession(tx, id, { userAgent, twoStep, device: device.id, now })
  return { ...claims, username, twoStep, tell: ({ alerts }) => alerts.tellOfEvent(event, told) }
}

/** Whether the password was a one-time password whose days are over. */
export function hasExpired({ passwordExpiresAt }: AdminRow, now: Date): boolean {
  return passwordExpiresAt !== null && passwordExpiresAt <= now.toISOString()
}

/**
 * Changes the password, ends every other session of the admin and renews this one.
 * @throws Problem `validation_failed` naming the field, `too_many_requests`
 */
export async function changePassword(
  deps: SignInDeps,
  admin: SignedInAdmin,
  { currentPassword, newPassword }: PasswordChange,
  address: string,
): Promise<TokenClaims> {
  const { db, clock } = deps
  const assertStillAllowed = await confirmPassword(deps, { admin, currentPassword, address })
  if (isCommonPassword(newPassword, admin.username)) {
    throw wrongField('newPassword', 'valid.password.common')
  }
  if (admin.mustChangePassword && isSamePassword(newPassword, currentPassword)) {
    throw wrongField('newPassword', 'valid.password.same')
  }
  const passwordHash = await hashPassword(newPassword)
  return db.writePrivate(async (tx) => {
    await assertStillAllowed(tx)
    const now = clock()
    await tx.update(AdminRow, { id: admin.id }, { passwordHash, passwordExpiresAt: null })
    await endSessionsOf(tx, admin.id, admin.sessionId)
    await forgetEvents(tx, admin, ({ kind }) => kind === 'codesRefused')
    const event = { action: 'passwordChanged', subject: 'account' } as const
    await recordActivity(tx, { by: admin.username, now }, event)
    return renewSession(tx, { adminId: admin.id, sessionId: admin.sessionId }, now)
  })
}
