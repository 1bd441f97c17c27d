import { once } from 'node:events'
import type { Server } from 'node:http'
import { DAY_MS, MINUTE_MS } from '@bidyaloy/shared/durations'
import type { RendererModule } from '@bidyaloy/shared/render'
import type { Logger } from 'pino'
import { appVersion } from './app-version.ts'
import { clientDirOf, loadRenderer, WEB_DIST } from './built-web.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type DataFolder, makePrivate, openDataFolder } from './data-folder.ts'
import type { Database } from './db/database.ts'
import { lockFolder } from './db/folder-lock.ts'
import { openSigningSecret } from './features/auth/session-token.ts'
import { type Backups, createBackups } from './features/backup/backup-commands.ts'
import { BackupError } from './features/backup/backup-error.ts'
import { createBackupWorkerPool } from './features/backup/backup-pool.ts'
import { finishInterruptedRestore } from './features/backup/replace-data.ts'
import { openPushKeys } from './features/push/push-keys.ts'
import { openServerKey } from './features/status/status-routes.ts'
import { findRecords } from './find-records.ts'
import { type ConnectionLimits, createHttpServer } from './http/http-server.ts'
import { createMaintenanceMode } from './http/maintenance-mode.ts'
import { bareHeaders } from './http/security-headers.ts'
import { type Instance, openInstance } from './open-instance.ts'
import type { Storage } from './storage/storage.ts'

/** A running server. */
export interface RunningServer {
  /** Base URL without a trailing slash. */
  url: string
  /** The first admin's name and password, if the account was created at this start. */
  firstAdmin: { username: string; password: string } | null
  /** Internals, for callers that import data in the same process. */
  internals: {
    readonly db: Database
    readonly storage: Storage
    folder: DataFolder
    clock: Clock
    backups: Backups
  }
  /** Stops accepting connections, waits up to 10 s for requests, closes the database. */
  stop(): Promise<void>
}

export interface StartOptions {
  config: Config
  log: Logger
  clock?: Clock
  /** Folder of the built web; defaults to the project's own. */
  webDist?: string
  /** Name of the school in a database with several. */
  school?: string
  /** Overrides of the default connection limits. */
  limits?: Partial<ConnectionLimits>
}

const STOP_MS = 10_000

/**
 * Opens the data folder, opens the instance and listens.
 * @throws Error whose message is a single line for the operator
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const renderer = await loadRenderer(options.webDist ?? WEB_DIST)
  const folder = await openDataFolder(options.config.dataDir)
  const unlock = lockFolder(folder.lockFile)
  try {
    const records = await findRecords(options, folder)
    const close = () => records.close().finally(unlock)
    try {
      const running = await serve(options, { renderer, folder, openRecords: records.open })
      return { ...running, stop: () => running.stop().finally(close) }
    } catch (error) {
      await records.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function serve(
  { config, log, clock = systemClock, webDist = WEB_DIST, limits }: StartOptions,
  {
    renderer,
    folder,
    openRecords,
  }: { renderer: RendererModule; folder: DataFolder; openRecords(): Promise<Database> },
): Promise<RunningServer> {
  if (!(await makePrivate(folder))) {
    log.warn({ folder: folder.root }, 'other users of this machine can read the data folder')
  }
  const interrupted = await finishInterruptedRestore(folder)
  if (interrupted) log.warn('an interrupted restore was completed')
  const secret = await openSigningSecret(folder)
  const serverKey = await openServerKey(folder)
  const pushKeys = await openPushKeys(folder)
  const maintenance = createMaintenanceMode(bareHeaders(config))
  const open = (): Promise<Instance> =>
    openInstance({
      config,
      log,
      clock,
      folder,
      secret,
      serverKey,
      pushKeys,
      renderer,
      maintenance,
      backups: () => backups,
      openRecords,
      clientDir: clientDirOf(webDist),
    })
  let instance = await open()
  const stopping = new AbortController()
  const backups = createBackups({
    paths: folder,
    clock,
    log,
    nightlyAt: config.backupAt,
    program: await appVersion(),
    pool: createBackupWorkerPool(),
    host: {
      db: () => instance.db,
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
    },
  })
  const { firstAdmin } = instance
  try {
    maintenance.open(instance.listener)
    const server = createHttpServer(maintenance.listener, config, limits)
    server.listen(config.port, config.host)
    await once(server, 'listening')
    const repeat = (intervalMs: number, name: string, work: () => Promise<void>) =>
      setInterval(() => {
        work().catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      }, intervalMs).unref()
    const timers = [
      repeat(DAY_MS, 'maintenance', () => instance.runMaintenance()),
      repeat(MINUTE_MS, 'the nightly backup', () => backups.catchUp()),
    ]
    return {
      url: addressOf(server),
      firstAdmin,
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
      },
      async stop() {
        for (const timer of timers) clearInterval(timer)
        stopping.abort(new BackupError('interrupted', 'The server stops'))
        await backups.close()
        await closeServer(server)
        await instance.close()
      },
    }
  } catch (error) {
    await instance.close()
    throw error
  }
}

function addressOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('Not listening on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearTimeout(cut)
}
