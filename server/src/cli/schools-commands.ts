import fs from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { findLastBackup } from '../features/overview/overview-queries.ts'
import { addSchool, removeSchool, setHost } from '../schools/manage-schools.ts'
import { configOfSchool } from '../schools/school-config.ts'
import { measureFiles, type SchoolState } from '../schools/school-states.ts'
import { openFileLists, openFileStore } from '../storage/open-file-store.ts'
import { createStorage } from '../storage/storage.ts'
import { addCommand, type CliContext, print, silent } from './cli-context.ts'
import { withBackups } from './open-backups.ts'
import { withSchools } from './with-schools.ts'

interface AddOptions {
  host: string
  url?: string
  from?: string
  sample?: boolean
  json?: boolean
}

/** Time without a finished maintenance after which a school needs a look, in milliseconds. */
const OVERDUE_MS = 2 * 24 * 60 * 60 * 1000

/** Adds `schools add`, `list`, `set-host` and `remove`, for servers of many schools. */
export function addSchoolsCommands(
  program: Command,
  { env, stdout }: Pick<CliContext, 'env' | 'stdout'>,
): void {
  const schools = addCommand(program, 'schools', {
    description: 'Add, list, move and remove the schools of a server with SCHOOLS=1.',
    examples: [
      'schools add north --host north.example',
      'schools add north --host north.example --from ~/north-backup.zip',
      'schools list --json',
      'schools set-host north --host north-school.example',
      'schools remove north --yes',
    ],
  })

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
      const first = await withSchools(config, ({ cluster }) =>
        addSchool(
          { cluster, config, log: silent },
          {
            name,
            host,
            publicUrl: url?.replace(/\/+$/, ''),
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
      const text = first
        ? `${name} is at https://${host} within seconds.\nFirst sign-in at https://${host}/admin — user: ${first.username}  password: ${first.password}\nThis password is shown only once. Change it after signing in.`
        : `${name} is at https://${host} within seconds, with the accounts of the backup.`
      print({ stdout }, { json, result: { name, host, firstAdmin: first }, text })
    })

  schools
    .command('list')
    .description('List the schools with their size, last write, last backup and health.')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(env)
      const rows = await withSchools(config, async ({ list }) => {
        const states = await list()
        const found = []
        for (const state of states) found.push(await describe(config, state))
        return found
      })
      const lines = rows.map(
        ({ name, host, entries, files, bytes, lastBackup, lastWrite, health }) =>
          [
            name.padEnd(20),
            (host ?? '-').padEnd(30),
            `${entries} entries`.padStart(14),
            `${files} files`.padStart(13),
            `${(bytes / 1024 / 1024).toFixed(1)} MB`.padStart(12),
            `backup ${lastBackup ?? 'none'}`,
            `write ${lastWrite ?? 'none'}`,
            health,
          ].join('  '),
      )
      print({ stdout }, { json, result: rows, text: lines.join('\n') || 'There is no school yet.' })
    })

  schools
    .command('set-host <name>')
    .description('Change the host of a school; its former one answers 421.')
    .requiredOption('--host <host>', 'lower-case host name at which it is served')
    .option('--url <address>', 'address of the site; defaults to https://<host>')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, url, json }: AddOptions) => {
      await withSchools(readConfig(env), async ({ cluster, find }) => {
        await find(name)
        await setHost({ cluster }, { name, host, publicUrl: url?.replace(/\/+$/, '') })
      })
      const text = `${name} is at https://${host} within seconds. Passkeys are bound to the former host.`
      print({ stdout }, { json, result: { name, host }, text })
    })

  schools
    .command('remove <name>')
    .description('Make a last backup of a school, then remove it with all its data and backups.')
    .option('--yes', 'really remove it')
    .option('--json', 'print JSON')
    .action(async (name: string, { yes, json }: { yes?: boolean; json?: boolean }) => {
      const config = readConfig(env)
      const backup = await withSchools(config, async ({ cluster, find }) => {
        const row = await find(name)
        if (!yes) throw new Error(`${name} (${row.host}) is removed with all its data: add --yes.`)
        const kept = await backUpElsewhere(config, row)
        await removeSchool({ cluster, config }, name)
        return kept
      })
      print(
        { stdout },
        { json, result: { name, backup }, text: `${name} is removed. Its last backup: ${backup}` },
      )
    })
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

async function describe(config: Config, state: SchoolState) {
  const { name, host, entries, lastWrite, maintainedAt, hasWork } = state
  const own = configOfSchool(config, state)
  const folder = await openDataFolder(own.dataDir)
  const lists = await openFileLists({ config: own, folder, school: name })
  const { files, bytes } = await measureFiles(lists)
  const lastBackup = (await findLastBackup(lists))?.at ?? null
  const isOverdue = !maintainedAt || Date.now() - maintainedAt.getTime() > OVERDUE_MS
  const health = host === null ? 'incomplete' : isOverdue ? 'not maintained' : 'ok'
  return { name, host, entries, files, bytes, lastBackup, lastWrite, hasWork, health }
}
