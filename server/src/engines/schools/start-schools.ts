import type { RequestListener } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../config.ts'
import { createProcess } from '../../create-process.ts'
import { makePrivate, openDataFolder } from '../../data-folder.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { countError, diskGauge } from '../../features/status/metrics-routes.ts'
import { assertAway } from '../../find-away.ts'
import { tryFiles } from '../../find-files.ts'
import { connectCluster, openRecords } from '../../find-records.ts'
import { machineMemoryMb } from '../../machine-memory.ts'
import { openSchool } from '../../open-school.ts'
import type { Process } from '../../scopes.ts'
import { PageMemory } from '../../site/page-cache.ts'
import { listen, type StartOptions, serverIdOf } from '../../start-server.ts'
import { createFrontApp, isOfProcess } from './front-app.ts'
import { createOpenSchools, type OpenSchools } from './open-schools.ts'
import { configOfSchool } from './school-config.ts'
import { createSchoolHosts, hostOf, type KnownSchool } from './school-hosts.ts'
import { quotaOf } from './school-quota.ts'
import { gaugesOfSchools, readSchoolStates } from './school-states.ts'
import { type SchoolWork, startSchoolWork } from './school-work.ts'

/** Memory of the cached pages of all schools. */
const PAGE_BYTES = 256 * 1024 * 1024
/** Memory of the machine for each open school; one takes a third of it. */
const MB_PER_SCHOOL = 2
const RETRY_SECONDS = 5
/** Time after which search engines look at a suspended school again. */
const SUSPENDED_SECONDS = 60 * 60

/** A running server of many schools. */
export interface RunningSchools {
  /** Base URL without a trailing slash; a school is at its own host. */
  url: string
  /** Number of schools at the start. */
  schools: number
  internals: { schools: OpenSchools; work: SchoolWork }
  /** Stops accepting connections, waits up to 10 s for requests, closes all schools. */
  stop(): Promise<void>
}

export interface StartSchoolsOptions extends Omit<StartOptions, 'school'> {
  /** Time without a request after which a school is closed, in milliseconds. */
  idleMs?: number
}

/**
 * Serves the schools of the database, each at its host.
 * @throws Error whose message is a single line for the operator
 */
export async function startSchools(options: StartSchoolsOptions): Promise<RunningSchools> {
  const { config, log, idleMs } = options
  if (config.databaseUrl === undefined) throw new ConfigError('SCHOOLS: needs DATABASE_URL')
  const folder = await openDataFolder(config.dataDir)
  await makePrivate(folder)
  const unlock = lockFolder(folder.lockFile)
  const open = async () => connectCluster(config, { log, holder: await serverIdOf(folder) })
  const cluster = await open().catch((error: unknown) => {
    unlock()
    throw error
  })
  const { pool } = cluster
  const closing: (() => Promise<void>)[] = [async () => unlock(), () => cluster.close()]
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    await assertAway(config)
    await tryFiles(config, { prefix: '', log })
    const pageMemory = new PageMemory(PAGE_BYTES)
    const gauges = gaugesOfSchools(() => readSchoolStates(cluster, { now: new Date() }), {
      open: () => schools.size,
      pageBytes: () => pageMemory.bytes,
    })
    const shared = await createProcess(options, {
      gauges: [...gauges, diskGauge(config.dataDir)],
      pageMemory,
      fileCopies: await fileCopiesOf(config, log),
    })
    const openOne = async (row: KnownSchool) => {
      // The folder of a school that was removed a moment ago would come back.
      if ((await cluster.revisionOf(row.name)) === null) throw new Error('The school has no row')
      const own = configOfSchool(config, row)
      const ownFolder = await openDataFolder(own.dataDir)
      return openSchool({
        ...shared,
        log: log.child({ school: row.name }),
        config: own,
        school: row.name,
        folder: ownFolder,
        quota: quotaOf(pool, row),
        isSuspended: row.isSuspended,
        openRecords: () => openRecords(cluster, row.name, { log }),
      })
    }
    const schools = createOpenSchools(openOne, {
      log,
      maxOpen: Math.floor(machineMemoryMb() / MB_PER_SCHOOL),
      ...(idleMs !== undefined && { idleMs }),
    })
    closing.push(() => schools.close())
    const hosts = createSchoolHosts(cluster, { log, changed: (all) => schools.keepOnly(all) })
    closing.push(async () => hosts.close())
    const front = createFrontApp({ ...shared, config, folder, pool, hosts })
    const listener = listenerOf({ ...shared, hosts, schools, front })
    const http = await listen(listener, options)
    closing.push(http.close)
    const holder = await serverIdOf(folder)
    const work = startSchoolWork({ ...shared, cluster, holder, hosts, open: schools, config })
    closing.push(async () => {
      await schools.stopTasks()
      await work.stop()
    })
    const { length } = await hosts.all()
    return { url: http.url, schools: length, internals: { schools, work }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns what bounds the copies of files in a bucket, of all schools together. */
async function fileCopiesOf({ bucket, cacheBytes }: Config, log: Logger) {
  if (!bucket) return undefined
  const { createFileCopies } = await import('../bucket/file-copies.ts')
  return createFileCopies(cacheBytes, log)
}

/** Creates the listener that finds the school of each request. */
function listenerOf({
  hosts,
  schools,
  front,
  log,
  counts,
}: Pick<Process, 'log' | 'counts'> & {
  hosts: ReturnType<typeof createSchoolHosts>
  schools: OpenSchools
  front: ReturnType<typeof createFrontApp>
}): RequestListener {
  const rejectUnknown = front.reject(new Problem('unknown_school'))
  const rejectForNow = front.reject(new Problem('unavailable', { retryAfter: RETRY_SECONDS }))
  const rejectSuspended = front.reject(
    new Problem('unavailable', {
      sentence: siteMessages['schools.suspended'],
      retryAfter: SUSPENDED_SECONDS,
    }),
  )
  /** Returns what responds instead of a school; undefined if it does itself. */
  const substituteOf = (row: KnownSchool, host: string): RequestListener | undefined => {
    if (row.host !== host) return front.redirect
    return row.isSuspended ? rejectSuspended : undefined
  }
  return (req, res) => {
    if (isOfProcess(req.url)) return front.listener(req, res)
    const host = hostOf(req)
    if (host === null) return rejectUnknown(req, res)
    const known = hosts.known(host)
    const substitute = known && substituteOf(known, host)
    if (substitute) return substitute(req, res)
    if (known && schools.respond(known, req, res)) return
    let row: KnownSchool | null | undefined = known
    const openAndRespond = async () => {
      row ??= await hosts.find(host)
      if (!row) return rejectUnknown(req, res)
      const instead = substituteOf(row, host)
      if (instead) return instead(req, res)
      await schools.use(row, async () => undefined)
      if (!schools.respond(row, req, res)) rejectForNow(req, res)
    }
    openAndRespond().catch((error: unknown) => {
      log.error({ err: error, host }, 'opening a school failed')
      if (row) countError(counts, row.name)
      rejectForNow(req, res)
    })
  }
}
