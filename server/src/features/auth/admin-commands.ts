import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import type { Admin, AdminChange, NewAdmin } from '@bidyaloy/shared/school/admin-session'
import type * as z from 'zod'
import { AdminRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { newId } from '../../ids.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { findAdmin, presentAdmin } from './admin-queries.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Asking, confirmPassword, wrongField } from './confirm-password.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import type { SignInDeps } from './sign-in-commands.ts'

type From = Pick<Asking, 'admin' | 'address'>

/**
 * Adds a further admin, who may do the same as all others.
 * @throws Problem `validation_failed` naming the field, `conflict` where the name is taken,
 *   `too_many_requests`
 */
export async function createAdmin(
  deps: SignInDeps,
  { password, currentPassword, ...fields }: z.output<typeof NewAdmin>,
  { admin, address, runOnce }: From & { runOnce: IdempotentWrite },
): Promise<Admin> {
  const stillMay = await confirmPassword(deps, { admin, currentPassword, address })
  const username = fields.username.normalize('NFKC').trim()
  if (isCommonPassword(password, username)) throw wrongField('password', 'valid.password.common')
  const passwordHash = await hashPassword(password)
  const { answer } = await runOnce(async (tx) => {
    await stillMay(tx)
    if (await findAdmin(tx, username)) throw nameTaken()
    const now = deps.clock()
    const row = {
      ...{ id: newId(), username, passwordHash, createdAt: now.toISOString() },
      ...{ disabledAt: null, lastSignInAt: null },
    }
    await tx.insert(AdminRow, row)
    const event = { action: 'adminAdded', subject: 'account', title: username } as const
    await recordActivity(tx, { by: admin.username, now }, { ...event, recordId: row.id })
    return presentAdmin(row, admin.id)
  })
  return answer
}

/**
 * Disables another admin, whose sessions end at once, or enables again. Nobody disables themselves,
 * so there is always one left who may sign in.
 * @throws Problem `not_found`, `conflict`, `validation_failed` on `currentPassword`,
 *   `too_many_requests`
 */
export async function updateAdmin(
  deps: SignInDeps,
  { id, disabled, currentPassword }: z.output<typeof AdminChange> & { id: string },
  { admin, address }: From,
): Promise<Admin> {
  const { db, clock } = deps
  const stillMay = await confirmPassword(deps, { admin, currentPassword, address })
  return db.writeUnseen(async (tx) => {
    // Of two who disable each other at once, the second is stopped here.
    await stillMay(tx)
    const row = await tx.findOneBy(AdminRow, { id })
    if (!row) throw new Problem('not_found')
    if (id === admin.id) throw new Problem('conflict', { sentence: siteMessages['admin.self'] })
    if ((row.disabledAt !== null) === disabled) return presentAdmin(row, admin.id)
    const now = clock()
    const disabledAt = disabled ? now.toISOString() : null
    await tx.update(AdminRow, { id }, { disabledAt })
    if (disabled) await endSessionsOf(tx, id)
    const action = disabled ? 'adminDisabled' : 'adminEnabled'
    const deed = { action, subject: 'account', title: row.username, recordId: id } as const
    await recordActivity(tx, { by: admin.username, now }, deed)
    return presentAdmin({ ...row, disabledAt }, admin.id)
  })
}

function nameTaken(): Problem {
  const sentence = siteMessages['admin.nameTaken']
  return new Problem('conflict', { sentence, fields: { username: sentence } })
}
