import fs from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { addSchool, findRemains, removeSchool } from '../engines/schools/manage-schools.ts'
import { configOfSchool } from '../engines/schools/school-config.ts'
import type { SchoolState } from '../engines/schools/school-states.ts'
import { openFileStore } from '../find-files.ts'
import { fsync } from '../lib/atomic-move.ts'
import { messageOf } from '../lib/node-error.ts'
import { createStorage } from '../storage/storage.ts'
import { addCommand, type CliContext, givenPath, print, silent } from './cli-context.ts'
import { withBackups } from './open-backups.ts'
import { addImport } from './schools-import.ts'
import { asCsv, asTable, describeSchool } from './schools-list.ts'
import { addSettings, withoutSlash } from './schools-settings.ts'
import { withSchools } from './with-schools.ts'

interface AddOptions {
  host: string
  url?: string
  title?: string
  from?: string
  sample?: boolean
  json?: boolean
}

interface ListOptions {
  measure?: boolean
  csv?: boolean
  json?: boolean
}

interface RemoveOptions {
  yes?: boolean
  keepFiles?: boolean
  json?: boolean
}

type Context = Pick<CliContext, 'env' | 'stdout'>

/** Adds `schools` with its commands, for servers of many schools. */
export function addSchoolsCommands(program: Command, context: Context): void {
  const schools = addCommand(program, 'schools', {
    description: 'Add, list, change and remove the schools of a server with SCHOOLS=1.',
    examples: [
      'schools add north --host north.example',
      'schools add north --host north.example --from ~/north-backup.zip',
      'schools import schools.csv --passwords passwords.csv',
      'schools list --measure --json',
      'schools set-host north --host north-school.example',
      'schools add-host north --host www.north-school.example',
      'schools set north --quota 5GB',
      'schools suspend north',
      'schools remove north --yes',
    ],
  })

  addCreation(schools, context)
  addImport(schools, context)
  addList(schools, context)
  addSettings(schools, context)
  addRemoval(schools, context)
}

function addCreation(schools: Command, { env, stdout }: Context): void {
  schools
    .command('add <name>')
    .description('Add a school, and print the password of its first admin.')
    .requiredOption('--host <host>', 'lower-case host name at which it is served')
    .option('--url <address>', 'address of the site; defaults to https://<host>')
    .option('--title <text>', 'the school’s own name, which its site shows')
    .option(
      '--from <backup>',
      'begin with the data of a backup, such as of a school’s own computer',
    )
    .option('--sample', 'begin with the sample school')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, url, title, from, sample, json }: AddOptions) => {
      const config = readConfig(env)
      const publicUrl = withoutSlash(url)
      const first = await withSchools(config, ({ cluster }) =>
        addSchool(
          { cluster, config, log: silent },
          {
            name,
            host,
            publicUrl,
            title,
            async fill({ db, folder, config: own }) {
              if (sample) {
                const files = await openFileStore({
                  config: own,
                  folder,
                  school: name,
                  log: silent,
                })
                const { fillDemo } = await import('../fill-demo.ts')
                const storage = createStorage({ folder, files, log: silent })
                await fillDemo({ db, storage, folder, clock: systemClock })
              }
              if (from !== undefined) await restoreInto(own, name, givenPath(env, from))
            },
          },
        ),
      )
      const address = publicUrl ?? `https://${host}`
      const text = first
        ? `${name} is at ${address} within seconds.\nFirst sign-in at ${address}/admin — user: ${first.username}  password: ${first.password}\nThis password is shown only once. Change it after signing in.`
        : `${name} is at ${address} within seconds, with the accounts of the backup.`
      print({ stdout }, { json, result: { name, host, firstAdmin: first }, text })
    })
}

function addList(schools: Command, { env, stdout }: Context): void {
  schools
    .command('list')
    .description('List the schools with their size, last write, last backup and health.')
    .option(
      '--measure',
      'count the files and look for missing ones, instead of the last maintenance',
    )
    .option('--csv', 'print CSV, for a table')
    .option('--json', 'print JSON')
    .action(async ({ measure = false, csv, json }: ListOptions) => {
      const config = readConfig(env)
      const rows = await withSchools(config, async ({ cluster, list }) => {
        const found = []
        for (const state of await list()) {
          found.push(await describeSchool({ cluster, config, measure }, state))
        }
        return found
      })
      if (csv) stdout.write(asCsv(rows))
      else print({ stdout }, { json, result: rows, text: asTable(rows) })
    })
}

