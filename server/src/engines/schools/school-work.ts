import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import type { Config } from '../../config.ts'
import { lastTimeAt } from '../../features/backup/backup-schedule.ts'
import { findLastBackup } from '../../features/overview/overview-queries.ts'
import { readsPapers } from '../../machine-memory.ts'
import type { OpenSchool } from '../../open-school.ts'
import type { Process } from '../../scopes.ts'
import type { Cluster } from '../postgres/cluster.ts'
import type { OpenSchools } from './open-schools.ts'
import type { KnownSchool, SchoolHosts } from './school-hosts.ts'
import { storeMeasurement } from './school-quota.ts'
import { measureFiles, readSchoolStates, type SchoolState } from './school-states.ts'

/** Schools that are visited at the same time. */
const VISITS = 2
/** Schools whose backups are copied to another place at the same time: copies delay no backup. */
const COPIES = 2
/** Time of the maintenance where nightly backups are switched off. */
const NIGHT = '02:00'

interface SchoolWorkDeps extends Pick<Process, 'clock' | 'log'> {
  cluster: Pick<Cluster, 'pool' | 'sign'>
  /** Id of this process among those that use the database. */
  holder: string
  hosts: SchoolHosts
  open: OpenSchools
  config: Pick<Config, 'backupAt' | 'readPapers' | 'away'>
}

/** The background work of schools that nobody visits. */
export interface SchoolWork {
  /** Looks once for schools with work and opens them, which starts it; maintains those whose day it is. */
  look(): Promise<void>
  stop(): Promise<void>
}

/**
 * Looks every minute which schools have work: files to render or read, entries whose publication
 * time has passed, announcements to repeat, and once a day maintenance and backup.
 */
export function startSchoolWork({
  cluster,
  holder,
  hosts,
  open,
  clock,
  log,
  config,
}: SchoolWorkDeps): SchoolWork {
  const oneAtATime = pLimit(1)
  const visits = pLimit(VISITS)
  const copies = pLimit(COPIES)
  /** Names of schools whose backups are copied, or about to be. */
  const copying = new Set<string>()
  /** Time of the last look; before the first one, the server may have been off for a while. */
  let since = new Date(clock().getTime() - DAY_MS)
  /** Earliest time of the next attempt where maintenance has failed, by school. */
  const failed = new Map<string, number>()
  let stopped = false

  /** Returns a school as it is now; undefined once it is removed. A look may last for hours. */
  const find = async (name: string): Promise<KnownSchool | undefined> =>
    (await hosts.all()).find((row) => row.name === name)

  const visit = async (state: SchoolState, dayBegan: Date): Promise<void> => {
    if (stopped || state.isTaken) return
    const maintained = state.maintainedAt?.getTime() ?? 0
    const isDue = maintained < dayBegan.getTime() || maintained > clock().getTime() + DAY_MS
    const maintains = isDue && (failed.get(state.name) ?? 0) <= clock().getTime()
    if (!state.hasWork && !maintains) return
    const row = await find(state.name)
    // What a suspended school has to announce waits.
    if (!row || (row.isSuspended && !maintains)) return
    await open.use(row, async (school) => {
      if (maintains && school.instance.isWorking) await maintain(school, state.name, dayBegan)
    })
  }

  /** Maintains a school unless another process has done that meanwhile. It stays due until all is done. */
  const maintain = async (school: OpenSchool, name: string, dayBegan: Date): Promise<void> => {
    const { pool } = cluster
    const now = clock()
    const due = await pool.query(
      // By the clock that says when a day begins, which may have been ahead before.
      `SELECT FROM school WHERE name = $1 AND (maintained_at IS NULL OR maintained_at < $2
        OR maintained_at > $3::timestamptz + interval '1 day')`,
      [name, dayBegan, now],
    )
    if (due.rowCount === 0) return
    try {
      // A failure of one is no reason to leave out the other.
      await school.instance.runMaintenance().finally(() => school.catchUp())
      const { backups, files, missingFiles: missing } = school.instance
      await storeMeasurement(pool, name, async () => {
        const backedUpAt = (await findLastBackup(files, now))?.at ?? null
        return { ...(await measureFiles(files)), missing, backedUpAt }
      })
      if (await backups.nightlyFailed()) throw new Error('The nightly backup failed')
      await pool.query('UPDATE school SET maintained_at = $2 WHERE name = $1', [name, now])
      failed.delete(name)
    } catch (error) {
      failed.set(name, clock().getTime() + HOUR_MS)
      throw error
    }
  }

  /** Copies the backups of a school, which stays open meanwhile, if that is due. Does not wait for it. */
  const copyAway = ({ name, away, isTaken }: SchoolState, now: Date): void => {
    const isDue = (away?.dueAt ?? '') <= now.toISOString()
    if (!config.away || !isDue || isTaken || copying.has(name)) return
    copying.add(name)
    copies(async () => {
      const row = await find(name)
      if (row && !stopped) await open.use(row, (school) => school.copyAway())
    })
      .catch((error: unknown) =>
        log.error({ err: error, school: name }, 'copying the backups of a school failed'),
      )
      .finally(() => copying.delete(name))
  }

  const look = async (): Promise<void> => {
    const now = clock()
    // What waits for the night is read whenever the school is open then.
    const toRead = readsPapers(config) ? ['soon'] : []
    const states = await readSchoolStates(cluster, { now, since, toRead, holder })
    since = now
    const dayBegan = lastTimeAt(config.backupAt ?? NIGHT, now)
    const work = states.map((state) =>
      visits(() => visit(state, dayBegan)).catch((error: unknown) =>
        log.error({ err: error, school: state.name }, 'the work of a school failed'),
      ),
    )
    await Promise.all(work)
    for (const state of states) copyAway(state, now)
  }

  const lookOnce = () => oneAtATime(look)
  const timer = setInterval(() => {
    if (oneAtATime.activeCount > 0) return
    lookOnce().catch((error: unknown) => log.warn({ err: error }, 'looking for work failed'))
    open.closeIdle().catch((error: unknown) => log.error({ err: error }, 'closing schools failed'))
  }, MINUTE_MS).unref()
  return {
    look: lookOnce,
    async stop() {
      stopped = true
      clearInterval(timer)
      await oneAtATime(async () => undefined)
    },
  }
}
