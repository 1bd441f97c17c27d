import { Problem } from '@bidyaloy/shared/api/problem'
import { backupFaultCopy, backupMessages } from '@bidyaloy/shared/copy/server-copy'
import type {
  Backup,
  BackupContents,
  BackupKind,
  BackupOutcome,
  BackupState,
  BackupTask,
} from '@bidyaloy/shared/school/backup'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { In } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow, AdminRow } from '../../db/entities.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import type { AssertStillAllowed } from '../auth/passwords.ts'
import { BackupError, faultOf } from './backup-error.ts'
import {
  type BackupPaths,
  listBackups,
  newBackupName,
  type WrittenBackup,
  wholeSecond,
} from './backup-format.ts'
import type { BackupWorkerPool } from './backup-pool.ts'
import type { BackupRecords } from './backup-records.ts'
import { DAILY_BACKUPS, expiredBackups, isNightlyDue, WEEKLY_BACKUPS } from './backup-schedule.ts'
import type { ReportProgress } from './backup-stream.ts'
import { clearWork } from './make-backup.ts'
import { prepareIncoming, sizeOfData } from './prepare-restore.ts'
import type { ReadJob } from './read-backup.ts'
import { clearRestore } from './replace-data.ts'

interface BackupsDeps {
  paths: BackupPaths
  /** Returns the open database. */
  db(): Database
  /** Returns the open files. */
  files(): FileStore
  records: BackupRecords
  pool: BackupWorkerPool
  clock: Clock
  log: Logger
  /** Time of the nightly backup, `HH:MM` in Dhaka; null if it is switched off. */
  nightlyAt: string | null
  /** Version of the server. */
  program: string
}

interface RestoreOptions {
  context: ActionContext
  /** Id of the session that stays valid. */
  session: string
  /** Throws if the admin has lost access meanwhile. */
  stillAllowed: AssertStillAllowed
}

/** The backups of a server. One task runs at a time, including those of the command line. */
export interface Backups {
  state(): Promise<BackupState>
  /** Returns a backup. @throws Problem `not_found` */
  find(id: string): Promise<WrittenBackup>
  /** Runs `work` with the path of a backup's file, which stays until `work` has ended. */
  use<T>(name: string, work: (file: string) => Promise<T>): Promise<T>
  /** Starts making a backup. @throws Problem `conflict` during another task */
  make(context: ActionContext): Promise<void>
  /** Starts reading a whole backup. @throws as `make`, Problem `not_found` */
  verify(id: string): Promise<void>
  /** Starts replacing all data by that of a backup. @throws as `verify` */
  restore(id: string, options: RestoreOptions): Promise<void>
  /**
   * Adds an uploaded file to the backups. A date in the future becomes the current time, so that
   * an uploaded backup is never the newest by its own statement.
   * @throws Problem `validation_failed` on `file`
   */
  take(file: string): Promise<Backup>
  /** Makes the nightly backup if it is due. */
  catchUp(): Promise<void>
  /** Whether the last nightly backup failed. */
  nightlyFailed(): Promise<boolean>
  /** Waits for the current task. */
  settled(): Promise<void>
  /** Aborts the current task, except while it replaces data. */
  close(): Promise<void>
}

type Result = Pick<BackupOutcome, 'backupId' | 'contents'>

/** Shares of a restore's progress: reading the backup, then backing up the current data. */
const READ_SHARE = 0.6
const MAKE_SHARE = 0.35

