import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { EntityManager } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { AdminRow } from '../../db/entities.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import type { Attempt, LoginLimit } from './login-limit.ts'
import { verifyPassword } from './passwords.ts'

/** Who asks for something that wants the own password again, and from which IP address. */
export interface Asking {
  admin: SignedInAdmin
  currentPassword: string
  address: string
}

/** Runs in the transaction that does what was asked. @throws Problem `unauthenticated` */
export type StillMay = (tx: EntityManager) => Promise<void>

/**
 * Makes sure that whoever is signed in also knows the password; slowed like sign-in.
 * @returns a check for the transaction: the admin may have been disabled, or the password changed,
 *   since it was confirmed
 * @throws Problem `validation_failed` on `currentPassword`, `too_many_requests`
 */
export async function confirmPassword(
  { db, limit }: { db: Database; limit: LoginLimit },
  { admin, currentPassword, address }: Asking,
): Promise<StillMay> {
  const attempt: Attempt = {
    ...{ purpose: 'password', address, name: admin.id, session: admin.sessionId },
  }
  await limit.check(attempt)
  const row = await db.read.findOneBy(AdminRow, { id: admin.id })
  const right = await verifyPassword(row?.passwordHash, currentPassword, () => limit.count(attempt))
  if (!row || !right) throw wrongField('currentPassword', 'valid.password.current')
  await limit.succeeded(attempt)
  return async (tx) => {
    const present = await tx.findOneBy(AdminRow, { id: admin.id })
    if (present?.passwordHash !== row.passwordHash || present.disabledAt !== null) {
      throw new Problem('unauthenticated')
    }
  }
}

/** The refusal of a password that a form carries. */
export function wrongField(
  field: 'currentPassword' | 'newPassword' | 'password',
  key: 'valid.password.current' | 'valid.password.common',
): Problem {
  return new Problem('validation_failed', { fields: { [field]: validationText(key) } })
}
