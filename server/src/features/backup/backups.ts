import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import { backupFaultCopy, backupMessages } from '@bidyaloy/shared/copy/server-copy'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/durations'
import type {
  Backup,
  BackupContents,
  BackupKind,
  BackupOutcome,
  BackupState,
  BackupTask,
} from '@bidyaloy/shared/school/backup'
import { Cron } from 'croner'
import type { Logger } from 'pino'
import { type EntityManager, In } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow, AdminRow } from '../../db/entities.ts'
import { takeLock } from '../../db/folder-lock.ts'
import { fsync } from '../../storage/atomic-move.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import type { AssertStillAllowed } from '../auth/passwords.ts'
import { BackupError, faultOf } from './backup-error.ts'
import {
  type BackupPaths,
  listBackups,
  newBackupName,
  readBackupName,
  type WrittenBackup,
  wholeSecond,
} from './backup-format.ts'
import type { BackupWorkerPool } from './backup-pool.ts'
import { clearWork, type ReportProgress } from './make-backup.ts'
import { adoptDatabase, clearedIncoming, presentBytes } from './prepare-restore.ts'
import { clearRestore, replaceData, undoReplace } from './replace-data.ts'

/** The running server, as a restore needs it. */
interface InstanceHost {
  /** The database in use at this moment. */
  db(): Database
  /** Refuses writes until the function that it gives is called; none is in hand any more then. */
  pauseWrites(): Promise<() => void>
  /**
   * Closes everything that has the data folder open, runs `forth`, opens it anew. Where that fails,
   * runs `back` and opens what was there before.
   */
  replace(swap: { forth: () => Promise<void>; back: () => Promise<void> }): Promise<void>
}

interface BackupsDeps {
  paths: BackupPaths
  host: InstanceHost
  pool: BackupWorkerPool
  clock: Clock
  log: Logger
  /** When a backup is made every night, `HH:MM` in Dhaka; null where none is. */
  nightlyAt: string | null
  /** Version of this program. */
  program: string
}

/** Who restores. */
interface Restoring {
  doing: ActionContext
  /** The sign-in that goes on. */
  session: string
  /** Throws where the admin may not do it any more. */
  stillMay: AssertStillAllowed
}

type FoundBackup = WrittenBackup & { file: string }

/** Makes, checks and puts back backups: never more than one at a time, also beside the command line. */
export interface Backups {
  state(): Promise<BackupState>
  /** A backup and the path of its file. @throws Problem `not_found` */
  find(id: string): Promise<FoundBackup>
  /** Begins to make one. @throws Problem `conflict` while another task runs */
  make(doing: ActionContext): void
  /** Begins to read one whole. @throws as `make`, Problem `not_found` */
  verify(id: string): Promise<void>
  /** Begins to put one in the place of everything. @throws as `verify` */
  restore(id: string, restoring: Restoring): Promise<void>
  /**
   * Takes an uploaded file in among the backups. What it says of its own date counts only where that
   * is past: none from outside is the newest.
   * @throws Problem `validation_failed` on `file`
   */
  take(file: string): Promise<Backup>
  /** Makes the nightly backup if it is due. */
  catchUp(): Promise<void>
  /** Whether the last nightly backup failed. */
  nightlyFailed(): boolean
  /** Waits for the task in hand. */
  settled(): Promise<void>
  /** Breaks the task in hand off, unless it is just changing what is there: that it finishes. */
  close(): Promise<void>
}

type Done = Pick<BackupOutcome, 'backupId' | 'contents'>

/** Parts of a restore, as told to whoever waits: the reading, then the backup of what is there. */
const READ_SHARE = 0.6
const MAKE_SHARE = 0.35

