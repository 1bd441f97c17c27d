import fs from 'node:fs/promises'
import path from 'node:path'
import type { Backup, BackupContents } from '@bidyaloy/shared/school/backup'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { listBackups, newBackupName, wholeSecond } from '../features/backup/backup-format.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { readBackup } from '../features/backup/read-backup.ts'
import { finishInterruptedRestore } from '../features/backup/replace-data.ts'
import { restoreStopped } from '../features/backup/restore-stopped.ts'
import { restrictImageLibrary } from '../storage/pictures.ts'
import {
  addCommand,
  type CliContext,
  openExistingFolder,
  print,
  withLock,
  withServerStopped,
} from './cli-context.ts'

interface Options {
  json?: boolean
}

const NEWEST = 'newest'
const WHICH = `a path, a file name in the folder of backups, or "${NEWEST}" of those made here`
const ignoreProgress = () => undefined

/** Adds the commands that make, list, verify and restore backups. */
export function addBackupCommands(
  program: Command,
  { env, stdout }: Pick<CliContext, 'env' | 'stdout'>,
): void {
  addCommand(program, 'backup', {
    description: 'Make a backup of everything, also while the server runs.',
    examples: ['backup', 'backup --json'],
  })
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      const folder = await openExistingFolder(readConfig(env))
      const at = wholeSecond(systemClock()).toISOString()
      const name = newBackupName('manual', new Date(at))
      const program = await appVersion()
      const { size } = await withBackupLock(folder, () =>
        makeBackup({ paths: folder, name, at, program }, ignoreProgress),
      )
      const file = path.join(folder.backups, name)
      const text = `Backup made: ${file} (${megabytes(size)})`
      print({ stdout }, { json, result: { file, size, at }, text })
    })

  addCommand(program, 'backups', {
    description: 'List the backups, newest first.',
    examples: ['backups', 'backups --json'],
  })
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      const folder = await openExistingFolder(readConfig(env))
      const backups = await listBackups(folder.backups)
      const lines = backups.map(
        ({ at, name, size }) => `${dhaka(at)}  ${megabytes(size).padStart(10)}  ${name}`,
      )
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
      const folder = await openDataFolder(readConfig(env).dataDir)
      const [file = ''] = await findFiles(folder, which)
      const contents = await withBackupLock(folder, () =>
        readBackup({ paths: folder, file, into: null }, ignoreProgress),
      )
      const text = `${file}: complete and unchanged. ${describe(contents)}`
      print({ stdout }, { json, result: { file, ...contents }, text })
    })

  addCommand(program, 'restore', {
    description:
      'Replace everything except accounts and activity by a backup. First verifies it and makes a backup of the present data. The server must be stopped.',
    examples: ['restore', 'restore newest', 'restore /mnt/usb/b.zip'],
  })
    .argument('[backup]', `${WHICH}, which is the newest valid one`, NEWEST)
    .option('--json', 'print JSON')
    .action(async (which: string, { json }: Options) => {
      restrictImageLibrary()
      const folder = await openDataFolder(readConfig(env).dataDir)
      const files = await findFiles(folder, which)
      const work = async () => {
        await finishInterruptedRestore(folder)
        const context = { by: 'npm run admin', now: systemClock() }
        const program = await appVersion()
        return restoreStopped({ folder, files, context, program, report: ignoreProgress })
      }
      const hint = 'Restore in its dashboard, or stop it and try again.'
      const result = await withServerStopped(folder, () => withBackupLock(folder, work), hint)
      const { file, contents, passedOver, before, putAside } = result
      const lines = [
        ...passedOver.map((one) => `Skipped ${one.file}: ${one.reason}`),
        `Restored from ${file}. ${describe(contents)}`,
        before ? `Backup of the former data: ${before}` : '',
        putAside ? `The former data could not be read and was moved to ${putAside}` : '',
        'Start the server again. Everyone has to sign in again.',
      ]
      print({ stdout }, { json, result, text: lines.filter(Boolean).join('\n') })
    })
}

/** Returns the paths of the chosen backups, to be tried in this order. @throws Error with a one-line message */
async function findFiles(folder: DataFolder, which: string): Promise<string[]> {
  const inFolder = ({ name }: Pick<Backup, 'name'>) => path.join(folder.backups, name)
  const backups = await listBackups(folder.backups)
  if (which === NEWEST) {
    // Uploaded backups are used only if they are named.
    const own = backups.filter(({ kind }) => kind !== 'uploaded')
    if (own.length > 0) return own.map(inFolder)
    throw new Error(
      backups.length === 0
        ? `No backups in ${folder.backups}.`
        : `No backup in ${folder.backups} was made by this server. Name one of: npm run admin -- backups`,
    )
  }
  const named = backups.find(({ _id, name }) => name === which || _id === which)
  const file = named ? inFolder(named) : path.resolve(which)
  const found = await fs.stat(file).catch(() => null)
  if (!found?.isFile()) throw new Error(`${which}: no such file.`)
  return [file]
}

/** Runs work while neither the server nor another command uses the backups. */
function withBackupLock<T>({ backupLock }: DataFolder, work: () => Promise<T>): Promise<T> {
  return withLock(backupLock, 'Another backup task is running. Try again later.', work)
}

/** Describes the contents of a backup in a sentence. */
function describe(contents: BackupContents): string {
  const { at, entries, studentCounts, files, pictures, bytes, unreadable, missing } = contents
  const sentence = `Its state is of ${dhaka(at)}: ${entries} entries, ${studentCounts} student counts, ${files} files (${pictures} pictures), ${megabytes(bytes)}.`
  const remarks = [
    unreadable > 0 ? ` ${unreadable} pictures were already unreadable when it was made.` : '',
    missing > 0 ? ` ${missing} files were already missing when it was made.` : '',
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
