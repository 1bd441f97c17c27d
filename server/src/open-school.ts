import type { RequestListener } from 'node:http'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { type DataFolder, makePrivate } from './data-folder.ts'
import type { Database } from './db/database.ts'
import { postgresRecords } from './engines/postgres/backup-records.ts'
import { type Backups, createBackups } from './features/backup/backup-commands.ts'
import { BackupError } from './features/backup/backup-error.ts'
import { createBackupWorkerPool, runMakeJobs } from './features/backup/backup-pool.ts'
import { folderRecords, type InstanceHost } from './features/backup/backup-records.ts'
import { finishInterruptedRestore } from './features/backup/replace-data.ts'
import { createMaintenanceMode } from './http/maintenance-mode.ts'
import { bareHeaders } from './http/security-headers.ts'
import { type Instance, openInstance } from './open-instance.ts'
import type { ProcessParts } from './process-parts.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Storage } from './storage/storage.ts'

/** An open school: all that its requests and its background work need. */
export interface School {
  listener: RequestListener
  /** The first admin's name and password, if the account was created now. */
  firstAdmin: { username: string; password: string } | null
  /** Internals, for callers that import data in the same process. */
  internals: {
    readonly db: Database
    readonly storage: Storage
    folder: DataFolder
    clock: Clock
    readonly files: FileStore
    /** Number of files that the last check did not find. */
    readonly missingFiles: number
    backups: Backups
    runMaintenance(): Promise<void>
  }
  /** Checks the integrity of the data and removes expired data; runs daily. */
  runMaintenance(): Promise<void>
  /** Whether this process does the background work of the school. */
  readonly isWorking: boolean
  /** Makes the nightly backup if it is due, where the background work is done. */
  catchUp(): Promise<void>
  /** Aborts the running backup task; it can start no other one. */
  stopTasks(): Promise<void>
  /** Stops all background work and closes the database. No request may be running. */
  close(): Promise<void>
}

interface SchoolOptions {
  config: Config
  /** Its name in a database or bucket with several. */
  name: string
  folder: DataFolder
  openRecords(): Promise<Database>
}

const STOP_MS = 10_000

/**
 * Opens a school.
 * @throws Error whose message is a single line for the operator
 */
export async function openSchool(
  parts: ProcessParts,
  { config, name, folder, openRecords }: SchoolOptions,
): Promise<School> {
  const { log, clock } = parts
  if (!(await makePrivate(folder))) {
    log.warn({ folder: folder.root }, 'other users of this machine can read the data folder')
  }
  const interrupted = await finishInterruptedRestore(folder)
  if (interrupted) log.warn('an interrupted restore was completed')
  const maintenance = createMaintenanceMode(bareHeaders(config))
  const open = (): Promise<Instance> =>
    openInstance({
      parts,
      config,
      school: name,
      log,
      clock,
      folder,
      maintenance,
      backups: () => backups,
      openRecords,
    })
  let instance = await open()
  const stopping = new AbortController()
  const pool = createBackupWorkerPool()
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
        instance = await open()
      } catch (error) {
        log.error({ err: error }, 'opening the restored data failed; the former data is put back')
        await rollBack()
        instance = await open()
        throw error
      } finally {
        maintenance.open(instance.listener)
      }
    },
  }
  const db = () => instance.db
  const files = () => instance.files
  const places = { paths: folder, db, files, run: runMakeJobs(pool, files) }
  const backups = createBackups({
    ...places,
    records: instance.db.isShared ? postgresRecords(places) : folderRecords({ ...places, host }),
    pool,
    clock,
    log,
    nightlyAt: config.backupAt,
    program: parts.program,
  })
  maintenance.open(instance.listener)
  return {
    listener: maintenance.listener,
    firstAdmin: instance.firstAdmin,
    internals: {
      folder,
      clock,
      backups,
      get db() {
        return instance.db
      },
      get storage() {
        return instance.storage
      },
      get files() {
        return instance.files
      },
      get missingFiles() {
        return instance.missingFiles
      },
      runMaintenance: () => instance.runMaintenance(),
    },
    runMaintenance: () => instance.runMaintenance(),
    get isWorking() {
      return instance.isWorking
    },
    async catchUp() {
      if (instance.isWorking) await backups.catchUp()
    },
    async stopTasks() {
      stopping.abort(new BackupError('interrupted', 'The server stops'))
      await backups.close()
    },
    close: () => instance.close(),
  }
}
