import fs from 'node:fs/promises'
import path from 'node:path'
import type { BackupContents } from '@bidyaloy/shared/school/backup'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { AdminRow, EntryRow } from '../../db/entities.ts'
import { foreignPart, schemaAge } from '../../engines/sqlite/examine-database.ts'
import { inspectDatabase } from '../../engines/sqlite/snapshot.ts'
import { flushAll } from '../../lib/atomic-move.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { BackupError } from './backup-error.ts'
import { newBackupName, wholeSecond } from './backup-format.ts'
import { type BackupRecords, putIncoming } from './backup-records.ts'
import type { ReportProgress } from './backup-stream.ts'
import { makeBackup } from './make-backup.ts'
import { adoptDatabase, prepareIncoming, sizeOfData } from './prepare-restore.ts'
import { readBackup } from './read-backup.ts'
import { clearRestore, replaceData } from './replace-data.ts'

interface RestoreOptions {
  folder: DataFolder
  /** The first valid one is restored. */
  backups: readonly BackupSource[]
  /** The files of the school. */
  files: FileStore
  context: ActionContext
  /** Version of the server. */
  program: string
  report: ReportProgress
}

/** A backup, which may have to be fetched first. */
export interface BackupSource {
  /** Its path, or its name in the folder of backups. */
  file: string
  use<T>(work: (file: string) => Promise<T>): Promise<T>
}

/** What a restore by the command line did. */
export interface RestoreResult {
  /** Path of the restored backup. */
  file: string
  contents: BackupContents
  /** Invalid backups, and why. */
  passedOver: { file: string; reason: string }[]
  /** Path of the backup of the former data; null if it could not be read. */
  before: string | null
  /** Folder of unreadable former data; null if there was none. */
  putAside: string | null
}

/**
 * Replaces all data by that of a backup while no server uses the folder. The caller holds the locks
 * of the folder and of the backups.
 * @throws BackupError if no backup is valid; nothing has changed then
 */
export async function restoreStopped(options: RestoreOptions): Promise<RestoreResult> {
  const { folder, files, context, program, report } = options
  const currentFile = (await isIntact(folder.databaseFile)) ? folder.databaseFile : null
  try {
    const { file, contents, passedOver } = await unpackFirstValid(options, currentFile !== null)
    let before: string | null = null
    if (currentFile !== null) {
      const at = wholeSecond(context.now)
      const name = newBackupName('before-restore', at)
      await makeBackup({ paths: folder, name, at: at.toISOString(), program }, report, files)
      before = pathOf(name, options)
    }
    await adoptDatabase(folder, { context, session: null, name: path.basename(file), currentFile })
    // The folders are only a cache of the remote files.
    if (files.isRemote) await putIncoming(folder, files)
    // What could not be backed up may be repaired.
    const aside = `damaged-${context.now.toISOString().replace(/[:.]/g, '-')}`
    await replaceData(folder, currentFile === null ? aside : undefined)
    const damaged = path.join(folder.root, aside)
    const putAside = (await fs.stat(damaged).catch(() => null)) && damaged
    return { file, contents, passedOver, before, putAside }
  } finally {
    await clearRestore(folder)
  }
}

/**
 * Replaces the rows of a school in a shared database, and adds the files, while servers may use them.
 * @throws BackupError if no backup is valid; nothing has changed then
 */
export async function restoreBesideServers(
  { folder, files, backups, context, program, report }: RestoreOptions,
  { db, records }: { db: Database; records: BackupRecords },
): Promise<RestoreResult> {
  // A new school has nothing to back up.
  const isUsed = (await db.read.existsBy(AdminRow, {})) || (await db.read.existsBy(EntryRow, {}))
  try {
    const unpacked = await unpackFirstValid({ folder, backups, report }, isUsed)
    let before: string | null = null
    await records.replace({
      context,
      session: null,
      name: path.basename(unpacked.file),
      stillAllowed: async () => undefined,
      async backUp() {
        if (!isUsed) return
        const at = wholeSecond(context.now)
        const name = newBackupName('before-restore', at)
        await records.make({ name, at: at.toISOString(), program }, report)
        before = pathOf(name, { folder, files })
      },
    })
    return { ...unpacked, before, putAside: null }
  } finally {
    await clearRestore(folder)
  }
}

/** Returns the path of a backup, or its name if files are remote. */
export function pathOf(
  name: string,
  { folder, files }: { folder: Pick<DataFolder, 'backups'>; files: Pick<FileStore, 'isRemote'> },
): string {
  return files.isRemote ? name : path.join(folder.backups, name)
}

/** Unpacks a backup into the incoming folder. @param backsUp whether the present data is backed up too */
async function unpackFirstValid(
  { folder, backups, report }: Pick<RestoreOptions, 'folder' | 'backups' | 'report'>,
  backsUp: boolean,
): Promise<Pick<RestoreResult, 'file' | 'contents' | 'passedOver'>> {
  const passedOver: RestoreResult['passedOver'] = []
  for (const { file, use } of backups) {
    const into = await prepareIncoming(folder)
    const extraBytes = backsUp ? await sizeOfData(folder) : 0
    try {
      const contents = await use((from) =>
        readBackup({ paths: folder, file: from, into, extraBytes }, report),
      )
      await flushAll(into)
      return { file, contents, passedOver }
    } catch (error) {
      const isInvalid = error instanceof BackupError && error.fault !== 'no-room'
      if (!isInvalid || backups.length === 1) throw error
      passedOver.push({ file, reason: error.message })
    }
  }
  throw new BackupError('no-backup', 'No backup in the folder of backups is valid')
}

/** Whether a database is readable and has the schema of a known version, so that its accounts count. */
async function isIntact(databaseFile: string): Promise<boolean> {
  try {
    const { migrations, schema } = inspectDatabase(databaseFile)
    if (['newer', 'outdated'].includes(schemaAge(migrations))) return true
    return migrations.length > 0 && (await foreignPart(schema, migrations)) === null
  } catch {
    return false
  }
}
