import { once } from 'node:events'
import type { Server } from 'node:http'
import { DAY_MS, MINUTE_MS } from '@bidyaloy/shared/durations'
import type { RendererModule } from '@bidyaloy/shared/render'
import type { Logger } from 'pino'
import { appVersion } from './app-version.ts'
import { clientDirOf, loadRenderer, WEB_DIST } from './built-web.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import {
  assertDatabasePresent,
  type DataFolder,
  makePrivate,
  openDataFolder,
} from './data-folder.ts'
import type { Database } from './db/database.ts'
import { lockFolder } from './db/folder-lock.ts'
import { openSigningSecret } from './features/auth/signing-secret.ts'
import { BackupError } from './features/backup/backup-error.ts'
import { createBackupWorkerPool } from './features/backup/backup-pool.ts'
import { type Backups, createBackups } from './features/backup/backups.ts'
import { settleReplace } from './features/backup/replace-data.ts'
import { openServerKey } from './features/status/server-key.ts'
import { type ConnectionLimits, createHttpServer } from './http/http-server.ts'
import { createMaintenanceMode } from './http/maintenance-mode.ts'
import { bareHeaders } from './http/security-headers.ts'
import { type Instance, openInstance } from './open-instance.ts'
import type { Storage } from './storage/storage.ts'

/** A server that answers. */
export interface RunningServer {
  /** Where it answers, without a trailing slash. */
  url: string
  /** The first admin's name and password, where one was made up at this start. */
  firstAdmin: { username: string; password: string } | null
  /** What runs inside, for whoever fills it in the same process. */
  inside: {
    readonly db: Database
    readonly storage: Storage
    folder: DataFolder
    clock: Clock
    backups: Backups
  }
  /** Stops accepting, finishes what is in flight (10 s at most), closes the database. */
  stop(): Promise<void>
}

/** What a start is told. */
export interface StartOptions {
  config: Config
  log: Logger
  clock?: Clock
  /** Folder of the built web; the project's own unless told. */
  webDist?: string
  /** Where they differ from the usual ones. */
  limits?: Partial<ConnectionLimits>
}

const STOP_MS = 10_000

/** Opens the data folder, brings everything up and listens. @throws with one line to read */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const renderer = await loadRenderer(options.webDist ?? WEB_DIST)
  const folder = await openDataFolder(options.config.dataDir)
  const unlock = lockFolder(folder.lockFile)
  try {
    const running = await serve(options, { renderer, folder })
    return { ...running, stop: () => running.stop().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

async function serve(
  { config, log, clock = systemClock, webDist = WEB_DIST, limits }: StartOptions,
  { renderer, folder }: { renderer: RendererModule; folder: DataFolder },
): Promise<RunningServer> {
  if (!(await makePrivate(folder))) {
    log.warn({ folder: folder.root }, 'other users of this machine may look into the data folder')
  }
  const interrupted = await settleReplace(folder)
  if (interrupted) log.warn('a restore that was interrupted has been carried through')
  await assertDatabasePresent(folder)
  const secret = await openSigningSecret(folder)
  const serverKey = await openServerKey(folder)
  const gate = createMaintenanceMode(bareHeaders(config))
  const open = (): Promise<Instance> =>
    openInstance({
      ...{ config, log, clock, folder, secret, serverKey, renderer, gate, backups: () => backups },
      clientDir: clientDirOf(webDist),
    })
  let school = await open()
  const stopping = new AbortController()
  const backups = createBackups({
    ...{ paths: folder, clock, log, nightlyAt: config.backupAt },
    program: await appVersion(),
    pool: createBackupWorkerPool(),
    host: {
      db: () => school.db,
      async pauseWrites() {
        await gate.pauseWrites(STOP_MS, stopping.signal)
        return () => gate.resumeWrites()
      },
      async replace({ forth, back }) {
        await gate.close(STOP_MS, stopping.signal)
        await school.close()
        try {
          await forth()
          school = await open()
        } catch (error) {
          log.error({ err: error }, 'what was restored does not open; what was there comes back')
          await back()
          school = await open()
          throw error
        } finally {
          gate.open(school.listener)
        }
      },
    },
  })
  const { firstAdmin } = school
  try {
    gate.open(school.listener)
    const server = createHttpServer(gate.listener, config, limits)
    server.listen(config.port, config.host)
    await once(server, 'listening')
    const repeat = (every: number, what: string, work: () => Promise<void>) =>
      setInterval(() => {
        work().catch((error: unknown) => log.error({ err: error }, `${what} failed`))
      }, every).unref()
    const timers = [
      repeat(DAY_MS, 'looking after the school', () => school.runMaintenance()),
      repeat(MINUTE_MS, 'looking after the nightly backup', () => backups.catchUp()),
    ]
    return {
      url: addressOf(server),
      firstAdmin,
      inside: {
        ...{ folder, clock, backups },
        get db() {
          return school.db
        },
        get storage() {
          return school.storage
        },
      },
      async stop() {
        for (const timer of timers) clearInterval(timer)
        stopping.abort(new BackupError('interrupted', 'The server stops'))
        await backups.close()
        await closeServer(server)
        await school.close()
      },
    }
  } catch (error) {
    await school.close()
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
