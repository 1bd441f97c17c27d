import type { Database } from '../db/database.ts'
import { AdminRow } from '../db/entities.ts'
import { findAdmin } from '../features/auth/admin-commands.ts'

/**
 * The admin of that name, or the only one who may sign in.
 * @param option the word on the command line that says whose
 * @throws with one line to read
 */
export async function chooseAdmin(
  db: Database,
  username: string | undefined,
  option: string,
): Promise<AdminRow> {
  const admins = await db.read.find(AdminRow, { order: { username: 'ASC' } })
  const names = admins
    .map(({ username: name, disabledAt }) => (disabledAt ? `${name} (disabled)` : name))
    .join(', ')
  if (username !== undefined) {
    const named = await findAdmin(db.read, username)
    if (named) return named
    throw new Error(
      `${option}: there is no admin called ${username}. There is: ${names || 'none'}.`,
    )
  }
  const [only, ...others] = admins.filter(({ disabledAt }) => disabledAt === null)
  if (!only) throw new Error('There is no admin yet: the first start of the server makes one.')
  if (others.length > 0) throw new Error(`Say whose with ${option}. There is: ${names}.`)
  return only
}
