import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { resetPassword, rotateSecret } from './account-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { type CliContext, helpExamples, openExistingDatabase } from './cli-context.ts'
import { addDemoCommand } from './demo-command.ts'
import { asLines, examine, exitCodeOf } from './doctor/doctor.ts'
import { addExportCommand } from './export-command.ts'
import { addImportCommand } from './import-command.ts'

const EXAMPLES = `
Examples:
  $ npm run admin -- reset-password
  $ npm run admin -- reset-password --username headteacher
  $ npm run admin -- reset-password --stdin < new-password.txt
  $ npm run admin -- rotate-secret
  $ npm run admin -- doctor
  $ npm run admin -- backup
  $ npm run admin -- verify newest
  $ npm run admin -- restore newest
  $ npm run admin -- import ~/old-notices
  $ npm run admin -- export-static /srv/school-copy
  $ npm run admin -- demo

Ends with 0, with 1 where it failed or found something wrong, with 2 where it was not called rightly.`

/** The commands for whoever runs the server, on the machine itself. They throw where they fail. */
export function createCli({ env, stdin, stdout, endWith }: CliContext): Command {
  const program = new Command()
    .name('npm run admin --')
    .description('Looks after a Bidyaloy server on this machine, whether it is running or not.')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(see: npm run admin -- --help)')
    // Wrong use is told apart from failure by its exit code.
    .exitOverride()

  program
    .command('reset-password')
    .description('Give an admin a new password and end all sessions of that admin.')
    .option('--username <name>', 'whose password; may be left out where there is one admin only')
    .option('--stdin', 'read the new password from standard input instead of making one up')
    .addHelpText(
      'after',
      helpExamples(
        'reset-password',
        'reset-password --username headteacher',
        'reset-password --stdin < new-password.txt',
      ),
    )
    .action(async (options: { username?: string; stdin?: boolean }) => {
      const db = await openExistingDatabase(readConfig(env))
      try {
        const { username, password, disabled } = await resetPassword(
          { db },
          {
            username: options.username,
            password: options.stdin ? firstLine(await text(stdin)) : undefined,
          },
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
      } finally {
        await db.close()
      }
    })

  program
    .command('rotate-secret')
    .description('Sign sessions with a new secret: everyone has to sign in anew, at once.')
    .addHelpText('after', helpExamples('rotate-secret'))
    .action(async () => {
      await rotateSecret(readConfig(env))
      stdout.write('Sessions are signed with a new secret. All sessions have ended.\n')
    })

  program
    .command('doctor')
    .description('Look whether the machine, the folder, the database and the files are in order.')
    .option('--json', 'print the findings for machines')
    .addHelpText(
      'after',
      `${helpExamples('doctor', 'doctor --json')}\n\nEnds with 0 if all is well, 1 if something is wrong, 2 if only warned.`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(env, systemClock())
      stdout.write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : asLines(findings))
      endWith?.(exitCodeOf(findings))
    })

  addBackupCommands(program, { env, stdout })
  addDemoCommand(program, { env, stdout })
  addImportCommand(program, { env, stdout, endWith })
  addExportCommand(program, { env, stdout, endWith })
  return program
}

/** What stands before the line's end; a password may hold blanks, so nothing is trimmed. */
function firstLine(input: string): string {
  return input.split(/\r?\n/, 1)[0] ?? ''
}
