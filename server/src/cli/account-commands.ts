import { NewPassword } from '@bidyaloy/shared/school/admin-session'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { AdminRow } from '../db/entities.ts'
import { recordActivity } from '../features/activity/activity-commands.ts'
import { hashPassword, isCommonPassword, randomPassword } from '../features/auth/passwords.ts'
import { rotateSigningSecret } from '../features/auth/session-token.ts'
import { endAllSessions, endSessionsOf } from '../features/auth/sessions.ts'
import { chooseAdmin, openExistingDatabase } from './cli-context.ts'

interface PasswordReset {
  /** Whose; undefined for the only admin who may sign in. */
  username: string | undefined
  /** The new password; undefined to have one made up. */
  password: string | undefined
}

/**
 * Gives an admin a new password and ends that admin's sessions.
 * @throws with one line to read
 */
export async function resetPassword(
  { db }: { db: Database },
  { username, password = randomPassword() }: PasswordReset,
): Promise<{ username: string; password: string; disabled: boolean }> {
  const admin = await chooseAdmin(db, username, '--username')
  if (!NewPassword.safeParse(password).success) {
    throw new Error('The new password needs 12 to 200 characters, none of them control characters.')
  }
  if (isCommonPassword(password, admin.username)) {
    throw new Error('This password is easy to guess. Choose another.')
  }
  const passwordHash = await hashPassword(password)
  await db.writeUnseen(async (tx) => {
    await tx.update(AdminRow, { id: admin.id }, { passwordHash })
    await endSessionsOf(tx, admin.id)
    const doing = { by: admin.username, now: systemClock() }
    await recordActivity(tx, doing, { action: 'passwordChanged', subject: 'account' })
  })
  return { username: admin.username, password, disabled: admin.disabledAt !== null }
}

/**
 * Replaces the secret that sessions are signed with and ends them all, of a running server too: it
 * looks at its secret and its sessions whenever somebody asks.
 * @throws with one line to read
 */
export async function rotateSecret({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const db = await openExistingDatabase({ dataDir })
  try {
    // First the secret: from then on nothing that was signed before is good, whatever follows.
    await rotateSigningSecret(await openDataFolder(dataDir))
    await db.writeUnseen(endAllSessions)
  } finally {
    await db.close()
  }
}
