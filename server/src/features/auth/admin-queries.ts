import type { Admin } from '@bidyaloy/shared/school/admin-session'
import type { EntityManager } from 'typeorm'
import { AdminRow } from '../../db/entities.ts'

/**
 * The form in which user names are compared: phones begin them with a capital letter, and what
 * cannot be seen must not tell two names apart.
 */
export function usernameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .trim()
    .toLowerCase()
}

/** The admin of that name, or null. A school has a handful: all are looked at. */
export async function findAdmin(reader: EntityManager, username: string): Promise<AdminRow | null> {
  const key = usernameKey(username)
  const admins = await reader.find(AdminRow)
  return admins.find((admin) => usernameKey(admin.username) === key) ?? null
}

/** Everyone who may sign in or once might, in the order in which they were added. */
export async function listAdmins(reader: EntityManager, ownId: string): Promise<Admin[]> {
  const rows = await reader.find(AdminRow, { order: { createdAt: 'ASC', username: 'ASC' } })
  return rows.map((row) => presentAdmin(row, ownId))
}

/** What admins may see of each other. */
export function presentAdmin(
  { id, username, createdAt, disabledAt, lastSignInAt }: Omit<AdminRow, 'passwordHash'>,
  ownId: string,
): Admin {
  return { _id: id, username, createdAt, disabledAt, lastSignInAt, isSelf: id === ownId }
}
