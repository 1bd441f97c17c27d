import { Command } from 'commander'
import { appVersion, COMMIT, versionText } from '../app-version.ts'
import { addAccountCommands } from './account-commands.ts'
import { addActivityCommands } from './activity-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addBackupKeyCommand } from './backup-key-command.ts'
import { chooseSchool } from './choose-school.ts'
import { addCommand, type CliContext, print } from './cli-context.ts'
import { addDemoCommand } from './demo-command.ts'
import { addDoctorCommand } from './doctor/doctor.ts'
import { addExportCommand } from './export-command.ts'
import { addImportCommand } from './import-command.ts'
import { addRedrawCommand } from './redraw-command.ts'
import { addSchoolsCommands } from './schools-commands.ts'
import { addSetupCommand } from './setup/setup-command.ts'
import { addUpgradeCommands } from './upgrade/upgrade-commands.ts'

const EXAMPLES = `
Examples:
  $ npm run admin -- reset-password
  $ npm run admin -- reset-password --username headteacher
  $ npm run admin -- reset-password --stdin < new-password.txt
  $ npm run admin -- reset-factors --username headteacher
  $ npm run admin -- rotate-secret
  $ npm run admin -- doctor
  $ npm run admin -- activity verify ~/activity.csv
  $ npm run admin -- redraw
  $ npm run admin -- backup
  $ npm run admin -- verify newest
  $ npm run admin -- restore newest
  $ npm run admin -- restore --away newest --identity key.txt
  $ npm run admin -- import ~/old-notices
  $ npm run admin -- export-static /srv/school-copy
  $ npm run admin -- demo
  $ npm run admin -- schools list
  $ npm run admin -- backup --school north

Exit codes: 0 success, 1 failure or a fault found, 2 wrong usage; of doctor also 2 for warnings only.`

/** Creates the command line for operators of the server. Its commands throw on failure. */
export function createCli(context: CliContext): Command {
  const program = new Command()
    .name('npm run admin --')
    .description('Administers a Bidyaloy server on this machine, whether it is running or not.')
    .addHelpText('after', EXAMPLES)
    // Wrong usage has an exit code of its own.
    .exitOverride()
  program.option('--version', 'print the version')
  addCommand(program, 'version', {
    description: 'Print the version, with the commit from which the server was built.',
    examples: ['version', 'version --json'],
  })
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const migrations = await newestMigrations()
      const result = { version: await appVersion(), ...(COMMIT && { commit: COMMIT }), migrations }
      print(context, { json, result, text: await versionText() })
    })
  addAccountCommands(program, context)
  addActivityCommands(program, context)
  addDoctorCommand(program, context)
  addBackupCommands(program, context)
  addBackupKeyCommand(program, context)
  addDemoCommand(program, context)
  addImportCommand(program, context)
  addExportCommand(program, context)
  addRedrawCommand(program, context)
  addSchoolsCommands(program, context)
  addUpgradeCommands(program, context)
  addSetupCommand(program, context)
  leadToHelp(program, 'npm run admin --')
  return program
}

/** Names the newest changes of the records that this version knows, by which others see if it can read theirs. */
async function newestMigrations() {
  const { migrations } = await import('../engines/sqlite/migrate.ts')
  const { postgresMigrations } = await import('../engines/postgres/tables.ts')
  return { sqlite: migrations.at(-1)?.name, postgres: postgresMigrations.at(-1)?.name }
}

/** Lets each command answer wrong usage with the line that shows its own help. */
function leadToHelp(command: Command, line: string): void {
  command.showHelpAfterError(`(see: ${line} --help)`)
  for (const sub of command.commands) leadToHelp(sub, `${line} ${sub.name()}`)
}

/** Runs a command line for one school, or for all. @throws CommanderError, or what the command throws */
export async function runCli(context: CliContext, words: readonly string[]): Promise<void> {
  const chosen = await chooseSchool(context, words)
  const [first, ...others] = chosen.words
  const command = first === '--version' ? ['version', ...others] : chosen.words
  await createCli(chosen.context).parseAsync(command, { from: 'user' })
}
