import fs from 'node:fs/promises'
import path from 'node:path'
import type { Backup, BackupContents } from '@bidyaloy/shared/school/backup'
import type { Command } from 'commander'
import { appVersion } from '../app-version.ts'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { DATABASE_FILE, type DataFolder, openDataFolder } from '../data-folder.ts'
import { takeLock } from '../db/folder-lock.ts'
import { listBackups, newBackupName, wholeSecond } from '../features/backup/backup-format.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { readBackup } from '../features/backup/read-backup.ts'
import { settleReplace } from '../features/backup/replace-data.ts'
import { restoreStopped } from '../features/backup/restore-stopped.ts'
import { restrictImageLibrary } from '../storage/pictures.ts'
import type { CliContext } from './cli-context.ts'
import { helpExamples } from './cli-context.ts'

interface Options {
  json?: boolean
}

const NEWEST = 'newest'
const WHICH = `a file, the name of one in the folder of backups, or "${NEWEST}" of those made here`
const quiet = () => undefined

/** Making, checking and putting back backups from the command line. */
export function addBackupCommands(
  program: Command,
  { env, stdout }: Pick<CliContext, 'env' | 'stdout'>,
): void {
  const tell = ({ json }: Options, answer: object, text: string) =>
    stdout.write(json ? `${JSON.stringify(answer)}\n` : `${text}\n`)

  program
    .command('backup')
    .description('Make a backup of everything, also while the server runs.')
    .option('--json', 'answer in JSON')
    .addHelpText('after', helpExamples('backup', 'backup --json'))
    .action(async (options: Options) => {
      const folder = await existingDataFolder(readConfig(env))
      const at = wholeSecond(systemClock())
      const name = newBackupName('manual', at)
      const { size } = await alone(folder, async () =>
        makeBackup(
          { paths: folder, name, at: at.toISOString(), program: await appVersion() },
          quiet,
        ),
      )
      const file = path.join(folder.backups, name)
      tell(
        options,
        { file, size, at: at.toISOString() },
        `Backup made: ${file} (${megabytes(size)})`,
      )
    })

  program
    .command('backups')
    .description('List the backups, newest first.')
    .option('--json', 'answer in JSON')
    .addHelpText('after', helpExamples('backups', 'backups --json'))
    .action(async (options: Options) => {
      const folder = await existingDataFolder(readConfig(env))
      const backups = await listBackups(folder.backups)
      const lines = backups.map(
        ({ at, name, size }) => `${dhaka(at)}  ${megabytes(size).padStart(10)}  ${name}`,
      )
      const told = backups.map(({ written: _, ...backup }) => backup)
      tell(options, told, lines.join('\n') || `There is no backup in ${folder.backups}.`)
    })

  program
    .command('verify')
    .description(
      'Read a backup whole, compare everything in it with its list, and say what it holds.',
    )
    .argument('[backup]', WHICH, NEWEST)
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      helpExamples(
        'verify',
        'verify bidyaloy-20261121t200000k3v9-nightly.zip',
        'verify /mnt/usb/b.zip',
      ),
    )
    .action(async (which: string, options: Options) => {
      restrictImageLibrary()
      const folder = await openDataFolder(readConfig(env).dataDir)
      const [file = ''] = await filesOf(folder, which)
      const contents = await alone(folder, () =>
        readBackup({ paths: folder, file, into: null }, quiet),
      )
      tell(options, { file, ...contents }, `${file}: whole and unchanged. ${describe(contents)}`)
    })

  program
    .command('restore')
    .description(
      'Put a backup in the place of everything but accounts and activity. It is checked, and a backup of the present state is made, before anything changes. The server must be stopped.',
    )
    .argument('[backup]', `${WHICH}, which is the newest that is good`, NEWEST)
    .option('--json', 'answer in JSON')
    .addHelpText('after', helpExamples('restore', 'restore newest', 'restore /mnt/usb/b.zip'))
    .action(async (which: string, options: Options) => {
      restrictImageLibrary()
      const folder = await openDataFolder(readConfig(env).dataDir)
      const files = await filesOf(folder, which)
      const restored = await stopped(folder, () =>
        alone(folder, async () => {
          await settleReplace(folder)
          const context = { by: 'npm run admin', now: systemClock() }
          return restoreStopped({
            folder,
            files,
            context,
            report: quiet,
            program: await appVersion(),
          })
        }),
      )
      const { file, contents, passedOver, before, putAside } = restored
      const lines = [
        ...passedOver.map((one) => `Passed over ${one.file}: ${one.reason}`),
        `Restored from ${file}. ${describe(contents)}`,
        before ? `What was there before: ${before}` : '',
        putAside ? `What was there could not be read and was put aside: ${putAside}` : '',
        'Start the server again. Everyone signs in anew.',
      ]
      tell(options, restored, lines.filter(Boolean).join('\n'))
    })
}

/** The data folder of a school. @throws with one line to read where there is none */
async function existingDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<DataFolder> {
  const found = await fs.stat(path.join(dataDir, DATABASE_FILE)).catch(() => null)
  if (!found?.isFile()) {
    throw new Error(
      `DATA_DIR: there is no database in ${dataDir}. Start the server once, or set DATA_DIR to its folder.`,
    )
  }
  return openDataFolder(dataDir)
}

/** Paths of what a word means, the one to try first first. @throws with one line to read */
async function filesOf(folder: DataFolder, which: string): Promise<string[]> {
  const inFolder = ({ name }: Pick<Backup, 'name'>) => path.join(folder.backups, name)
  const backups = await listBackups(folder.backups)
  if (which === NEWEST) {
    // What somebody has brought from elsewhere is taken only where it is named.
    const own = backups.filter(({ kind }) => kind !== 'uploaded')
    if (own.length > 0) return own.map(inFolder)
    throw new Error(
      backups.length === 0
        ? `There is no backup in ${folder.backups}.`
        : `There is no backup of this server's own in ${folder.backups}. Name the one to take: npm run admin -- backups`,
    )
  }
  const named = backups.find(({ _id, name }) => name === which || _id === which)
  const file = named ? inFolder(named) : path.resolve(which)
  const found = await fs.stat(file).catch(() => null)
  if (!found?.isFile()) throw new Error(`${which}: there is no such file.`)
  return [file]
}

/** Does nothing while the server, or another command, is busy with backups. */
async function alone<T>({ backupLock }: DataFolder, work: () => Promise<T>): Promise<T> {
  const unlock = takeLock(backupLock)
  if (!unlock) throw new Error('Something is being done with backups just now. Try again later.')
  try {
    return await work()
  } finally {
    unlock()
  }
}

async function stopped<T>({ lockFile, root }: DataFolder, work: () => Promise<T>): Promise<T> {
  const unlock = takeLock(lockFile)
  if (!unlock) {
    throw new Error(
      `The server is running on ${root}. Restore in its dashboard, or stop it and try again.`,
    )
  }
  try {
    return await work()
  } finally {
    unlock()
  }
}

/** What a backup holds, in a sentence. */
function describe(contents: BackupContents): string {
  const { at, entries, studentCounts, files, pictures, bytes, unreadable, missing } = contents
  const said = `It holds the state of ${dhaka(at)}: ${entries} entries, ${studentCounts} student counts, ${files} files (${pictures} pictures), ${megabytes(bytes)}.`
  const remarks = [
    unreadable > 0 ? ` ${unreadable} pictures cannot be read; they could not before either.` : '',
    missing > 0 ? ` ${missing} files were gone already when it was made.` : '',
  ]
  return said + remarks.join('')
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
