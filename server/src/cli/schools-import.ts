import fs from 'node:fs/promises'
import { csvFile, csvLine } from '@bidyaloy/shared/lib/csv'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { addSchool } from '../engines/schools/manage-schools.ts'
import { addressOf } from '../engines/schools/school-hosts.ts'
import {
  checkSchoolList,
  type ListedSchool,
  readSchoolList,
} from '../engines/schools/school-list.ts'
import { messageOf } from '../lib/node-error.ts'
import { type CliContext, givenPath, readGiven, silent } from './cli-context.ts'
import { withSchools } from './with-schools.ts'

interface ImportOptions {
  passwords?: string
}

const HEADS = ['name', 'school', 'address', 'username', 'password']

/** Adds `schools import`. */
export function addImport(
  schools: Command,
  { env, stdout }: Pick<CliContext, 'env' | 'stdout'>,
): void {
  schools
    .command('import <list>')
    .description(
      'Add the schools of a CSV with the columns name, host, school, and perhaps url and username. May be repeated: schools that are there are left out.',
    )
    .option(
      '--passwords <file>',
      'write the first passwords there (mode 0600) instead of printing them',
    )
    .action(async (list: string, { passwords: given }: ImportOptions) => {
      const config = readConfig(env)
      const listed = readSchoolList(await readGiven(env, list))
      const passwords = given === undefined ? undefined : givenPath(env, given)
      await withSchools(config, async ({ cluster, list: known }) => {
        const { missing, present } = checkSchoolList(listed, await known())
        // Before anything is added: passwords are shown only once.
        const write = passwords === undefined ? undefined : await openPasswords(passwords)
        if (!write && missing.length > 0) stdout.write(csvFile([HEADS]))
        let added = 0
        for (const school of missing) {
          const first = await addSchool({ cluster, config, log: silent }, school).catch(
            (error: unknown) => {
              throw new Error(
                `Line ${school.line}: ${messageOf(error)} ${added} schools were added before it. Repeat the command to go on.`,
              )
            },
          )
          const line = csvLine(cellsOf(school, first))
          if (write) await write(line)
          else stdout.write(line)
          added += 1
        }
        if (write) stdout.write(summary({ added, present, passwords }))
      })
    })
}

const cellsOf = (
  { name, title, host, publicUrl }: ListedSchool,
  first: { username: string; password: string } | null,
) => [
  name,
  title,
  addressOf({ host, publicUrl: publicUrl ?? null }),
  first?.username ?? '',
  first?.password ?? '',
]

function summary({
  added,
  present,
  passwords,
}: {
  added: number
  present: readonly string[]
  passwords: string | undefined
}): string {
  const lines = [`${added} schools were added. Their sites are there within seconds.`]
  if (present.length > 0) lines.push(`${present.length} were there before: ${present.join(', ')}`)
  if (added > 0)
    lines.push(`Their first passwords are in ${passwords}. Delete it when they are handed out.`)
  return `${lines.join('\n')}\n`
}

/**
 * Opens a file for passwords, which only its owner may read; what it has stays.
 * @returns a function that adds a line, durably
 */
async function openPasswords(file: string): Promise<(line: string) => Promise<void>> {
  await fs.appendFile(file, '', { mode: 0o600 })
  await fs.chmod(file, 0o600)
  const { size } = await fs.stat(file)
  if (size === 0) await fs.appendFile(file, csvFile([HEADS]))
  return (line) => fs.appendFile(file, line, { flush: true })
}
