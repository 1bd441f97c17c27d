import type { Command } from 'commander'
import { versionText } from '../../app-version.ts'
import { systemClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { dataFolderAt } from '../../data-folder.ts'
import { openFileLists } from '../../find-files.ts'
import { SCHOOL } from '../../find-records.ts'
import { messageOf } from '../../lib/node-error.ts'
import { addCommand, type CliContext } from '../cli-context.ts'
import { awayFinding } from './away.ts'
import { createFindings, type Finding } from './finding.ts'
import { backupFinding, folderFinding, privacyFinding, secretFinding } from './folder.ts'
import { nodeFinding, papersFinding, roomFinding, serverFinding } from './machine.ts'
import { postgresFindings } from './postgres.ts'
import { recordFindings } from './records.ts'
import { windowsFindings } from './windows-acl.ts'

/** Adds `doctor`, which checks the machine and the data. */
export function addDoctorCommand(
  program: Command,
  { env, stdout, endWith, ...place }: Omit<CliContext, 'stdin'>,
): void {
  addCommand(program, 'doctor', {
    description: 'Check the machine, the data folder, the database and the files.',
    examples: ['doctor', 'doctor --json'],
  })
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 all is well, 1 an error was found, 2 only warnings.')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(env, systemClock(), place)
      const program = await versionText()
      const result = JSON.stringify({ program, findings }, null, 2)
      stdout.write(json ? `${result}\n` : `${program}\n${asLines(findings)}`)
      endWith?.(exitCodeOf(findings))
    })
}

/** Checks everything that the server depends on, whether it runs or not. Changes nothing. */
export async function examine(
  env: NodeJS.ProcessEnv,
  now: Date,
  { school = SCHOOL, serverDir }: Pick<CliContext, 'school' | 'serverDir'> = {},
): Promise<Finding[]> {
  const settings = createFindings('settings')
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(env)
  } catch (error) {
    const text = `${messageOf(error)}. Correct it in the environment or in .env.`
    return [nodeFinding(), settings.bad(text)]
  }
  const folder = dataFolderAt(config.dataDir)
  const first = [
    nodeFinding(),
    settings.good('All settings are valid.'),
    papersFinding(config),
    await folderFinding(folder),
  ]
  // Without the folder nothing else can be checked.
  if (first.some(({ about, level }) => about === 'folder' && level === 'bad')) return first
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  const store = await openFileLists({ config, folder, school })
  const places = { folder, store }
  return [
    ...first,
    await roomFinding(folder),
    await serverFinding(config, dataFolderAt(serverDir ?? config.dataDir)),
    ...(url === undefined
      ? [...(await recordFindings(places, now)), await secretFinding(folder)]
      : await postgresFindings({ url, ownerUrl, school }, places, now)),
    await backupFinding(store, now),
    await awayFinding(config, { folder, school }, now),
    ...(process.platform === 'win32'
      ? await windowsFindings(folder)
      : [await privacyFinding(folder)]),
  ]
}

/** Returns 1 if a finding is bad, 2 if there are only warnings, or 0. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'bad')) return 1
  return findings.some(({ level }) => level === 'warning') ? 2 : 0
}

const MARKS = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const

/** Returns the findings as text. */
export function asLines(findings: readonly Finding[]): string {
  const lines = findings.map(({ about, level, text }) => `${MARKS[level]}  ${about}: ${text}\n`)
  const ends = ['All is well.\n', 'Something is wrong: see BAD.\n', 'It works; see warn.\n']
  return lines.join('') + ends[exitCodeOf(findings)]
}
