import { Problem } from '@bidyaloy/shared/api/problem'
import { backupFaultCopy } from '@bidyaloy/shared/copy/server-copy'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { AwayCopies, Backup, BackupState } from '@bidyaloy/shared/school/backup'
import type { Logger } from 'pino'
import { In } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { ActivityRow, AdminRow } from '../../db/entities.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import {
  type AwayTarget,
  type AwayWork,
  createAwayWork,
  isAwayFailed,
  presentAway,
} from './away-work.ts'
import { BackupError } from './backup-error.ts'
import { listBackups, newBackupName, type WrittenBackup, wholeSecond } from './backup-format.ts'
import type { BackupWorkerPool } from './backup-pool.ts'
import type { BackupRecords } from './backup-records.ts'
import { DAILY_BACKUPS, isNightlyDue, WEEKLY_BACKUPS } from './backup-schedule.ts'
import type { ReportProgress } from './backup-stream.ts'
import { createTaskRunner, type TaskResult } from './task-runner.ts'
import { createTaskWork, type RestoreOptions, type TaskWorkDeps } from './task-work.ts'
import type { TellOfFailure } from './tell-of-failure.ts'

interface BackupsDeps extends TaskWorkDeps {
  /** Returns the open database. */
  db(): Database
  records: BackupRecords
  log: Logger
  /** Time of the nightly backup, `HH:MM` in Dhaka; null if it is switched off. */
  nightlyAt: string | null
  /** Where copies go; null if none are made. */
  away: AwayTarget | null
  tell: TellOfFailure
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
  /** Copies to the other place what is missing there, if that is due. */
  copyAway(): Promise<void>
  /** Whether the last nightly backup failed. */
  nightlyFailed(): Promise<boolean>
  /** The copies in the other place, and whether they fail for an hour; null if none are made. */
  away(): Promise<(AwayCopies & { isFailed: boolean }) | null>
  /** Waits for the current task. */
  settled(): Promise<void>
  /** Aborts the current task, except while it replaces data. */
  close(): Promise<void>
}

/** Creates the service that runs the tasks. */
export function createBackups(deps: BackupsDeps): Backups {
  const { db, files, records, pool, clock, log, nightlyAt, tell } = deps
  const { tasks } = records
  const runner = createTaskRunner({ records, clock, log })
  const work = createTaskWork(deps)
  const target = deps.away
  const away: AwayWork | null = target && createAwayWork({ ...deps, target, tasks })

  return {
    find: work.find,
    use: (name, useFile) => files().use('backups', name, useFile),
    settled: runner.settled,
    nightlyFailed: async () => (await tasks.read()).nightlyFailedAt !== null,
    async state() {
      const backups = await listBackups(files())
      const uploaders = await uploadersOf(db(), backups)
      const { nightlyFailedAt, task, outcome, away: copies } = await tasks.read()
      return {
        backups: backups.map((backup) => ({ ...backup, uploadedBy: uploaders.get(backup._id) })),
        task,
        outcome,
        undo: backups.find(({ kind }) => kind === 'before-restore')?._id ?? null,
        nightly: {
          at: nightlyAt,
          daily: DAILY_BACKUPS,
          weekly: WEEKLY_BACKUPS,
          failedAt: nightlyFailedAt,
        },
        away: target && presentAway(target, copies),
      }
    },
    async away() {
      if (!target) return null
      const { away: copies } = await tasks.read()
      return { ...presentAway(target, copies), isFailed: isAwayFailed(copies, clock()) }
    },
    async copyAway() {
      await away?.catchUp()
    },
    async make(context) {
      const makeManual = async (report: ReportProgress): Promise<TaskResult> => {
        const { _id, name } = await work.make('manual', report)
        const event = { action: 'backupMade', subject: 'backup', title: name } as const
        await db().writePrivate((tx) => recordActivity(tx, context, event))
        await work.prune(name)
        await away?.makeDue()
        return { backupId: _id, contents: null }
      }
      await runner.begin({ name: 'make', backupId: null, work: makeManual })
    },
    async verify(id) {
      const { name } = await work.find(id)
      const verify = async (report: ReportProgress): Promise<TaskResult> => ({
        backupId: id,
        contents: await work.verify(name, report),
      })
      await runner.begin({ name: 'verify', backupId: id, work: verify })
    },
    async restore(id, options) {
      const backup = await work.find(id)
      const restore = (report: ReportProgress) => work.restore(backup, options, report)
      await runner.begin({ name: 'restore', backupId: id, work: restore })
    },
    async take(file) {
      const at = Math.min(Date.parse(await readTime(pool, file)), clock().getTime())
      const name = newBackupName('uploaded', wholeSecond(new Date(at)))
      await files().put('backups', [{ from: file, to: name }])
      if (!runner.isBusy) await work.prune()
      const { written: _, ...taken } = await work.find(name)
      return taken
    },
    async catchUp() {
      const last = await lastNightly(deps)
      if (runner.isBusy || runner.isClosed || !last) return
      const { nightlyFailedAt, nightlyFailedSince, nightlyTold } = await tasks.read()
      const failedAt = nightlyFailedAt === null ? null : new Date(nightlyFailedAt)
      if (!isNightlyDue({ at: nightlyAt, last, failedAt }, clock())) return
      const nightly = { name: 'make', backupId: null, work: work.makeNightly } as const
      const { ended } = await runner.begin(nightly)
      const { fault, at } = await ended
      if (fault === null) {
        await tasks.write({
          nightlyFailedAt: null,
          nightlyFailedSince: null,
          nightlyTold: 'nobody',
        })
        return away?.makeDue()
      }
      // The next start makes it.
      if (runner.isClosed) return
      const since = nightlyFailedSince ?? at
      await tasks.write({ nightlyFailedAt: at, nightlyFailedSince: since })
      const told = await tell({ what: 'backup', since, told: nightlyTold })
      await tasks.write({ nightlyTold: told })
    },
    async close() {
      runner.close()
      pool.close()
      await away?.close()
      await runner.settled()
    },
  }
}

/** Returns the time of the last nightly backup, or of the first admin: before, there was no data. */
async function lastNightly({ db, files, clock }: BackupsDeps): Promise<Date | null> {
  const latest = new Date(clock().getTime() + DAY_MS).toISOString()
  // One of a time when the clock was ahead must not delay the next one.
  const nightly = (await listBackups(files())).find(
    ({ kind, at }) => kind === 'nightly' && at <= latest,
  )
  if (nightly) return new Date(nightly.at)
  const [first] = await db().read.find(AdminRow, { order: { createdAt: 'ASC' }, take: 1 })
  return first ? new Date(first.createdAt) : null
}

/**
 * Reads the time in an uploaded backup, in a separate process. @returns an ISO time
 * @throws Problem `validation_failed` on `file`
 */
async function readTime(pool: BackupWorkerPool, file: string): Promise<string> {
  try {
    const { at } = await pool.run({ task: 'peek', file })
    if (at === undefined) throw new Error('The backup was not read')
    return at
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    const sentence = backupFaultCopy[error.fault]
    throw new Problem('validation_failed', { sentence, fields: { file: sentence }, cause: error })
  }
}

/** Returns who uploaded backups, by backup id. */
async function uploadersOf(
  db: Database,
  backups: readonly Backup[],
): Promise<Map<string | null, string>> {
  const recordId = In(backups.filter(({ kind }) => kind === 'uploaded').map(({ _id }) => _id))
  const where = { action: 'backupUploaded', recordId } as const
  const uploads = await db.read.find(ActivityRow, { where })
  return new Map(uploads.map(({ recordId: id, by }) => [id, by]))
}
