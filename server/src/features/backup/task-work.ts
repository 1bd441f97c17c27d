import { Problem } from '@bidyaloy/shared/api/problem'
import type { BackupContents, BackupKind } from '@bidyaloy/shared/school/backup'
import type { Clock } from '../../clock.ts'
import { flushAll } from '../../lib/atomic-move.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import type { AssertStillAllowed } from '../auth/passwords.ts'
import {
  type BackupPaths,
  listBackups,
  newBackupName,
  type WrittenBackup,
  wholeSecond,
} from './backup-format.ts'
import type { BackupWorkerPool } from './backup-pool.ts'
import type { BackupRecords } from './backup-records.ts'
import { expiredBackups } from './backup-schedule.ts'
import type { ReportProgress } from './backup-stream.ts'
import { prepareIncoming, sizeOfData } from './prepare-restore.ts'
import type { ReadJob } from './read-backup.ts'
import { clearRestore } from './replace-data.ts'
import type { TaskResult } from './task-runner.ts'

export interface TaskWorkDeps {
  paths: BackupPaths
  /** Returns the open files. */
  files(): FileStore
  records: Pick<BackupRecords, 'make' | 'replace'>
  pool: BackupWorkerPool
  clock: Clock
  /** Version of the server. */
  program: string
}

export interface RestoreOptions {
  context: ActionContext
  /** Id of the session that stays valid. */
  session: string
  /** Throws if the admin has lost access meanwhile. */
  stillAllowed: AssertStillAllowed
}

/** What the tasks do. All functions may throw BackupError and the errors of the files. */
export interface TaskWork {
  /** Returns a backup. @throws Problem `not_found` */
  find(idOrName: string): Promise<WrittenBackup>
  /** Removes expired backups. @param made one that was just made, by whatever clock: it stays */
  prune(made?: string): Promise<void>
  make(kind: BackupKind, report: ReportProgress): Promise<WrittenBackup>
  /** Reads a whole backup without using its data. */
  verify(name: string, report: ReportProgress): Promise<BackupContents>
  /** Makes the nightly backup and reads it; an unreadable one is removed. */
  makeNightly(report: ReportProgress): Promise<TaskResult>
  /** Replaces all data by that of a backup; makes one of the former data before. */
  restore(
    backup: WrittenBackup,
    options: RestoreOptions,
    report: ReportProgress,
  ): Promise<TaskResult>
}

/** Shares of a restore's progress: reading the backup, then backing up the current data. */
const READ_SHARE = 0.6
const MAKE_SHARE = 0.35

export function createTaskWork({
  paths,
  files,
  records,
  pool,
  clock,
  program,
}: TaskWorkDeps): TaskWork {
  const find: TaskWork['find'] = async (idOrName) => {
    const backups = await listBackups(files())
    const backup = backups.find(({ _id, name }) => _id === idOrName || name === idOrName)
    if (!backup) throw new Problem('not_found')
    return backup
  }

  const prune = async (made?: string): Promise<void> => {
    for (const { name } of expiredBackups(await listBackups(files()))) {
      if (name !== made) await files().remove('backups', name)
    }
  }

  const make: TaskWork['make'] = async (kind, report) => {
    const at = wholeSecond(clock())
    const name = newBackupName(kind, at)
    await records.make({ name, at: at.toISOString(), program }, report)
    return find(name)
  }

  const read = async (
    name: string,
    job: Omit<ReadJob, 'paths' | 'file'>,
    report: ReportProgress,
  ): Promise<BackupContents> => {
    const { contents } = await files().use('backups', name, (file) =>
      pool.run({ task: 'read', paths, file, ...job }, report),
    )
    if (!contents) throw new Error('The backup was not read')
    return contents
  }
  const verify: TaskWork['verify'] = (name, report) => read(name, { into: null }, report)

  return {
    find,
    prune,
    make,
    verify,
    async makeNightly(report) {
      const { _id, name } = await make('nightly', (part) => report(part / 2))
      try {
        // An unreadable backup must be noticed now, not when it is needed.
        const contents = await verify(name, (part) => report((1 + part) / 2))
        await prune(name)
        return { backupId: _id, contents }
      } catch (error) {
        await files().remove('backups', name)
        throw error
      }
    },
    async restore({ _id, name }, { context, session, stillAllowed }, report) {
      try {
        const into = await prepareIncoming(paths)
        const job = { into, extraBytes: await sizeOfData(paths) }
        const contents = await read(name, job, (part) => report(part * READ_SHARE))
        await flushAll(into)
        let before: string | undefined
        const backUp = async () => {
          const made = await make('before-restore', (part) =>
            report(READ_SHARE + part * MAKE_SHARE),
          )
          before = made.name
        }
        await records.replace({ context, session, name, stillAllowed, backUp })
        await prune(before)
        return { backupId: _id, contents }
      } finally {
        await clearRestore(paths)
      }
    },
  }
}
