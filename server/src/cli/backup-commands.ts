import fs from 'node:fs/promises'
import path from 'node:path'
import { recordTypes } from '@bidyaloy/shared/features'
import { type Backup, type BackupContents, isOwnAndWhole } from '@bidyaloy/shared/school/backup'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { type Config, readConfig } from '../config.ts'
import { dataFolderAt } from '../data-folder.ts'
import { listBackups } from '../features/backup/backup-format.ts'
import { isFormerCopy } from '../features/backup/before-upgrade.ts'
import { readBackup } from '../features/backup/read-backup.ts'
import { type BackupSource, pathOf } from '../features/backup/restore-stopped.ts'
import { openFileLists } from '../find-files.ts'
import { SCHOOL } from '../find-records.ts'
import { isNodeError } from '../lib/node-error.ts'
import { restrictImageLibrary } from '../storage/pictures.ts'
import {
  addCommand,
  type CliContext,
  openExistingFolder,
  print,
  withServerStopped,
} from './cli-context.ts'
import { type OpenBackups, withBackups } from './open-backups.ts'

interface Options {
  json?: boolean
}

interface RestoreOptions extends Options {
  beforeUpgrade?: boolean
}

const NEWEST = 'newest'
const WHICH = `a path, a file name in the folder of backups, or "${NEWEST}" of those made here`

/** Adds the commands that make, list, verify and restore backups. */
export function addBackupCommands(
  program: Command,
  { env, stdout, school = SCHOOL }: Pick<CliContext, 'env' | 'stdout' | 'school'>,
): void {
  addCommand(program, 'backup', {
    description: 'Make a backup of everything, also while the server runs.',
    examples: ['backup', 'backup --json'],
  })
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      const config = readConfig(env)
      await openExistingFolder(config)
      await withBackups({ config, program: await appVersion(), school }, async (backups) => {
        const name = await backups.alone(() => backups.make())
        const made = (await listBackups(backups.files)).find((one) => one.name === name)
        const { at, size } = made ?? { at: '', size: 0 }
        const file = pathOf(name, backups)
        const text = `Backup made: ${file} (${megabytes(size)})`
        print({ stdout }, { json, result: { file, size, at }, text })
      })
    })

  addCommand(program, 'backups', {
    description: 'List the backups, newest first.',
    examples: ['backups', 'backups --json'],
  })
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      const config = readConfig(env)
      const folder = await openExistingFolder(config)
      const backups = await listBackups(await openFileLists({ config, folder, school }))
      const former = (await fs.readdir(folder.backups)).filter(isFormerCopy)
      const lines = [
        ...backups.map(({ at, name, size, kind }) => {
          const remark = kind === 'before-upgrade' ? '  (before an upgrade, without files)' : ''
          return `${dhaka(at)}  ${megabytes(size).padStart(10)}  ${name}${remark}`
        }),
        ...former.map(
          (name) =>
            `${name}  (a copy of the database by a former version; the next upgrade deletes it)`,
        ),
      ]
      const result = backups.map(({ written: _, ...backup }) => backup)
      const text = lines.join('\n') || `No backups in ${folder.backups}.`
      print({ stdout }, { json, result, text })
    })

  addCommand(program, 'verify', {
    description: 'Read a whole backup, verify it against its manifest, and print its contents.',
    examples: [
      'verify',
      'verify bidyaloy-20261121t200000k3v9-nightly.zip',
      'verify /mnt/usb/b.zip',
    ],
  })
    .argument('[backup]', WHICH, NEWEST)
    .option('--json', 'print JSON')
    .action(async (which: string, { json }: Options) => {
      restrictImageLibrary()
      const config = readConfig(env)
      const [chosen] = await chooseBackups({ config, school }, which)
      await withBackups({ config, program: await appVersion(), school }, async (backups) => {
        const { file, use } = sourceFrom(backups)(chosen)
        const contents = await backups.alone(() =>
          use((from) =>
            readBackup({ paths: backups.folder, file: from, into: null }, () => undefined),
          ),
        )
        const text = `${file}: complete and unchanged. ${describe(contents)}`
        print({ stdout }, { json, result: { file, ...contents }, text })
      })
    })

  addCommand(program, 'restore', {
    description:
      'Replace everything except accounts and activity by a backup. First verifies it and makes a backup of the present data. The server must be stopped, unless the records are in PostgreSQL.',
    examples: ['restore', 'restore newest', 'restore /mnt/usb/b.zip', 'restore --before-upgrade'],
  })
    .argument('[backup]', `${WHICH}, which is the newest valid one`, NEWEST)
    .option(
      '--before-upgrade',
      'go back to the newest records from before an upgrade that this version can read; files stay as they are',
    )
    .option('--json', 'print JSON')
    .action(async (which: string, { json, beforeUpgrade }: RestoreOptions) => {
      restrictImageLibrary()
      const config = readConfig(env)
      const program = await appVersion()
      const hint = 'Restore in its dashboard, or stop it and try again.'
      const choose = beforeUpgrade ? chooseFormer : chooseBackups
      const chosen = await choose({ config, school }, which)
      const result = await withBackups(
        { config, program, school, founds: true },
        async (backups) => {
          const sources = chosen.map(sourceFrom(backups))
          const work = () => backups.alone(() => backups.restore(sources))
          return withServerStopped(config, backups.folder, work, hint)
        },
      )
      const { file, contents, passedOver, before, putAside } = result
      const lines = [
        ...passedOver.map((one) => `Skipped ${one.file}: ${one.reason}`),
        `Restored from ${file}. ${describe(contents)}`,
        before ? `Backup of the former data: ${before}` : '',
        putAside ? `The former data could not be read and was moved to ${putAside}` : '',
        config.databaseUrl === undefined
          ? 'Start the server again. Everyone has to sign in again.'
          : 'Everyone has to sign in again.',
      ]
      print({ stdout }, { json, result, text: lines.filter(Boolean).join('\n') })
    })
}

