import type { RequestListener } from 'node:http'
import type { Config } from './config.ts'
import { makePrivate } from './data-folder.ts'
import type { Database } from './db/database.ts'
import type { AwayTarget } from './features/backup/away-work.ts'
import { createBackups } from './features/backup/backup-commands.ts'
import { BackupError } from './features/backup/backup-error.ts'
import {
  type BackupWorkerPool,
  createBackupWorkerPool,
  runMakeJobs,
} from './features/backup/backup-pool.ts'
import {
  type BackupRecords,
  folderRecords,
  type InstanceHost,
} from './features/backup/backup-records.ts'
import { finishInterruptedRestore } from './features/backup/replace-data.ts'
import { createTellOfFailure } from './features/backup/tell-of-failure.ts'
import { sendBackupFailure } from './features/webhook/webhook.ts'
import { openAway } from './find-away.ts'
import { createMaintenanceMode } from './http/maintenance-mode.ts'
import { bareHeaders } from './http/security-headers.ts'
import { type OpenInstance, openInstance } from './open-instance.ts'
import type { School } from './scopes.ts'

/** An open school. */
export interface OpenSchool {
  listener: RequestListener
  /** Its data; another one after a restore. */
  readonly instance: OpenInstance
  /** Makes the nightly backup if it is due, where the background work is done. */
  catchUp(): Promise<void>
  /** Copies backups to another place if that is due, where the background work is done. */
  copyAway(): Promise<void>
  /** Aborts the running backup task and the uploads that go on later; none can start any more. */
  stopTasks(): Promise<void>
  /** Stops all background work and closes the database. No request may be running. */
  close(): Promise<void>
}

const STOP_MS = 10_000

/**
 * Opens a school.
 * @throws Error whose message is a single line for the operator
 */
export async function openSchool(
  given: Omit<School, 'maintenance' | 'backups'>,
): Promise<OpenSchool> {
  const { config, folder, log, clock, program } = given
  if (!(await makePrivate(folder))) {
    log.warn({ folder: folder.root }, 'other users of this machine can read the data folder')
  }
  const interrupted = await finishInterruptedRestore(folder)
  if (interrupted) log.warn('an interrupted restore was completed')
  const maintenance = createMaintenanceMode(bareHeaders(config))
  const stopping = new AbortController()
  const host: InstanceHost = {
    async check(stillAllowed) {
      await instance.db.writePrivate(stillAllowed)
    },
    async pauseWrites() {
      await maintenance.pauseWrites(STOP_MS, stopping.signal)
      return () => maintenance.resumeWrites()
    },
    async replace({ apply, rollBack }) {
      await maintenance.close(STOP_MS, stopping.signal)
      await instance.close()
      try {
        await apply()
        instance = await openInstance(school)
      } catch (error) {
        log.error({ err: error }, 'opening the restored data failed; the former data is put back')
        await rollBack()
        instance = await openInstance(school)
        throw error
      } finally {
        maintenance.open(instance.listener)
      }
    },
  }
  const pool = createBackupWorkerPool()
  const { webhook: receiver } = config
  const files = () => instance.files
  const places = {
    paths: folder,
    db: () => instance.db,
    files,
    run: runMakeJobs(pool, files),
  }
  const backups = createBackups({
    ...places,
    records: await recordsOf(config, { ...places, host }),
    pool,
    clock,
    log,
    nightlyAt: config.backupAt,
    away: await awayTarget(given, pool),
    tell: createTellOfFailure({
      admins: (failure) => instance.alerts.tellOfFailedBackup(failure),
      receiver: receiver && ((failure) => sendBackupFailure({ ...instance, receiver }, failure)),
    }),
    program,
  })
  const school: School = { ...given, maintenance, backups }
  let instance = await openInstance(school)
  maintenance.open(instance.listener)
  return {
    listener: maintenance.listener,
    get instance() {
      return instance
    },
    async catchUp() {
      if (instance.isWorking) await backups.catchUp()
    },
    async copyAway() {
      if (instance.isWorking) await backups.copyAway()
    },
    async stopTasks() {
      stopping.abort(new BackupError('interrupted', 'The server stops'))
      await Promise.all([backups.close(), instance.uploads.close()])
    },
    close: () => instance.close(),
  }
}

/** Returns where copies of the backups go; null if none are made. */
async function awayTarget(
  { config: { away }, folder, school }: Pick<School, 'config' | 'folder' | 'school'>,
  pool: BackupWorkerPool,
): Promise<AwayTarget | null> {
  if (!away) return null
  const { recipient } = away
  return {
    place: await openAway(away, { folder, school }),
    recipient,
    lockFile: folder.awayLock,
    async encrypt(file, to) {
      await pool.run({ task: 'encrypt', file, to, recipient: recipient ?? '' })
    },
  }
}

/** Returns what backups do where the records are; the code of PostgreSQL is loaded only there. */
async function recordsOf(
  { databaseUrl }: Config,
  places: Parameters<typeof folderRecords>[0] & { db(): Database },
): Promise<BackupRecords> {
  if (databaseUrl === undefined) return folderRecords(places)
  const { postgresRecords } = await import('./engines/postgres/backup-records.ts')
  return postgresRecords(places)
}
