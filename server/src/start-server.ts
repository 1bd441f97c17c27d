import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { DAY_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { Config } from './config.ts'
import { createProcess, type ProcessOptions } from './create-process.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { lockFolder } from './db/folder-lock.ts'
import { diskGauge, schoolGauges } from './features/status/metrics-routes.ts'
import { assertAway } from './find-away.ts'
import { tryFiles } from './find-files.ts'
import { findRecords, SCHOOL } from './find-records.ts'
import { type ConnectionLimits, createHttpServer } from './http/http-server.ts'
import { newId } from './ids.ts'
import type { OpenInstance } from './open-instance.ts'
import { type OpenSchool, openSchool } from './open-school.ts'
import { readOrMakeFile } from './storage/secrets.ts'

/** A running server. */
export interface RunningServer extends Pick<OpenInstance, 'firstAdmin'> {
  /** Base URL without a trailing slash. */
  url: string
  /** The data of the school, for callers in the same process; others after a restore. */
  readonly internals: OpenInstance
  /** Stops accepting connections, waits up to 10 s for requests, closes the database. */
  stop(): Promise<void>
}

export interface StartOptions extends ProcessOptions {
  /** Name of the school in a database or bucket with several. */
  school?: string
  /** Overrides of the default connection limits. */
  limits?: Partial<ConnectionLimits>
  /** Fills the school before the first visitor is let in. */
  fill?: (instance: OpenInstance) => Promise<void>
}

const STOP_MS = 10_000

/**
 * Opens the data folder, opens the school and listens.
 * @throws Error whose message is a single line for the operator
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log } = options
  let school: OpenSchool | undefined
  const gauges = [...schoolGauges(() => school?.instance), diskGauge(config.dataDir)]
  const shared = await createProcess(options, { gauges })
  const folder = await openDataFolder(config.dataDir)
  const unlock = lockFolder(folder.lockFile)
  try {
    await assertAway(config)
    await tryFiles(config, { prefix: `${options.school ?? SCHOOL}/`, log })
    const holder = config.databaseUrl && (await serverIdOf(folder))
    const records = await findRecords({ ...options, holder }, folder)
    const closeRecords = () => records.close().finally(unlock)
    try {
      const opened = await openSchool({
        ...shared,
        config,
        school: options.school ?? SCHOOL,
        folder,
        openRecords: records.open,
      })
      school = opened
      const repeat = (intervalMs: number, name: string, work: () => Promise<void>) =>
        setInterval(() => {
          work().catch((error: unknown) => log.error({ err: error }, `${name} failed`))
        }, intervalMs).unref()
      try {
        await options.fill?.(opened.instance)
        const http = await listen(opened.listener, options)
        const timers = [
          repeat(DAY_MS, 'maintenance', () => opened.instance.runMaintenance()),
          repeat(MINUTE_MS, 'the nightly backup', () => opened.catchUp()),
          repeat(MINUTE_MS, 'copying the backups', () => opened.copyAway()),
        ]
        const stop = async () => {
          for (const timer of timers) clearInterval(timer)
          await opened.stopTasks()
          await http.close()
          await opened.close()
        }
        return {
          url: http.url,
          firstAdmin: opened.instance.firstAdmin,
          get internals() {
            return opened.instance
          },
          stop: () => stop().finally(closeRecords),
        }
      } catch (error) {
        await opened.close()
        throw error
      }
    } catch (error) {
      await records.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Returns the id of the data folder. The lock of the folder keeps others from having it, so a server
 * that was killed may go on with its leases at once.
 */
export function serverIdOf({ root, serverIdFile }: DataFolder): Promise<string> {
  return readOrMakeFile(root, serverIdFile, newId)
}

/** Listens on the port of the settings. */
export async function listen(
  listener: RequestListener,
  { config, limits }: { config: Config; limits?: Partial<ConnectionLimits> | undefined },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createHttpServer(listener, config, limits)
  server.listen(config.port, config.host)
  await once(server, 'listening')
  return { url: addressOf(server), close: () => closeServer(server) }
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
