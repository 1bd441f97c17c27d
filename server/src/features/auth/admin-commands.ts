import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { Action } from '@bidyaloy/shared/school/actions'
import {
  type Admin,
  type AdminChange,
  type NewAdmin,
  NewPassword,
  type OneTimePassword,
  usernameKey,
} from '@bidyaloy/shared/school/admin-session'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import { type Config, ConfigError } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { AdminRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { newId } from '../../ids.ts'
import { recordActivity, writeOnce } from '../activity/activity-commands.ts'
import { addEvent } from './account-events.ts'
import { namesOf } from './account-names.ts'
import { hasFactor } from './factors.ts'
import {
  confirmPassword,
  hashPassword,
  isCommonPassword,
  type PasswordConfirmation,
  randomPassword,
  wrongField,
} from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import type { SignInDeps } from './sign-in-deps.ts'

type From = Pick<PasswordConfirmation, 'admin' | 'address'>

/**
 * Adds an admin.
 * @throws Problem `forbidden` if another head has taken the role away meanwhile,
 *   `validation_failed` naming the field, `conflict` where the name is taken, `too_many_requests`
 */
export async function createAdmin(
  deps: SignInDeps,
  { password, currentPassword, ...fields }: z.output<typeof NewAdmin>,
  { admin, address, runOnce }: From & { runOnce: IdempotentWrite },
): Promise<Admin> {
  const assertStillAllowed = await confirmPassword(deps, { admin, currentPassword, address })
  const username = fields.username.normalize('NFKC').trim()
  if (isCommonPassword(password, username)) throw wrongField('password', 'valid.password.common')
  const passwordHash = await hashPassword(password)
  return writeOnce(
    { runOnce, admin, clock: deps.clock },
    ({ _id }) => ({ action: 'adminAdded', subject: 'account', title: username, recordId: _id }),
    async (tx, { now }) => {
      await assertStillAllowed(tx)
      await assertStillHead(tx, admin)
      if (await findAdmin(tx, username)) {
        const sentence = siteMessages['admin.nameTaken']
        throw new Problem('conflict', { sentence, fields: { username: sentence } })
      }
      const row = {
        id: newId(),
        username,
        name: fields.name || null,
        post: fields.post || null,
        role: fields.role,
        passwordHash,
        passwordExpiresAt: null,
        createdAt: now.toISOString(),
        disabledAt: null,
        lastSignInAt: null,
      }
      await tx.insert(AdminRow, row)
      return presentAdmin(row, admin.id)
    },
  )
}

/**
 * Changes the role of another admin, or disables the admin and ends all sessions of the account, or
 * enables it again. Heads cannot change themselves, so at least one head can always sign in.
 * @throws Problem `not_found`, `conflict`, `validation_failed` on `currentPassword`,
 *   `too_many_requests`
 */
export async function updateAdmin(
  deps: SignInDeps,
  { id, currentPassword, ...change }: z.output<typeof AdminChange> & { id: string },
  { admin, address }: From,
): Promise<Admin> {
  const { db, clock } = deps
  const assertStillAllowed = await confirmPassword(deps, { admin, currentPassword, address })
  return db.writePrivate(async (tx) => {
    await assertStillAllowed(tx)
    const row = await findOther(tx, { id, admin, self: 'admin.self' })
    const context = { by: admin.username, now: clock() }
    const { role = row.role, disabled = row.disabledAt !== null } = change
    const record = (action: Action) =>
      recordActivity(tx, context, { action, subject: 'account', title: row.username, recordId: id })
    if (role !== row.role) await record('roleChanged')
    let { disabledAt } = row
    if (disabled !== (disabledAt !== null)) {
      disabledAt = disabled ? context.now.toISOString() : null
      if (disabled) await endSessionsOf(tx, id)
      await record(disabled ? 'adminDisabled' : 'adminEnabled')
    }
    await tx.update(AdminRow, { id }, { role, disabledAt })
    return presentAdmin({ ...row, role, disabledAt }, admin.id)
  })
}

/** Days for which a one-time password is valid. */
const ONE_TIME_DAYS = 7

/**
 * Gives another admin a generated one-time password, and ends all sessions of the account. A second
 * factor stays on.
 * @throws Problem `not_found`, `conflict`, `validation_failed` on `currentPassword`,
 *   `too_many_requests`
 */
export async function resetPassword(
  deps: SignInDeps,
  { id, currentPassword }: { id: string; currentPassword: string },
  { admin, address }: From,
): Promise<OneTimePassword> {
  const { db, clock } = deps
  const assertStillAllowed = await confirmPassword(deps, { admin, currentPassword, address })
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const now = clock()
  const expiresAt = new Date(now.getTime() + ONE_TIME_DAYS * DAY_MS).toISOString()
  const told = { kind: 'passwordReset', at: now.toISOString(), by: admin.username } as const
  const sessions = await db.writePrivate(async (tx) => {
    await assertStillAllowed(tx)
    const { username } = await findOther(tx, { id, admin, self: 'admin.selfReset' })
    const browsers = await addEvent(tx, id, told)
    await tx.update(AdminRow, { id }, { passwordHash, passwordExpiresAt: expiresAt })
    await endSessionsOf(tx, id)
    const event = { action: 'passwordReset', subject: 'account', title: username } as const
    await recordActivity(tx, { by: admin.username, now }, { ...event, recordId: id })
    return browsers
  })
  deps.alerts.tellOfEvent(told, sessions)
  return { password, expiresAt }
}

/**
 * Returns the account that a head changes. If two heads demote each other at the same time, the
 * second request fails here, so that one head is left.
 * @param self message for the head's own account
 * @throws Problem `forbidden` if another head has taken the role away meanwhile, `not_found`,
 *   `conflict` for the own account
 */
async function findOther(
  tx: EntityManager,
  { id, admin, self }: Pick<From, 'admin'> & { id: string; self: 'admin.self' | 'admin.selfReset' },
): Promise<AdminRow> {
  await assertStillHead(tx, admin)
  const row = await tx.findOneBy(AdminRow, { id })
  if (!row) throw new Problem('not_found')
  if (id === admin.id) throw new Problem('conflict', { sentence: siteMessages[self] })
  return row
}

/** @throws Problem `forbidden` if another head has taken the role away meanwhile */
async function assertStillHead(tx: EntityManager, { id }: From['admin']): Promise<void> {
  if (!(await tx.existsBy(AdminRow, { id, role: 'head' }))) throw new Problem('forbidden')
}

interface FirstAdminDeps {
  db: Database
  config: Pick<Config, 'adminUsername' | 'adminPassword'>
  clock: Clock
}

/**
 * Creates the first admin if the database has none.
 * @returns username and generated password, to be shown once; null if nothing was generated
 * @throws ConfigError if the configured username or password is invalid
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
  const isCreated = await db.writePrivate(async (tx) => {
    // Another process may have started at the same time.
    if ((await tx.count(AdminRow)) > 0) return false
    await tx.insert(AdminRow, {
      id: newId(),
      username,
      passwordHash,
      createdAt: clock().toISOString(),
      disabledAt: null,
    })
    return true
  })
  return isCreated && given === undefined ? { username, password } : null
}

/** Returns the admin of that name, or null. Compares all admins, since a school has only a few. */
export async function findAdmin(reader: EntityManager, username: string): Promise<AdminRow | null> {
  const key = usernameKey(username)
  const admins = await reader.find(AdminRow)
  return admins.find((admin) => usernameKey(admin.username) === key) ?? null
}

/** Returns all admins, disabled ones too, in the order in which they were added. */
export async function listAdmins(reader: EntityManager, ownId: string): Promise<Admin[]> {
  const rows = await reader.find(AdminRow, { order: { createdAt: 'ASC', username: 'ASC' } })
  const admins = rows.map(async (row) => ({
    ...presentAdmin(row, ownId),
    twoStep: await hasFactor(reader, row.id),
  }))
  return Promise.all(admins)
}

/** Returns the part of an admin's record that other admins may see. */
function presentAdmin(
  {
    id,
    username,
    role,
    createdAt,
    disabledAt,
    lastSignInAt,
    ...row
  }: Pick<
    AdminRow,
    'id' | 'username' | 'name' | 'post' | 'role' | 'createdAt' | 'disabledAt' | 'lastSignInAt'
  >,
  ownId: string,
): Admin {
  return {
    _id: id,
    username,
    ...namesOf(row),
    role,
    createdAt,
    disabledAt,
    lastSignInAt,
    isSelf: id === ownId,
  }
}
