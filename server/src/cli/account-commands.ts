import { text } from 'node:stream/consumers'
import { NewPassword } from '@bidyaloy/shared/school/admin-session'
import type { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { AdminRow } from '../db/entities.ts'
import { recordActivity } from '../features/activity/activity-commands.ts'
import { addEvent } from '../features/auth/account-events.ts'
import { removeFactors } from '../features/auth/factors.ts'
import { hashPassword, isCommonPassword, randomPassword } from '../features/auth/passwords.ts'
import { rotateSigningSecret } from '../features/auth/session-token.ts'
import { endAllSessions, endSessionsOf } from '../features/auth/sessions.ts'
import { secretsOf } from '../storage/secrets.ts'
import {
  addCommand,
  type CliContext,
  chooseAdmin,
  type OpenedSchool,
  type Places,
  withDatabase,
} from './cli-context.ts'

/** Adds `reset-password`, `reset-factors` and `rotate-secret`. */
export function addAccountCommands(
  program: Command,
  { env, stdin, stdout, school }: Pick<CliContext, 'env' | 'stdin' | 'stdout' | 'school'>,
): void {
  addCommand(program, 'reset-password', {
    description: 'Set a new password for an admin and end all sessions of that admin.',
    examples: [
      'reset-password',
      'reset-password --username headteacher',
      'reset-password --stdin < new-password.txt',
    ],
  })
    .option('--username <name>', 'the admin; optional if there is only one')
    .option('--stdin', 'read the new password from standard input instead of generating one')
    .action((options: { username?: string; stdin?: boolean }) =>
      withDatabase(
        readConfig(env),
        async ({ db }) => {
          const { username, password, disabled } = await resetPassword(
            db,
            options.username,
            options.stdin ? firstLine(await text(stdin)) : undefined,
          )
          stdout.write(
            options.stdin
              ? `The password of ${username} is changed. All sessions have ended.\n`
              : `New password of ${username}: ${password}\nIt is shown only once. All sessions have ended.\n`,
          )
          if (disabled) {
            stdout.write(
              `${username} is disabled and cannot sign in until another admin enables it.\n`,
            )
          }
        },
        school,
      ),
    )

  addCommand(program, 'reset-factors', {
    description:
      'Remove the second factors of an admin, code app and passkeys, who then signs in with the password alone. Ends all sessions of that admin.',
    examples: ['reset-factors', 'reset-factors --username headteacher'],
  })
    .option('--username <name>', 'the admin; optional if there is only one')
    .action((options: { username?: string }) =>
      withDatabase(
        readConfig(env),
        async ({ db }) => {
          const username = await resetFactor(db, options.username)
          stdout.write(
            `${username} signs in with the password alone. All sessions of that admin have ended.\n`,
          )
        },
        school,
      ),
    )

  addCommand(program, 'rotate-secret', {
    description: 'Replace the secret that signs sessions: everyone has to sign in again.',
    examples: ['rotate-secret'],
  }).action(async () => {
    await rotateSecret(readConfig(env), school)
    stdout.write('Sessions are signed with a new secret. All sessions have ended.\n')
  })
}

async function resetFactor(db: Database, name: string | undefined): Promise<string> {
  const { id, username } = await chooseAdmin(db, name, '--username')
  await db.writePrivate(async (tx) => {
    const context = { by: username, now: systemClock() }
    await addEvent(tx, id, { kind: 'factorsResetOnServer', at: context.now.toISOString() })
    await removeFactors(tx, id)
    await endSessionsOf(tx, id)
    await recordActivity(tx, context, { action: 'factorsReset', subject: 'account' })
  })
  return username
}

async function resetPassword(
  db: Database,
  name: string | undefined,
  password = randomPassword(),
): Promise<{ username: string; password: string; disabled: boolean }> {
  const { id, username, disabledAt } = await chooseAdmin(db, name, '--username')
  if (!NewPassword.safeParse(password).success) {
    throw new Error('The new password needs 12 to 200 characters, none of them control characters.')
  }
  if (isCommonPassword(password, username)) {
    throw new Error('This password is easily guessed. Choose another.')
  }
  const passwordHash = await hashPassword(password)
  await db.writePrivate(async (tx) => {
    const context = { by: username, now: systemClock() }
    await addEvent(tx, id, { kind: 'passwordResetOnServer', at: context.now.toISOString() })
    await tx.update(AdminRow, { id }, { passwordHash, passwordExpiresAt: null })
    await endSessionsOf(tx, id)
    await recordActivity(tx, context, { action: 'passwordChanged', subject: 'account' })
  })
  return { username, password, disabled: disabledAt !== null }
}

/**
 * Replaces the secret that signs sessions and ends all sessions, also those of a running server,
 * which reads both with every request.
 * @throws Error whose message is a single line for the operator
 */
export function rotateSecret(config: Places, school?: string): Promise<void> {
  const rotate = async ({ db, folder }: OpenedSchool) => {
    // First the secret: it invalidates all tokens, even if the rest fails.
    await rotateSigningSecret(secretsOf(db, folder))
    await db.writePrivate(endAllSessions)
  }
  return withDatabase(config, rotate, school)
}

/** Returns the first line without trimming it, since a password may contain spaces. */
function firstLine(input: string): string {
  return input.split(/\r?\n/, 1)[0] ?? ''
}