/** @param deps.host is asked only when a restore puts a backup in the place of what is there */
export function createBackups(deps: BackupsDeps): Backups {
  const { paths, host, pool, clock, log, nightlyAt, program } = deps
  let task: BackupTask | null = null
  let outcome: BackupOutcome | null = null
  let nightlyFailedAt: Date | null = null
  let inHand: Promise<unknown> = Promise.resolve()
  let closed = false

  /** Begins a task. @returns what became of it, when it has ended */
  const begin = (
    name: BackupTask['task'],
    backupId: string | null,
    work: (report: ReportProgress) => Promise<Done>,
  ): Promise<BackupOutcome> => {
    const unlock = task || closed ? null : takeLock(paths.backupLock)
    if (!unlock) throw new Problem('conflict', { sentence: backupMessages.busy })
    const startedAt = clock().toISOString()
    const running: BackupTask = { task: name, backupId, startedAt, progress: 0 }
    task = running
    const run = async (): Promise<BackupOutcome> => {
      const ended = { task: name, backupId, contents: null }
      try {
        const done = await work((progress) => {
          running.progress = progress
        })
        log.info({ task: name, backup: done.backupId }, 'backup task done')
        outcome = { ...ended, ...done, at: clock().toISOString(), fault: null }
      } catch (error) {
        log.error({ err: error, task: name, backup: backupId }, 'backup task failed')
        outcome = { ...ended, at: clock().toISOString(), fault: faultOf(error) }
      } finally {
        unlock()
        task = null
      }
      return outcome
    }
    const result = run()
    inHand = result
    return result
  }

  const find: Backups['find'] = async (id) => {
    const backup = (await listBackups(paths.backups)).find(({ _id }) => _id === id)
    if (!backup) throw new Problem('not_found')
    return { ...backup, file: path.join(paths.backups, backup.name) }
  }

  const prune = async (): Promise<void> => {
    for (const { name } of outdated(await listBackups(paths.backups))) {
      await fs.rm(path.join(paths.backups, name), { force: true })
    }
  }

  const makeOne = async (kind: BackupKind, report: ReportProgress): Promise<Backup> => {
    const at = wholeSecond(clock())
    const name = newBackupName(kind, at)
    await pool.do({ task: 'make', paths, name, at: at.toISOString(), program }, report)
    return find(readBackupName(name)?._id ?? '')
  }

  const readOne = async (
    job: { file: string; into: string | null; further?: number },
    report: ReportProgress,
  ): Promise<BackupContents> => {
    const { contents } = await pool.do({ task: 'read', paths, ...job }, report)
    if (!contents) throw new Error('The backup was not read')
    return contents
  }

  const restoreOne = async (
    backup: FoundBackup,
    { doing, session, stillMay }: Restoring,
    report: ReportProgress,
  ): Promise<Done> => {
    const into = await clearedIncoming(paths)
    try {
      const job = { file: backup.file, into, further: await presentBytes(paths) }
      const contents = await readOne(job, (part) => report(part * READ_SHARE))
      const resumeWrites = await host.pauseWrites()
      try {
        // Reading takes a while; from here on nobody is disabled any more.
        await host.db().writeUnseen(stillMay)
        await makeOne('before-restore', (part) => report(READ_SHARE + part * MAKE_SHARE))
        const present = paths.databaseFile
        await adoptDatabase(paths, { doing, session, name: backup.name, present })
        await host.replace({ forth: () => replaceData(paths), back: () => undoReplace(paths) })
      } finally {
        resumeWrites()
      }
      await prune()
      return { backupId: backup._id, contents }
    } finally {
      await clearRestore(paths)
    }
  }

  const last = async (): Promise<Date | null> => {
    const nightly = (await listBackups(paths.backups)).find(({ kind }) => kind === 'nightly')
    return nightly ? new Date(nightly.at) : firstUse(host.db().read)
  }

  /** The moment that an uploaded file says it holds; in a process of its own, as all that is read. */
  const lookAt = async (file: string): Promise<string> => {
    try {
      const { at } = await pool.do({ task: 'look', file }, () => undefined)
      if (at === null) throw new Error('The backup was not looked at')
      return at
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      const sentence = backupFaultCopy[error.fault]
      throw new Problem('validation_failed', { sentence, fields: { file: sentence }, cause: error })
    }
  }

  /** Who brought backups onto the server, by their ids. */
  const uploadersOf = async (backups: readonly Backup[]): Promise<Map<string, string>> => {
    const recordId = In(backups.filter(({ kind }) => kind === 'uploaded').map(({ _id }) => _id))
    const where = { action: 'backupUploaded', recordId } as const
    const uploads = await host.db().read.find(ActivityRow, { where })
    return new Map(uploads.map(({ recordId: id, by }) => [id ?? '', by]))
  }

  const nightly = async (report: ReportProgress): Promise<Done> => {
    const made = await makeOne('nightly', (part) => report(part / 2))
    const file = path.join(paths.backups, made.name)
    try {
      // A backup that cannot be read is none: better to know it now.
      const contents = await readOne({ file, into: null }, (part) => report((1 + part) / 2))
      await prune()
      return { backupId: made._id, contents }
    } catch (error) {
      await fs.rm(file, { force: true })
      throw error
    }
  }

  return {
    find,
    nightlyFailed: () => nightlyFailedAt !== null,
    async state() {
      const backups = await listBackups(paths.backups)
      const uploaders = await uploadersOf(backups)
      return {
        backups: backups.map((backup) => ({ ...backup, uploadedBy: uploaders.get(backup._id) })),
        task: task && { ...task },
        outcome,
        undo: backups.find(({ kind }) => kind === 'before-restore')?._id ?? null,
        nightly: {
          at: nightlyAt,
          daily: KEPT_DAYS,
          weekly: KEPT_WEEKS,
          failedAt: nightlyFailedAt?.toISOString() ?? null,
        },
      }
    },
    make(doing) {
      void begin('make', null, async (report) => {
        const { _id, name } = await makeOne('manual', report)
        const event = { action: 'backupMade', subject: 'backup', title: name } as const
        await host.db().writeUnseen((tx) => recordActivity(tx, doing, event))
        await prune()
        return { backupId: _id, contents: null }
      })
    },
    async verify(id) {
      const { file } = await find(id)
      void begin('verify', id, async (report) => ({
        backupId: id,
        contents: await readOne({ file, into: null }, report),
      }))
    },
    async restore(id, restoring) {
      const backup = await find(id)
      void begin('restore', id, (report) => restoreOne(backup, restoring, report))
    },
    async take(file) {
      const told = await lookAt(file)
      const at = Math.min(Date.parse(told), clock().getTime())
      const name = newBackupName('uploaded', wholeSecond(new Date(at)))
      const target = path.join(paths.backups, name)
      await fsync(file, 'r+')
      await fs.rename(file, target)
      await fsync(paths.backups, 'r')
      if (!task) await prune()
      const { file: _, written: __, ...taken } = await find(readBackupName(name)?._id ?? '')
      return taken
    },
    async catchUp() {
      const since = await last()
      if (task || closed || !since) return
      const due = { at: nightlyAt, last: since, failedAt: nightlyFailedAt }
      if (!isNightlyDue(due, clock())) return
      const { fault, at } = await begin('make', null, nightly)
      nightlyFailedAt = fault === null ? null : new Date(at)
    },
    async settled() {
      await inHand
    },
    async close() {
      closed = true
      pool.close()
      await inHand
      await clearWork(paths)
    },
  }
}

