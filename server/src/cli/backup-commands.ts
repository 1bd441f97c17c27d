import fs from 'node:fs/promises'
import { recordTypes } from '@bidyaloy/shared/features'
import type { Backup, BackupContents } from '@bidyaloy/shared/school/backup'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { dataFolderAt } from '../data-folder.ts'
import { listBackups, restorable } from '../features/backup/backup-format.ts'
import { isFormerCopy } from '../features/backup/before-upgrade.ts'
import { readBackup } from '../features/backup/read-backup.ts'
import {
  type BackupSource,
  pathOf,
  type RestoreResult,
} from '../features/backup/restore-stopped.ts'
import { openFileLists } from '../find-files.ts'
import { SCHOOL } from '../find-records.ts'
import { isNodeError, messageOf } from '../lib/node-error.ts'
import { restrictImageLibrary } from '../storage/pictures.ts'
import { copyNow, decrypted, listAway, NEWEST, sourcesAway } from './away-backups.ts'
import {
  addCommand,
  type CliContext,
  givenPath,
  openExistingFolder,
  print,
  withServerStopped,
} from './cli-context.ts'
import { type OpenBackups, withBackups } from './open-backups.ts'

interface Options {
  json?: boolean
}

/** Where a backup is, and how it is opened. */
interface SourceOptions extends Options {
  away?: boolean
  identity?: string
}

interface RestoreOptions extends SourceOptions {
  beforeUpgrade?: boolean
}

const WHICH = `a path, a file name in the folder of backups, or "${NEWEST}" of those made here`
const AWAY = ['--away', 'the copies at BACKUP_URL instead of the backups of this machine'] as const
const IDENTITY = ['--identity <file>', 'file with the private key of encrypted copies'] as const