/** A stored backup, or any other file. */
type Chosen = { name: string } | { file: string }

const sourceFrom =
  ({ folder, files }: OpenBackups) =>
  (chosen: Chosen): BackupSource => {
    if ('file' in chosen) return { ...chosen, use: (work) => work(chosen.file) }
    const { name } = chosen
    return {
      file: pathOf(name, { folder, files }),
      use: (work) => files.use('backups', name, work),
    }
  }

/** Where backups are stored; nothing is created. */
interface Stored {
  config: Config
  school: string
}

async function listStored({ config, school }: Stored): Promise<Backup[]> {
  const folder = dataFolderAt(config.dataDir)
  try {
    return await listBackups(await openFileLists({ config, folder, school }))
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return []
    throw error
  }
}

/** Returns the backups from before an upgrade, newest first. @throws Error with a one-line message */
async function chooseFormer(place: Stored, which: string): Promise<[Chosen, ...Chosen[]]> {
  if (which !== NEWEST) throw new Error('Name a backup, or use --before-upgrade, not both.')
  const [newest, ...older] = (await listStored(place)).filter(
    ({ kind }) => kind === 'before-upgrade',
  )
  if (newest) return [newest, ...older]
  const { backups } = dataFolderAt(place.config.dataDir)
  throw new Error(`No backup in ${backups} was made before an upgrade.`)
}

/** Returns the chosen backups, to be tried in this order. @throws Error with a one-line message */
async function chooseBackups(place: Stored, which: string): Promise<[Chosen, ...Chosen[]]> {
  const stored = await listStored(place)
  if (which === NEWEST) {
    // Uploaded backups, and those without files, are used only if they are named.
    const [newest, ...older] = stored.filter(isOwnAndWhole)
    if (newest) return [newest, ...older]
    const { backups } = dataFolderAt(place.config.dataDir)
    throw new Error(
      stored.length === 0
        ? `No backups in ${backups}.`
        : `No backup in ${backups} was made by this server. Name one of: npm run admin -- backups`,
    )
  }
  const named = stored.find(({ _id, name }) => name === which || _id === which)
  if (named) return [named]
  const file = path.resolve(which)
  const found = await fs.stat(file).catch(() => null)
  if (!found?.isFile()) throw new Error(`${which}: no such file.`)
  return [{ file }]
}

/** Describes the contents of a backup in a sentence. */
function describe(contents: BackupContents): string {
  const { at, entries, records, files, pictures, bytes, unreadable, missing, leftOut } = contents
  const what = contents.withoutFiles
    ? 'records only, the files stay as they are'
    : `${files} files (${pictures} pictures)`
  const others = recordTypes.map(({ name, plural }) => `${records[name] ?? 0} ${plural}, `).join('')
  const sentence = `Its state is of ${dhaka(at)}: ${entries} entries, ${others}${what}, ${megabytes(bytes)}.`
  const remarks = [
    unreadable > 0 ? ` ${unreadable} pictures were already unreadable when it was made.` : '',
    missing > 0 ? ` ${missing} files were already missing when it was made.` : '',
    leftOut ? `\nThis version cannot read and leaves out:\n  ${leftOut.join('\n  ')}` : '',
  ]
  return sentence + remarks.join('')
}

const inDhaka = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Dhaka',
  dateStyle: 'short',
  timeStyle: 'short',
})

function dhaka(moment: string): string {
  return `${inDhaka.format(new Date(moment))} (Dhaka)`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
