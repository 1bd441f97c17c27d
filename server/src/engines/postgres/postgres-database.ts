import { EventEmitter } from 'node:events'
import pLimit from 'p-limit'
import pg from 'pg'
import type { Logger } from 'pino'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { DataSource, type EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { setEngine } from '../../db/engine.ts'
import { entities } from '../../db/entities.ts'
import { createRevisions } from '../../db/revision.ts'
import { ensureSearchIndex } from '../../db/search-index.ts'
import { readRowsTolerantly, unreadableLog } from '../../db/stored-values.ts'
import { type Cluster, REVISION } from './cluster.ts'
import { postgresEngine } from './postgres-engine.ts'

/**
 * The row of a school is the lock of all its writes, in all processes: this statement waits for the
 * transaction that has it.
 */
const LOCK = `UPDATE school SET revision = revision + $1
  WHERE name = present_school() RETURNING ${REVISION} AS revision`
const Locked = z.tuple([z.tuple([z.object({ revision: z.string() })]), z.literal(1)])

const countOf = (revision: string | null) => Number.parseInt(revision ?? '0', 10)

/** Longest wait for the revision; after it, the last known one counts. */
const REFRESH_TIMEOUT_MS = 300

/**
 * Opens the records of a school.
 * @throws Error of `pg`; an unknown school has no rows
 */
export async function openPostgresDatabase(
  cluster: Cluster,
  school: string,
  { log }: { log?: Pick<Logger, 'info' | 'warn'> } = {},
): Promise<Database> {
  const source = await openSource(cluster, school)
  readRowsTolerantly(source, unreadableLog(log))
  // The queue keeps the writes of this process from waiting on more than one connection.
  const oneAtATime = pLimit(1)
  const transaction = <T>(step: 0 | 1, work: (tx: EntityManager) => Promise<T>) =>
    oneAtATime(() =>
      cluster.limitTransactions(() =>
        source.transaction(async (tx) => {
          const [[locked]] = Locked.parse(await tx.query(LOCK, [step]))
          return { result: await work(tx), present: locked.revision }
        }),
      ),
    )

  const revisions = createRevisions()
  /** The last known revision of the school's row. */
  let known = await cluster.revisionOf(school)
  let commits = 0

  const take = async (answer: Promise<string | null>) => {
    const before = commits
    const present = await answer
    if (present === null) return
    if (present === known) return
    // Of before an own commit, unless another process has written after that.
    if (commits > before && countOf(present) <= countOf(known)) return
    // Also if it is lower, after a failover to a server that lost commits.
    known = present
    revisions.commitOfOthers()
  }
  let asked: { answer: Promise<string | null>; taken: Promise<void> } | undefined
  const refresh = () => {
    const answer = cluster.revisionOf(school)
    // One promise and one timer for all who share the answer: there may be thousands a second.
    if (asked?.answer !== answer) asked = { answer, taken: inTime(take(answer)) }
    return asked.taken
  }

  const database: Database = {
    read: source.manager,
    isShared: true,
    // PostgreSQL checks its pages itself, with each read.
    check: async () => 'ok',
    // The process with the background work notices the writes of others without requests, too.
    leases: cluster.leases.of(school, refresh),
    createSharedLimiter: ({ name, ...limit }, insurance) =>
      new RateLimiterPostgres({
        ...limit,
        storeClient: cluster.limiterPool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: `${school} ${name}`,
        insuranceLimiter: insurance,
        // The connection to the database does it for all limiters.
        clearExpiredByTimeout: false,
      }),
    get committed() {
      return revisions.committed
    },
    get revision() {
      return revisions.revision
    },
    get waiting() {
      return oneAtATime.activeCount + oneAtATime.pendingCount
    },
    async write(work) {
      const { result, present } = await transaction(1, work)
      commits += 1
      if (present === known) return result
      // The writes of other processes in between may have been answered.
      const isNext = countOf(present) === countOf(known) + 1
      known = present
      if (isNext) await revisions.commit()
      else revisions.commitOfOthers()
      return result
    },
    async writePrivate(work) {
      return (await transaction(0, work)).result
    },
    refresh,
    onChange: revisions.onChange,
    beforeChange: revisions.beforeChange,
    async close() {
      await oneAtATime(async () => undefined)
      await source.destroy()
    },
  }
  try {
    await database.writePrivate((tx) => ensureSearchIndex(tx, log))
  } catch (error) {
    await source.destroy()
    throw error
  }
  return database
}

/** Waits for a reading of the revision, for a limited time: a later answer counts for later requests. */
function inTime(reading: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    // In two parts: an answer that came while this process was busy is read in between.
    let timer = setTimeout(() => {
      timer = setTimeout(resolve, 1)
    }, REFRESH_TIMEOUT_MS)
    void reading.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Connects TypeORM to the rows of a school. */
export function openSource(cluster: Pick<Cluster, 'connect'>, school: string): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    entities,
    driver: { ...pg, Pool: poolOf(cluster, school) },
    installExtensions: false,
  })
  setEngine(source, postgresEngine)
  return source.initialize()
}

/** Returns a class in the place of `pg.Pool` whose connections are those of the cluster. */
function poolOf(cluster: Pick<Cluster, 'connect'>, school: string) {
  return class extends EventEmitter {
    connect(
      callback: (
        error: unknown,
        client?: pg.PoolClient,
        release?: pg.PoolClient['release'],
      ) => void,
    ): void {
      cluster.connect(school).then(
        (client) => callback(undefined, client, (error) => client.release(error)),
        (error: unknown) => callback(error),
      )
    }
    end(callback: () => void): void {
      callback()
    }
  }
}