/** How long after a failure the next try comes. */
const RETRY_MS = HOUR_MS

interface Nightly {
  /** `HH:MM` in Dhaka; null where it is switched off. */
  at: string | null
  /** The last nightly backup, or else the moment from which on there was something to lose. */
  last: Date
  /** When the last try failed. */
  failedAt: Date | null
}

/**
 * Whether a nightly backup is to be made now: an hour has struck since the last one, be it that the
 * machine was switched off at night.
 */
export function isNightlyDue({ at, last, failedAt }: Nightly, now: Date): boolean {
  if (at === null) return false
  const sinceFailure = failedAt ? now.getTime() - failedAt.getTime() : Number.POSITIVE_INFINITY
  if (sinceFailure >= 0 && sinceFailure < RETRY_MS) return false
  // A clock that was wrong for a while must not put the next backup off until it would be right.
  if (last.getTime() > now.getTime() + DAY_MS) return true
  const [hour, minute] = at.split(':').map(Number)
  const next = new Cron(`${minute} ${hour} * * *`, { timezone: 'Asia/Dhaka', paused: true })
  const due = next.nextRun(last)
  return due !== null && due <= now
}

/** Of how many days one nightly backup is kept, and of how many weeks before them. */
export const KEPT_DAYS = 7
export const KEPT_WEEKS = 4
/** How many of the others are kept. */
const KEPT_OTHERS: Readonly<Record<Exclude<BackupKind, 'nightly'>, number>> = {
  manual: 10,
  'before-restore': 3,
  uploaded: 3,
}

/** Which backups have had their time. @param backups newest first */
export function outdated(backups: readonly WrittenBackup[]): WrittenBackup[] {
  const old = nightlyOutdated(backups.filter(({ kind }) => kind === 'nightly'))
  for (const [kind, kept] of Object.entries(KEPT_OTHERS)) {
    const alike = backups.filter((backup) => backup.kind === kind)
    // Somebody who brings an old one wants just that one.
    if (kind === 'uploaded') alike.sort((a, b) => b.written - a.written)
    old.push(...alike.slice(kept))
  }
  return old
}

function nightlyOutdated(backups: readonly WrittenBackup[]): WrittenBackup[] {
  const days = new Set<number>()
  const weeks = new Set<number>()
  return backups.filter(({ at }) => {
    const day = Date.parse(dhakaTime(at).iso) / DAY_MS
    if (days.has(day)) return true
    if (days.size < KEPT_DAYS) {
      days.add(day)
      return false
    }
    const week = Math.floor(day / 7)
    if (weeks.has(week) || weeks.size === KEPT_WEEKS) return true
    weeks.add(week)
    return false
  })
}

/** Since when there has been something to lose: the first admin's beginning. */
async function firstUse(read: EntityManager): Promise<Date | null> {
  const [first] = await read.find(AdminRow, { order: { createdAt: 'ASC' }, take: 1 })
  return first ? new Date(first.createdAt) : null
}
