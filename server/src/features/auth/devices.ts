import { createHash } from 'node:crypto'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { SignedInDevice } from '@bidyaloy/shared/school/admin-session'
import { type EntityManager, MoreThan } from 'typeorm'
import { SessionRow } from '../../db/entities.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { endSession } from './sessions.ts'

type Own = Pick<SignedInAdmin, 'id' | 'sessionId'>

/** Where an admin is signed in: this device first, then the latest sign-in. */
export async function listDevices(
  reader: EntityManager,
  own: Own,
  now: Date,
): Promise<SignedInDevice[]> {
  const rows = await ownSessions(reader, own, now)
  const devices = rows.map(({ id, createdAt, expiresAt, userAgent }) => ({
    ...{ _id: deviceId(id), createdAt, expiresAt, userAgent },
    isCurrent: id === own.sessionId,
  }))
  return devices.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/**
 * Signs one of the own devices out.
 * @returns whether it is the one that asks
 * @throws Problem `not_found`
 */
export async function signOutDevice(
  tx: EntityManager,
  device: string,
  own: Own,
  now: Date,
): Promise<{ isCurrent: boolean }> {
  const rows = await ownSessions(tx, own, now)
  const row = rows.find(({ id }) => deviceId(id) === device)
  if (!row) throw new Problem('not_found')
  await endSession(tx, row.id)
  return { isCurrent: row.id === own.sessionId }
}

function ownSessions(reader: EntityManager, { id: adminId }: Own, now: Date) {
  return reader.find(SessionRow, {
    where: { adminId, expiresAt: MoreThan(now.toISOString()) },
    order: { createdAt: 'DESC', id: 'ASC' },
  })
}

/** Names a session without being it: the session's own id is part of what its token proves. */
function deviceId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 32)
}
