import { Problem } from '@bidyaloy/shared/api/problem'
import type { AccountName, NameChange } from '@bidyaloy/shared/school/admin-session'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { AdminRow } from '../../db/entities.ts'
import { assertRight, type SignedInAdmin } from '../../http/require-admin.ts'
import { recordActivity } from '../activity/activity-commands.ts'

/* The names and posts of accounts. Records keep usernames, which never change. */

/** Returns the names of all accounts, also of disabled ones, whose work is still shown. */
export async function listNames(read: EntityManager): Promise<AccountName[]> {
  const rows = await read.find(AdminRow, { order: { createdAt: 'ASC', username: 'ASC' } })
  return rows.map(presentName)
}

/**
 * Changes the name and post of an account.
 * @throws Problem `forbidden` for another account without the right to change accounts, `not_found`
 */
export async function setName(
  tx: EntityManager,
  { id, name, post }: z.output<typeof NameChange> & { id: string },
  { admin, now }: { admin: SignedInAdmin; now: Date },
): Promise<AccountName> {
  if (id !== admin.id) assertRight(admin, 'accounts')
  const row = await tx.findOneBy(AdminRow, { id })
  if (!row) throw new Problem('not_found')
  const changed = { name: name || null, post: post || null }
  if (changed.name === row.name && changed.post === row.post) return presentName(row)
  await tx.update(AdminRow, { id }, changed)
  const event = { action: 'nameChanged', subject: 'account', title: row.username } as const
  await recordActivity(tx, { by: admin.username, now }, { ...event, recordId: id })
  return presentName({ ...row, ...changed })
}

function presentName({ id, username, ...row }: AdminRow): AccountName {
  return { _id: id, username, ...namesOf(row) }
}

/** Returns the name and post that an account has. */
export function namesOf({
  name,
  post,
}: Pick<AdminRow, 'name' | 'post'>): Pick<AccountName, 'name' | 'post'> {
  return { ...(name !== null && { name }), ...(post !== null && { post }) }
}
