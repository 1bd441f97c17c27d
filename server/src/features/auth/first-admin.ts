import { NewPassword } from '@bidyaloy/shared/school/admin-session'
import type { Clock } from '../../clock.ts'
import { type Config, ConfigError } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { AdminRow } from '../../db/entities.ts'
import { newId } from '../../ids.ts'
import { hashPassword, randomPassword } from './passwords.ts'

interface FirstAdminDeps {
  db: Database
  config: Pick<Config, 'adminUsername' | 'adminPassword'>
  clock: Clock
}

/**
 * Makes an admin where there is none.
 * @returns name and password to show once, where the password was made up here; else null
 * @throws ConfigError where the password that the environment gives cannot be one
 */
export async function ensureFirstAdmin({
  db,
  config,
  clock,
}: FirstAdminDeps): Promise<{ username: string; password: string } | null> {
  if ((await db.read.count(AdminRow)) > 0) return null
  const username = config.adminUsername.normalize('NFKC').trim()
  if (username === '') throw new ConfigError('ADMIN_USERNAME: is blank')
  const given = config.adminPassword
  if (given !== undefined && !NewPassword.safeParse(given).success) {
    throw new ConfigError('ADMIN_PASSWORD: needs 12 to 200 characters, none of them control ones')
  }
  const password = given ?? randomPassword()
  const passwordHash = await hashPassword(password)
  await db.writeUnseen((tx) =>
    tx.insert(AdminRow, {
      id: newId(),
      username,
      passwordHash,
      createdAt: clock().toISOString(),
      disabledAt: null,
    }),
  )
  return given === undefined ? { username, password } : null
}
