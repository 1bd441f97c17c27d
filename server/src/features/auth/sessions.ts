import { Problem } from '@bidyaloy/shared/api/problem'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { ROLES, type Role } from '@bidyaloy/shared/school/roles'
import { nanoid } from 'nanoid'
import { type EntityManager, LessThan, LessThanOrEqual, Like, Not } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { AdminRow, IdempotencyRow, SessionRow } from '../../db/entities.ts'
import { SESSION_SECONDS, type TokenClaims } from './session-token.ts'

/** A session that has not expired, and its admin. */
interface LiveSession {
  id: string
  adminId: string
  username: string
  role: Role
  expiresAt: string
  mustChangePassword: boolean
}

const Found = z.object({
  username: z.string(),
  role: z.enum(ROLES),
  expiresAt: z.string(),
  passwordExpiresAt: z.string().nullable(),
})

/** Returns the session named by a token, or null if it has ended. One read by primary key. */
export async function findLiveSession(
  reader: EntityManager,
  { adminId, sessionId }: TokenClaims,
  now: Date,
): Promise<LiveSession | null> {
  const row: unknown = await reader
    .createQueryBuilder(SessionRow, 'session')
    .innerJoin(AdminRow, 'admin', 'admin.id = session.admin_id AND admin.disabled_at IS NULL')
    .select('admin.username', 'username')
    .addSelect('admin.role', 'role')
    .addSelect('session.expires_at', 'expiresAt')
    .addSelect('admin.password_expires_at', 'passwordExpiresAt')
    .where('session.id = :sessionId AND session.admin_id = :adminId', { sessionId, adminId })
    .andWhere('session.expires_at > :now', { now: now.toISOString() })
    .andWhere('(admin.password_expires_at IS NULL OR admin.password_expires_at > :now)')
    .getRawOne()
  if (!row) return null
  const { passwordExpiresAt, ...found } = Found.parse(row)
  return { id: sessionId, adminId, ...found, mustChangePassword: passwordExpiresAt !== null }
}

interface NewSession {
  userAgent: string
  twoStep: boolean
  /** Id of the device. */
  device: string
  now: Date
}

export const MAX_USER_AGENT = 300

/** Creates a session of 30 days. */
export async function startSession(
  tx: EntityManager,
  adminId: string,
  { userAgent, twoStep, device, now }: NewSession,
): Promise<TokenClaims> {
  const id = nanoid()
  await tx.insert(SessionRow, {
    id,
    adminId,
    createdAt: now.toISOString(),
    expiresAt: expiryFrom(now),
    userAgent: userAgent.slice(0, MAX_USER_AGENT),
    twoStep,
    device,
  })
  return { adminId, sessionId: id }
}

/**
 * Gives a session a new id and extends it to 30 days, which invalidates copies of its old token.
 * @throws Problem `unauthenticated` if it has ended
 */
export async function renewSession(
  tx: EntityManager,
  { adminId, sessionId }: TokenClaims,
  now: Date,
): Promise<TokenClaims> {
  const id = nanoid()
  const expiresAt = expiryFrom(now)
  const { affected } = await tx.update(SessionRow, { id: sessionId, adminId }, { id, expiresAt })
  if (affected !== 1) throw new Problem('unauthenticated')
  return { adminId, sessionId: id }
}

function expiryFrom(now: Date): string {
  return new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString()
}

/** Ends a session. Does nothing if it has already ended. */
export async function endSession(tx: EntityManager, id: string): Promise<void> {
  await tx.delete(SessionRow, { id })
}

/** Ends every session of an admin except the one with the id `except`. */
export async function endSessionsOf(
  tx: EntityManager,
  adminId: string,
  except?: string,
): Promise<void> {
  await tx.delete(SessionRow, { adminId, ...(except !== undefined && { id: Not(except) }) })
}

/** Ends all sessions. */
export async function endAllSessions(tx: EntityManager): Promise<void> {
  // `clear` would end those of all schools of a database.
  await tx.createQueryBuilder().delete().from(SessionRow).execute()
}

/** Lifetime of idempotency keys. Only a create that is repeated later would be done twice. */
const IDEMPOTENCY_MS = 7 * DAY_MS
/** That of creates: the desktop app repeats one after the longest vacation, in which it was off. */
const CREATE_MS = 60 * DAY_MS

/** Deletes expired sessions and idempotency keys. */
export async function cleanSessions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock()
  const before = (age: number) => LessThan(new Date(now.getTime() - age).toISOString())
  await db.writePrivate(async (tx) => {
    await tx.delete(SessionRow, { expiresAt: LessThanOrEqual(now.toISOString()) })
    await tx.delete(IdempotencyRow, [
      { createdAt: before(IDEMPOTENCY_MS), request: Not(Like('POST %')) },
      { createdAt: before(CREATE_MS) },
    ])
  })
}