/** Adds the commands that make, list, verify and restore backups. */
export function addBackupCommands(
  program: Command,
  { env, stdout, school = SCHOOL }: Pick<CliContext, 'env' | 'stdout' | 'school'>,
): void {
  addCommand(program, 'backup', {
    description:
      'Make a backup of everything, also while the server runs, and copy it to BACKUP_URL.',
    examples: ['backup', 'backup --json'],
  })
    .option('--no-copy', 'leave the copy to the server')
    .option('--json', 'print JSON')
    .action(async ({ json, copy }: Options & { copy: boolean }) => {
      const config = readConfig(env)
      await openExistingFolder(config)
      await withBackups({ config, program: await appVersion(), school }, async (backups) => {
        const name = await backups.alone(() => backups.make())
        const made = (await listBackups(backups.files)).find((one) => one.name === name)
        const { at, size } = made ?? { at: '', size: 0 }
        const file = pathOf(name, backups)
        const text = `Backup made: ${file} (${megabytes(size)})`
        const copyIt = () =>
          copyNow(config, backups, school).catch((error: unknown) => {
            throw new Error(
              `${text}\nIts copy failed, and the server tries again. ${messageOf(error)}`,
            )
          })
        const copied = copy ? await copyIt() : null
        const result = { file, size, at, ...(copied && { copied }) }
        print({ stdout }, { json, result, text: copied ? `${text}\n${copied}` : text })
      })
    })

  addCommand(program, 'backups', {
    description: 'List the backups, newest first.',
    examples: ['backups', 'backups --json', 'backups --away'],
  })
    .option(...AWAY)
    .option('--json', 'print JSON')
    .action(async ({ json, away }: SourceOptions) => {
      const config = readConfig(env)
      if (away) return printAway({ env, config, school }, { stdout }, json)
      const folder = await openExistingFolder(config)
      const backups = await listBackups(await openFileLists({ config, folder, school }))
      const former = (await fs.readdir(folder.backups)).filter(isFormerCopy)
      const lines = [
        ...backups.map((backup) => {
          const isPartial = backup.kind === 'before-upgrade'
          return lineOf(backup) + (isPartial ? '  (before an upgrade, without files)' : '')
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
      'verify --away newest --identity key.txt',
    ],
  })
    .argument('[backup]', WHICH, NEWEST)
    .option(...AWAY)
    .option(...IDENTITY)
    .option('--json', 'print JSON')
    .action(async (which: string, options: SourceOptions) => {
      restrictImageLibrary()
      const { json } = options
      const config = readConfig(env)
      const findSources = await chooseSources({ env, config, school }, which, options)
      await withBackups({ config, program: await appVersion(), school }, async (backups) => {
        const [{ file, use }] = await findSources(backups)
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
    examples: [
      'restore',
      'restore newest',
      'restore /mnt/usb/b.zip',
      'restore --away newest --identity key.txt',
      'restore --before-upgrade',
    ],
  })
    .argument('[backup]', `${WHICH}, which is the newest valid one`, NEWEST)
    .option(
      '--before-upgrade',
      'go back to the newest records from before an upgrade that this version can read; files stay as they are',
    )
    .option(...AWAY)
    .option(...IDENTITY)
    .option('--json', 'print JSON')
    .action(async (which: string, options: RestoreOptions) => {
      restrictImageLibrary()
      const { json } = options
      const config = readConfig(env)
      const program = await appVersion()
      const hint = 'Restore in its dashboard, or stop it and try again.'
      const findSources = await chooseSources({ env, config, school }, which, options)
      const result = await withBackups(
        { config, program, school, founds: true },
        async (backups) => {
          const sources = await findSources(backups)
          const work = () => backups.alone(() => backups.restore(sources))
          return withServerStopped(config, backups.folder, work, hint)
        },
      )
      print({ stdout }, { json, result, text: restoredText(config, result) })
    })
}

/** A stored backup, or any other file. */
type Chosen = { name: string } | { file: string }

const sourceFrom =
  ({ folder, files }: OpenBackups, identity: string | undefined) =>
  (chosen: Chosen): BackupSource => {
    if ('file' in chosen) {
      const { file } = chosen
      return { file, use: (work) => decrypted({ file, folder, identity }, work) }
    }
    const { name } = chosen
    return {
      file: pathOf(name, { folder, files }),
      use: (work) => files.use('backups', name, work),
    }
  }

type Sources = [BackupSource, ...BackupSource[]]

/**
 * Chooses backups before anything is created.
 * @returns a function that opens them, to be tried in their order @throws Error with a one-line message
 */
async function chooseSources(
  place: Stored,
  which: string,
  { away, beforeUpgrade, ...options }: RestoreOptions,
): Promise<(backups: OpenBackups) => Promise<Sources>> {
  const identity = options.identity && givenPath(place.env, options.identity)
  if (away) {
    if (beforeUpgrade) throw new Error('Use --away or --before-upgrade, not both.')
    const { config, school } = place
    return ({ folder }) => sourcesAway(config, { folder, school, identity }, which)
  }
  const [first, ...others] = await (beforeUpgrade ? chooseFormer : chooseBackups)(place, which)
  return async (backups) => {
    const open = sourceFrom(backups, identity)
    return [open(first), ...others.map(open)]
  }
}

/** Where backups are stored; nothing is created. */
interface Stored {
  env: NodeJS.ProcessEnv
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
    const [newest, ...older] = restorable(stored, systemClock())
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
  const file = givenPath(place.env, which)
  const found = await fs.stat(file).catch(() => null)
  if (!found?.isFile()) throw new Error(`${which}: no such file.`)
  return [{ file }]
}

/** Describes a restore in lines. */
function restoredText(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { file, contents, passedOver, before, putAside }: RestoreResult,
): string {
  const lines = [
    ...passedOver.map((one) => `Skipped ${one.file}: ${one.reason}`),
    `Restored from ${file}. ${describe(contents)}`,
    before ? `Backup of the former data: ${before}` : '',
    putAside ? `The former data could not be read and was moved to ${putAside}` : '',
    databaseUrl === undefined
      ? 'Start the server again. Everyone has to sign in again.'
      : 'Everyone has to sign in again.',
  ]
  return lines.filter(Boolean).join('\n')
}

/** Prints the copies of another place. */
async function printAway(
  { config, school }: Stored,
  context: Pick<CliContext, 'stdout'>,
  json?: boolean,
) {
  const folder = dataFolderAt(config.dataDir)
  const { address, backups } = await listAway(config, { folder, school })
  const lines = backups.map((backup) => lineOf({ ...backup, name: backup.file }))
  const result = backups.map(({ written: _, ...backup }) => backup)
  print(context, { json, result, text: lines.join('\n') || `No backups in ${address}.` })
}

const lineOf = ({ at, name, size }: Pick<Backup, 'at' | 'name' | 'size'>) =>
  `${dhaka(at)}  ${megabytes(size).padStart(10)}  ${name}`

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
