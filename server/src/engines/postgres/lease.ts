import pLimit from 'p-limit'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Lease, LeasedWork, Leases, StartWork } from '../../db/leases.ts'

/** Time after which the lease of a killed process expires. */
const LEASE_MS = 15_000
/** Time between renewals, and between attempts to take a lease: one is taken over within 20 s. */
const RENEW_MS = 4000

/** All in one statement. PostgreSQL's clock decides: the clocks of the processes need not agree. */
const TAKE = `INSERT INTO lease AS present (name, holder, until)
  SELECT name, $2, now() + $3 * interval '1 ms' FROM unnest($1::text[]) AS name
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE present.holder = excluded.holder OR present.until < now()
  RETURNING name`
/** Without a response in this time the connection is treated as broken. */
const QUICK = { query_timeout: 5000 }
const RELEASE = 'DELETE FROM lease WHERE name = $1 AND holder = $2'
const Names = z.array(z.object({ name: z.string() }))

/** A lease that this process has or waits for. */
interface Wanted {
  isHeld: boolean
  expiry?: NodeJS.Timeout
  /** Called when it is taken, and after each renewal. */
  held(): void
  lost(): void
}

/** The leases of a process, which are renewed together. */
export interface LeaseHolder {
  /**
   * Returns the leases of a school.
   * @param renewed called when a lease of `run` is taken or renewed
   */
  of(school: string, renewed: () => Promise<void>): Leases
  /** Stops renewing; leases that were not released expire. */
  close(): void
}

/**
 * Creates the leases of a process.
 * @param holder unique id of the process. A process that restarts with the same id has its leases at once
 */
export function createLeaseHolder(
  pool: Pool,
  { holder, log }: { holder: string; log: Pick<Logger, 'warn'> },
): LeaseHolder {
  const wanted = new Map<string, Wanted>()

  const remove = (name: string) => pool.query({ text: RELEASE, values: [name, holder], ...QUICK })
  const lose = (name: string, lease: Wanted) => {
    clearTimeout(lease.expiry)
    if (!lease.isHeld) return
    lease.isHeld = false
    log.warn({ lease: name }, 'a lease was lost')
    lease.lost()
  }
  /** Takes or renews leases. @throws Error of `pg` */
  const ask = async (names: string[]): Promise<void> => {
    // Measured before the statement, so that it expires here no later than in the database.
    const asked = performance.now()
    const { rows } = await pool.query({ text: TAKE, values: [names, holder, LEASE_MS], ...QUICK })
    const taken = new Set(Names.parse(rows).map(({ name }) => name))
    for (const name of names) {
      const lease = wanted.get(name)
      if (!lease) {
        // Released while the statement ran.
        if (taken.has(name)) await remove(name)
      } else if (taken.has(name)) {
        clearTimeout(lease.expiry)
        const left = asked + LEASE_MS - performance.now()
        lease.expiry = setTimeout(lose, Math.max(0, left), name, lease).unref()
        lease.isHeld = true
        lease.held()
      } else lose(name, lease)
    }
  }
  const oneAtATime = pLimit(1)
  const askAll = () => {
    if (wanted.size === 0 || oneAtATime.pendingCount > 0) return
    oneAtATime(() => ask([...wanted.keys()])).catch((error: unknown) =>
      log.warn({ err: error }, 'leases could not be renewed'),
    )
  }
  const timer = setInterval(askAll, RENEW_MS).unref()

  /** Tries to take a lease; the timer renews it, or tries again. */
  const want = async (name: string, lease: Wanted): Promise<void> => {
    wanted.set(name, lease)
    await oneAtATime(() => ask([name]))
  }
  const giveUp = async (name: string, lease: Wanted): Promise<void> => {
    if (wanted.get(name) === lease) wanted.delete(name)
    clearTimeout(lease.expiry)
    if (!lease.isHeld) return
    lease.isHeld = false
    // If the database is unreachable, it expires by itself.
    await oneAtATime(() => remove(name)).catch(() => undefined)
  }

  const take = async (name: string): Promise<Lease | null> => {
    if (wanted.has(name)) return null
    const losing = new AbortController()
    const lease: Wanted = { isHeld: false, held: () => undefined, lost: () => losing.abort() }
    const release = () => giveUp(name, lease)
    try {
      await want(name, lease)
    } catch (error) {
      await release()
      throw error
    }
    if (lease.isHeld) return { lost: losing.signal, release }
    await release()
    return null
  }

  return {
    of: (school, renewed) => ({
      take: (name) => take(`${school} ${name}`),
      run: (name, start) =>
        runLeased({ want, giveUp, log }, { name: `${school} ${name}`, start, renewed }),
    }),
    close: () => clearInterval(timer),
  }
}

interface LeaseRequests {
  /** Tries to take a lease; the timer renews it, or tries again. */
  want(name: string, lease: Wanted): Promise<void>
  giveUp(name: string, lease: Wanted): Promise<void>
  log: Pick<Logger, 'warn'>
}

interface LeasedTask {
  name: string
  start: StartWork
  /** Called when the lease is taken or renewed. */
  renewed: () => Promise<void>
}

/** Runs work while this process has a lease. */
async function runLeased(
  { want, giveUp, log }: LeaseRequests,
  { name, start, renewed }: LeasedTask,
): Promise<LeasedWork> {
  let stop: (() => Promise<void>) | undefined
  // One at a time, so that a start and a stop never overlap.
  const limit = pLimit(1)
  const startOrStop = async () => {
    if (lease.isHeld) {
      stop ??= await start()
      return
    }
    const stopWork = stop
    stop = undefined
    await stopWork?.()
  }
  const startOrStopLater = () => {
    if (!isEnabled) return
    limit(startOrStop).catch((error: unknown) =>
      log.warn({ err: error, lease: name }, 'starting or stopping work failed'),
    )
  }
  let isEnabled = false
  const lease: Wanted = {
    isHeld: false,
    held() {
      if (!stop) startOrStopLater()
      void renewed()
    },
    lost: startOrStopLater,
  }
  try {
    await want(name, lease)
    await limit(startOrStop)
    isEnabled = true
  } catch (error) {
    await giveUp(name, lease)
    throw error
  }
  return {
    get isRunning() {
      return stop !== undefined
    },
    async stop() {
      isEnabled = false
      // Before the lease is released, so that the work never runs in two processes.
      await limit(async () => stop?.())
      await giveUp(name, lease)
    },
  }
}
