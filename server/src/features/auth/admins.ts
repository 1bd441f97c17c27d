import type { EntityManager } from 'typeorm'
import { AdminRow } from '../../db/entities.ts'

/** The form in which user names are compared: phones begin them with a capital letter. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** The admin of that name, or null. A school has a handful: all are looked at. */
export async function findAdmin(reader: EntityManager, username: string): Promise<AdminRow | null> {
  const key = usernameKey(username)
  const admins = await reader.find(AdminRow)
  return admins.find((admin) => usernameKey(admin.username) === key) ?? null
}