function addRemoval(schools: Command, { env, stdout }: Context): void {
  schools
    .command('remove <name>')
    .description('Make a last backup of a school, then remove it with all its data and backups.')
    .option('--yes', 'really remove it')
    .option('--keep-files', 'leave its files and backups in the bucket')
    .option('--json', 'print JSON')
    .action(async (name: string, { yes = false, keepFiles = false, json }: RemoveOptions) => {
      const config = readConfig(env)
      const removed = await withSchools(config, async ({ cluster, list }) => {
        const row = (await list()).find((one) => one.name === name)
        if (!row) await assertRemains(config, name)
        if (!yes) {
          const host = row?.host ? ` (${row.host})` : ''
          throw new Error(
            `Nothing was removed. To remove ${name}${host} with all its data and backups: add --yes.`,
          )
        }
        // A removal that was interrupted has made the backup before.
        const backup = row ? await backUpElsewhere(config, row) : null
        const { entries = null, files = null, bytes = null, host = null } = row ?? {}
        const facts = { school: name, host, entries, files, bytes, backup, keepFiles }
        return recordRemoval(config, facts, async () => {
          const { objects } = await removeSchool({ cluster, config }, name, { keepFiles })
          return { backup, objects }
        })
      })
      const lines = [`${name} is removed, as removed-schools/removed.log in DATA_DIR says.`]
      if (removed.backup) lines.push(`Its last backup, with all its files: ${removed.backup}`)
      if (config.bucket) {
        lines.push(
          keepFiles
            ? `Its files and backups stay in the bucket below ${name}/.`
            : `${removed.objects} objects were removed from the bucket.`,
        )
      }
      print({ stdout }, { json, result: { name, ...removed }, text: lines.join('\n') })
    })
}

/** @throws Error with a one-line message if nothing is left of a school that has no row */
async function assertRemains(config: Config, name: string): Promise<void> {
  const { hasFolder, objects } = await findRemains(config, name)
  if (!hasFolder && objects === 0) throw new Error(`There is no school ${name}.`)
}

/**
 * Writes what was removed, and when, into `removed-schools/removed.log`: a line of JSON for each try.
 * @throws what `remove` throws
 */
async function recordRemoval<Removed extends object>(
  config: Config,
  facts: object,
  remove: () => Promise<Removed>,
): Promise<Removed> {
  const record = async (outcome: object) => {
    const line = JSON.stringify({ at: systemClock().toISOString(), ...facts, ...outcome })
    const file = path.join(await removedFolder(config), 'removed.log')
    await fs.appendFile(file, `${line}\n`, { mode: 0o600, flush: true })
  }
  try {
    const removed = await remove()
    await record(removed)
    return removed
  } catch (error) {
    await record({ failed: messageOf(error) })
    throw error
  }
}

/** Creates the folder of what stays of removed schools. */
async function removedFolder({ dataDir }: Config): Promise<string> {
  const folder = path.join(dataDir, 'removed-schools')
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function restoreInto(config: Config, school: string, file: string): Promise<void> {
  const source = { file, use: <T>(work: (from: string) => Promise<T>) => work(file) }
  const found = await fs.stat(file).catch(() => null)
  if (!found?.isFile()) throw new Error(`${file}: no such file.`)
  await withBackups({ config, program: await appVersion(), school }, (backups) =>
    backups.alone(() => backups.restore([source])),
  )
}

/** Makes a backup of a school in a folder that stays without it. @returns its path */
async function backUpElsewhere(config: Config, row: SchoolState): Promise<string> {
  const own = configOfSchool(config, row)
  const folder = await removedFolder(config)
  return withBackups(
    { config: own, program: await appVersion(), school: row.name },
    async (backups) => {
      const name = await backups.alone(() => backups.make())
      const to = path.join(folder, `${row.name}-${name}`)
      await backups.files.use('backups', name, (from) => fs.copyFile(from, to))
      // All else of the school is about to be removed.
      await fsync(to, 'r+')
      await fsync(folder, 'r')
      return to
    },
  )
}
