import fs from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { appVersion } from '../../app-version.ts'
import { systemClock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { takeLock } from '../../db/folder-lock.ts'
import { messageOf } from '../../lib/node-error.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { listBackups, newBackupName, wholeSecond } from './backup-format.ts'
import { expiredBackups } from './backup-schedule.ts'
import { copyPath, emptyWork, makeBackup } from './make-backup.ts'

/*
 * Before a new version changes the records, it makes a backup of them, so that the former version can
 * go back. It has no files: those are only added and replaced by others, and a copy of all photos at
 * each upgrade would take minutes and gigabytes while nobody is served.
 */

export interface UpgradeDeps {
  /** Opens the files of a school, whose backups are among them. */
  openFiles(school: FormerRecords): Promise<FileStore>
  log: Logger
}

/** A school whose records are about to be changed. */
export interface FormerRecords {
  school: string
  folder: DataFolder
  /** Copies them into a new database file; absent for those in the data folder. */
  copyTo?: (file: string) => Promise<void>
}

/** A backup that was made, with the files of its school. */
interface MadeBackup {
  name: string
  folder: DataFolder
  files: FileStore
}

/**
 * Makes a backup of the records of each school, then calls `migrateAll`. If that fails, the backups are
 * removed again: nothing was changed.
 * @throws DatabaseError if a backup cannot be made; nothing was changed then
 */
export async function backUpBeforeUpgrade(
  deps: UpgradeDeps,
  former: readonly FormerRecords[],
  migrateAll: () => Promise<void>,
): Promise<void> {
  const made: MadeBackup[] = []
  const discard = async () => {
    for (const { files, name } of made) {
      await files.remove('backups', name).catch(() => undefined)
    }
  }
  try {
    for (const records of former) made.push(await backUp(deps, records))
  } catch (error) {
    await discard()
    throw new DatabaseError(
      `The backup before the upgrade cannot be made (${messageOf(error)}). Nothing was changed. Remove the cause and start again, or continue with the previous version of this program.`,
    )
  }
  try {
    await migrateAll()
  } catch (error) {
    await discard()
    throw error
  }
  for (const backup of made) {
    await removeFormer(backup).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'backups from before former upgrades were not removed'),
    )
  }
}

async function backUp(
  { openFiles, log }: UpgradeDeps,
  records: FormerRecords,
): Promise<MadeBackup> {
  const { school, folder, copyTo } = records
  const unlock = takeLock(folder.backupLock)
  if (!unlock) throw new Error('another backup task is running')
  try {
    const files = await openFiles(records)
    const at = wholeSecond(systemClock())
    const name = newBackupName('before-upgrade', at)
    const job = { paths: folder, name, at: at.toISOString(), withoutFiles: true }
    if (copyTo) {
      await emptyWork(folder)
      await copyTo(copyPath(folder))
    }
    const copy = copyTo && { copy: { missingBefore: null } }
    await makeBackup({ ...job, ...copy, program: await appVersion() }, () => undefined, files)
    log.info({ school, backup: name }, 'the records were backed up before an upgrade')
    return { name, folder, files }
  } finally {
    unlock()
  }
}

/** Whether a file is a copy of the database from before an upgrade to a former version. */
export function isFormerCopy(name: string): boolean {
  return /^before-migration-.*\.sqlite$/.test(name)
}

async function removeFormer({ folder, files }: MadeBackup): Promise<void> {
  const backups = await listBackups(files)
  for (const { name } of expiredBackups(backups.filter(({ kind }) => kind === 'before-upgrade'))) {
    await files.remove('backups', name)
  }
  for (const name of (await fs.readdir(folder.backups)).filter(isFormerCopy)) {
    await fs.rm(path.join(folder.backups, name))
  }
}
