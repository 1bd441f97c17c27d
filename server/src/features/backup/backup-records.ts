import fs from 'node:fs/promises'
import path from 'node:path'
import { takeLock } from '../../db/folder-lock.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { type FileStore, UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { hasRoom } from '../../storage/quota.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import type { AssertStillAllowed } from '../auth/passwords.ts'
import { BackupError } from './backup-error.ts'
import { type BackupPaths, placeOf } from './backup-format.ts'
import type { ReportProgress } from './backup-stream.ts'
import { createTaskStore, type TaskStore } from './backup-tasks.ts'
import { clearWork, type MakeJob, type MakeResult } from './make-backup.ts'
import { adoptDatabase } from './prepare-restore.ts'
import { incomingFolder, replaceData, undoReplace } from './replace-data.ts'

/** What a backup does differently by where the records are: in the data folder, or in a shared database. */
export interface BackupRecords {
  /**
   * Excludes other tasks, also of the command line and of other processes.
   * @returns a function that ends this; null during another task
   */
  lock(): Promise<(() => Promise<void>) | null>
  tasks: TaskStore
  /** Makes a backup. @throws BackupError */
  make(job: Omit<MakeJob, 'paths' | 'copy'>, report: ReportProgress): Promise<void>
  /** Replaces all data by that in the incoming folder. If it fails, the former data remains. */
  replace(replacement: Replacement): Promise<void>
}

/** What a restore needs beside the data. */
export interface Replacement {
  context: ActionContext
  /** Id of the session that stays valid; all others end. */
  session: string | null
  /** File name of the backup. */
  name: string
  /** Throws if the admin has lost access meanwhile. */
  stillAllowed: AssertStillAllowed
  /** Makes the backup of the data that is replaced, with the last change in it. */
  backUp(): Promise<void>
}

/** Runs a job of making a backup, in a process of its own or in this one. */
export type RunMakeJob = (job: MakeJob, report: ReportProgress) => Promise<MakeResult>

/** The running server as a restore of its data folder uses it. */
export interface InstanceHost {
  /** Runs a check in the open database. */
  check(stillAllowed: AssertStillAllowed): Promise<void>
  /** Rejects writes until the returned function is called. Resolves when no write is pending. */
  pauseWrites(): Promise<() => void>
  /**
   * Closes everything that has the data folder open, runs `apply` and opens it again. If that
   * fails, runs `rollBack` and opens the former data.
   */
  replace(replacement: { apply: () => Promise<void>; rollBack: () => Promise<void> }): Promise<void>
}

interface FolderRecordsDeps {
  paths: BackupPaths
  /** Returns the open files. */
  files(): FileStore
  run: RunMakeJob
  host: InstanceHost
}

/** Makes backups of records in the data folder, whether a server uses them or not. */
export function folderBackups({
  paths,
  run,
}: Pick<FolderRecordsDeps, 'paths' | 'run'>): Pick<BackupRecords, 'lock' | 'make'> {
  return {
    async lock() {
      const unlock = takeLock(paths.backupLock)
      return unlock && (async () => unlock())
    },
    async make(job, report) {
      try {
        await run({ paths, ...job }, report)
      } finally {
        // The process that makes it may have been ended.
        await clearWork(paths)
      }
    },
  }
}

/** Records in the data folder: a restore replaces the file and the folders while they are closed. */
export function folderRecords({ paths, files, run, host }: FolderRecordsDeps): BackupRecords {
  return {
    ...folderBackups({ paths, run }),
    tasks: createTaskStore(),
    async replace({ context, session, name, stillAllowed, backUp }) {
      const resumeWrites = await host.pauseWrites()
      try {
        // Reading takes a while; from now on no account can be disabled.
        await host.check(stillAllowed)
        await backUp()
        await adoptDatabase(paths, { context, session, name, currentFile: paths.databaseFile })
        // The folders are only a cache of the remote files.
        if (files().isRemote) await putIncoming(paths, files())
        await host.replace({ apply: () => replaceData(paths), rollBack: () => undoReplace(paths) })
      } finally {
        resumeWrites()
      }
    },
  }
}

/**
 * Moves the files of a backup to those of the school, except for the ones that are there. If one
 * fails, none is added.
 * @param referenced paths that records name now; remote files that none does may be about to be
 *   removed, and are stored again
 * @returns the paths of the files that were not there before
 * @throws StorageUnavailable; BackupError `no-room` beyond the quota; system errors of the disk
 */
export async function putIncoming(
  paths: BackupPaths,
  files: FileStore,
  referenced: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const added: string[] = []
  try {
    for (const place of UPLOAD_FOLDERS) {
      const directory = path.join(incomingFolder(paths), place)
      const present = new Map((await files.list(place)).map(({ name, size }) => [name, size]))
      const needed: { from: string; to: string }[] = []
      for (const name of await namesIn(directory)) {
        const from = path.join(directory, name)
        const isKept = !files.isRemote || referenced.has(`${place}/${name}`)
        // One of another size was damaged.
        if (isKept && present.get(name) === (await fs.stat(from)).size) continue
        needed.push({ from, to: name })
        if (!present.has(name)) added.push(`${place}/${name}`)
      }
      await assertQuota(files, needed)
      await files.put(place, needed)
    }
    return added
  } catch (error) {
    await removeFiles(files, added)
    throw error
  }
}

/** @throws BackupError `no-room` if files are beyond the quota of the school */
async function assertQuota(files: FileStore, needed: readonly { from: string }[]): Promise<void> {
  if (!files.quota) return
  const sizes = await Promise.all(needed.map(async ({ from }) => (await fs.stat(from)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes === 0 || (await hasRoom(files, bytes))) return
  throw new BackupError('no-room', 'The files of the backup are beyond the quota of the school.')
}

/** Lists a folder, which is missing in a backup without files. */
function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return []
    throw error
  })
}

/** Removes files of the school. @param paths below the data folder */
export async function removeFiles(files: FileStore, paths: readonly string[]): Promise<void> {
  for (const file of paths) {
    const { folder, name } = placeOf(file)
    await files.remove(folder, name)
  }
}
