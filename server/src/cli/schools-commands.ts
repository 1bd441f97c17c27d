import fs from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { addSchool, findRemains, removeSchool, setHost } from '../engines/schools/manage-schools.ts'
import { configOfSchool } from '../engines/schools/school-config.ts'
import type { SchoolState } from '../engines/schools/school-states.ts'
import { openFileStore } from '../find-files.ts'
import { createStorage } from '../storage/storage.ts'
import { addCommand, type CliContext, print, silent } from './cli-context.ts'
import { withBackups } from './open-backups.ts'
import { asTable, describeSchool } from './schools-list.ts'
import { withSchools } from './with-schools.ts'

interface AddOptions {
  host: string
  url?: string
  from?: string
  sample?: boolean
  json?: boolean
}

interface ListOptions {
  measure?: boolean
  json?: boolean
}

interface RemoveOptions {
  yes?: boolean
  keepFiles?: boolean
  json?: boolean
}

type Context = Pick<CliContext, 'env' | 'stdout'>

/** Adds `schools add`, `list`, `set-host` and `remove`, for servers of many schools. */
export function addSchoolsCommands(program: Command, context: Context): void {
  const schools = addCommand(program, 'schools', {
    description: 'Add, list, move and remove the schools of a server with SCHOOLS=1.',
    examples: [
      'schools add north --host north.example',
      'schools add north --host north.example --from ~/north-backup.zip',
      'schools list --measure --json',
      'schools set-host north --host north-school.example',
      'schools remove north --yes',
    ],
  })

  addCreation(schools, context)
  addList(schools, context)
  addHostChange(schools, context)
  addRemoval(schools, context)
}

function addCreation(schools: Command, { env, stdout }: Context): void {
  schools
    .command('add <name>')
    .description('Add a school, and print the password of its first admin.')
    .requiredOption('--host <host>', 'lower-case host name at which it is served')
    .option('--url <address>', 'address of the site; defaults to https://<host>')
    .option(
      '--from <backup>',
      'begin with the data of a backup, such as of a school’s own computer',
    )
    .option('--sample', 'begin with the sample school')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, url, from, sample, json }: AddOptions) => {
      const config = readConfig(env)
      const publicUrl = withoutSlash(url)
      const first = await withSchools(config, ({ cluster }) =>
        addSchool(
          { cluster, config, log: silent },
          {
            name,
            host,
            publicUrl,
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
              if (from !== undefined) await restoreInto(own, name, path.resolve(from))
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
    .option('--json', 'print JSON')
    .action(async ({ measure = false, json }: ListOptions) => {
      const config = readConfig(env)
      const rows = await withSchools(config, async ({ cluster, list }) => {
        const found = []
        for (const state of await list()) {
          found.push(await describeSchool({ cluster, config, measure }, state))
        }
        return found
      })
      print({ stdout }, { json, result: rows, text: asTable(rows) })
    })
}

function addHostChange(schools: Command, { env, stdout }: Context): void {
  schools
    .command('set-host <name>')
    .description('Change the host of a school; its former one answers 421.')
    .requiredOption('--host <host>', 'lower-case host name at which it is served')
    .option('--url <address>', 'address of the site; defaults to https://<host>')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, url, json }: AddOptions) => {
      const publicUrl = withoutSlash(url)
      await withSchools(readConfig(env), async ({ cluster, find }) => {
        await find(name)
        await setHost({ cluster }, { name, host, publicUrl })
      })
      const text = `${name} is at ${publicUrl ?? `https://${host}`} within seconds. Passkeys are bound to the former host.`
      print({ stdout }, { json, result: { name, host }, text })
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
        const { objects } = await removeSchool({ cluster, config }, name, { keepFiles })
        return { backup, objects }
      })
      const lines = [`${name} is removed.`]
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

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '')
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
  const folder = path.join(config.dataDir, 'removed-schools')
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  return withBackups(
    { config: own, program: await appVersion(), school: row.name },
    async (backups) => {
      const name = await backups.alone(() => backups.make())
      const to = path.join(folder, `${row.name}-${name}`)
      await backups.files.use('backups', name, (from) => fs.copyFile(from, to))
      return to
    },
  )
}