/** Creates the service that runs the tasks. */
export function createBackups(deps: BackupsDeps): Backups {
  const { paths, db, files, records, pool, clock, log, nightlyAt, program } = deps
  const { tasks } = records
  /** The task of this process. */
  let task: BackupTask | null = null
  let closed = false
  const limit = pLimit(1)
  const settled = () => limit(() => undefined)

  /** Shows the progress of a task, at most one write at a time. */
  const reportTo = (running: BackupTask): ReportProgress => {
    let isWriting = false
    return (progress) => {
      running.progress = progress
      if (isWriting) return
      isWriting = true
      tasks
        .write({ task: running })
        .catch(() => undefined)
        .finally(() => {
          isWriting = false
        })
    }
  }

  /** Starts a task. @returns its outcome, as soon as it has ended */
  const begin = async (
    name: BackupTask['task'],
    backupId: string | null,
    work: (report: ReportProgress) => Promise<Result>,
  ): Promise<{ ended: Promise<BackupOutcome> }> => {
    const isBusy = new Problem('conflict', { sentence: backupMessages.busy })
    if (task || closed) throw isBusy
    const running = { task: name, backupId, startedAt: clock().toISOString(), progress: 0 }
    task = running
    const end = async () => {
      task = null
      await unlock?.()
    }
    const unlock = await records.lock().catch((error: unknown) => {
      task = null
      throw error
    })
    if (!unlock || closed) {
      await end()
      throw isBusy
    }
    const report = reportTo(running)
    const run = async () => {
      const ended = { task: name, backupId, contents: null }
      let outcome: BackupOutcome
      try {
        const result = await work(report)
        log.info({ task: name, backup: result.backupId }, 'backup task done')
        outcome = { ...ended, ...result, at: clock().toISOString(), fault: null }
      } catch (error) {
        log.error({ err: error, task: name, backup: backupId }, 'backup task failed')
        outcome = { ...ended, at: clock().toISOString(), fault: faultOf(error) }
      }
      await tasks
        .write({ task: null, outcome })
        .finally(end)
        .catch((error: unknown) => log.warn({ err: error }, 'ending the task failed'))
      return outcome
    }
    try {
      await tasks.write({ task: running })
    } catch (error) {
      await end()
      throw error
    }
    return { ended: limit(run) }
  }

  const find = async (idOrName: string): Promise<WrittenBackup> => {
    const backups = await listBackups(files())
    const backup = backups.find(({ _id, name }) => _id === idOrName || name === idOrName)
    if (!backup) throw new Problem('not_found')
    return backup
  }

  const use: Backups['use'] = (name, work) => files().use('backups', name, work)

  const prune = async (): Promise<void> => {
    for (const { name } of expiredBackups(await listBackups(files()))) {
      await files().remove('backups', name)
    }
  }

  const makeOne = async (kind: BackupKind, report: ReportProgress): Promise<WrittenBackup> => {
    const at = wholeSecond(clock())
    const name = newBackupName(kind, at)
    await records.make({ name, at: at.toISOString(), program }, report)
    return find(name)
  }

  const readOne = async (
    name: string,
    job: Omit<ReadJob, 'paths' | 'file'>,
    report: ReportProgress,
  ): Promise<BackupContents> => {
    const { contents } = await use(name, (file) =>
      pool.run({ task: 'read', paths, file, ...job }, report),
    )
    if (!contents) throw new Error('The backup was not read')
    return contents
  }

  const restoreOne = async (
    { _id, name }: WrittenBackup,
    { context, session, stillAllowed }: RestoreOptions,
    report: ReportProgress,
  ): Promise<Result> => {
    try {
      const into = await prepareIncoming(paths)
      const job = { into, extraBytes: await sizeOfData(paths) }
      const contents = await readOne(name, job, (part) => report(part * READ_SHARE))
      const backUp = async () => {
        await makeOne('before-restore', (part) => report(READ_SHARE + part * MAKE_SHARE))
      }
      await records.replace({ context, session, name, stillAllowed, backUp })
      await prune()
      return { backupId: _id, contents }
    } finally {
      await clearRestore(paths)
    }
  }

  const makeNightly = async (report: ReportProgress): Promise<Result> => {
    const { _id, name } = await makeOne('nightly', (part) => report(part / 2))
    try {
      // An unreadable backup must be noticed now, not when it is needed.
      const contents = await readOne(name, { into: null }, (part) => report((1 + part) / 2))
      await prune()
      return { backupId: _id, contents }
    } catch (error) {
      await files().remove('backups', name)
      throw error
    }
  }

  /** Returns the time of the last nightly backup, or of the first admin: before, there was no data. */
  const lastNightly = async (): Promise<Date | null> => {
    const nightly = (await listBackups(files())).find(({ kind }) => kind === 'nightly')
    if (nightly) return new Date(nightly.at)
    const admins = db().read.find(AdminRow, { order: { createdAt: 'ASC' }, take: 1 })
    const [first] = await admins
    return first ? new Date(first.createdAt) : null
  }

  /** Returns the time in an uploaded backup, read in a separate process. */
  const peek = async (file: string): Promise<string> => {
    try {
      return (await pool.run({ task: 'peek', file })).at
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      const sentence = backupFaultCopy[error.fault]
      throw new Problem('validation_failed', { sentence, fields: { file: sentence }, cause: error })
    }
  }

  /** Returns who uploaded backups, by backup id. */
  const uploadersOf = async (backups: readonly Backup[]): Promise<Map<string | null, string>> => {
    const recordId = In(backups.filter(({ kind }) => kind === 'uploaded').map(({ _id }) => _id))
    const where = { action: 'backupUploaded', recordId } as const
    const uploads = await db().read.find(ActivityRow, { where })
    return new Map(uploads.map(({ recordId: id, by }) => [id, by]))
  }

  return {
    find,
    use,
    settled,
    nightlyFailed: async () => (await tasks.read()).nightlyFailedAt !== null,
    async state() {
      const backups = await listBackups(files())
      const uploaders = await uploadersOf(backups)
      const { nightlyFailedAt, ...present } = await tasks.read()
      return {
        backups: backups.map((backup) => ({ ...backup, uploadedBy: uploaders.get(backup._id) })),
        ...present,
        undo: backups.find(({ kind }) => kind === 'before-restore')?._id ?? null,
        nightly: {
          at: nightlyAt,
          daily: DAILY_BACKUPS,
          weekly: WEEKLY_BACKUPS,
          failedAt: nightlyFailedAt,
        },
      }
    },
    async make(context) {
      await begin('make', null, async (report) => {
        const { _id, name } = await makeOne('manual', report)
        const event = { action: 'backupMade', subject: 'backup', title: name } as const
        await db().writePrivate((tx) => recordActivity(tx, context, event))
        await prune()
        return { backupId: _id, contents: null }
      })
    },
    async verify(id) {
      const { name } = await find(id)
      await begin('verify', id, async (report) => ({
        backupId: id,
        contents: await readOne(name, { into: null }, report),
      }))
    },
    async restore(id, options) {
      const backup = await find(id)
      await begin('restore', id, (report) => restoreOne(backup, options, report))
    },
    async take(file) {
      const at = Math.min(Date.parse(await peek(file)), clock().getTime())
      const name = newBackupName('uploaded', wholeSecond(new Date(at)))
      await files().put('backups', [{ from: file, to: name }])
      if (!task) await prune()
      const { written: _, ...taken } = await find(name)
      return taken
    },
    async catchUp() {
      const last = await lastNightly()
      if (task || closed || !last) return
      const { nightlyFailedAt } = await tasks.read()
      const failedAt = nightlyFailedAt === null ? null : new Date(nightlyFailedAt)
      if (!isNightlyDue({ at: nightlyAt, last, failedAt }, clock())) return
      const { ended } = await begin('make', null, makeNightly)
      const { fault, at } = await ended
      await tasks.write({ nightlyFailedAt: fault === null ? null : at })
    },
    async close() {
      closed = true
      pool.close()
      await settled()
      await clearWork(paths)
    },
  }
}
