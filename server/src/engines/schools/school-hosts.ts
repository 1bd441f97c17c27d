import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Cluster } from '../postgres/cluster.ts'

/** A school of the table. */
export interface KnownSchool {
  name: string
  /** Lower-case host name. */
  host: string
  /** The site's URL without a trailing slash; null for `https://<host>`. */
  publicUrl: string | null
  /** Increases when a school is removed and another one gets its name. */
  createdAt: number
}

/** Name of a school: part of paths, of keys of a bucket, and of labels of metrics. */
export const SchoolName = z.string().regex(/^[a-z0-9-]{1,40}$/, 'has others than a-z, 0-9 and -')

/** A host as in a URL, without a port. */
export const SchoolHost = z
  .string()
  .max(253)
  .regex(/^(?=.*[a-z])[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/, 'is not a lower-case host name')

/** The age in milliseconds above which the table is read again. */
const FRESH_MS = 2000

/**
 * Returns the host that a request names, without port and final dot; null without one. `X-Forwarded-Host` never counts: most proxies pass
 * on that of a client, and a cache before them would keep another school's page.
 */
export function hostOf({ headers }: IncomingMessage): string | null {
  return (headers.host ?? '').trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '') || null
}

const Rows = z.array(
  z.object({
    name: z.string(),
    host: z.string(),
    publicUrl: z.string().nullable(),
    createdAt: z.number(),
  }),
)

/** The schools by their hosts. */
export interface SchoolHosts {
  /** Returns the school of a host, as read at most some seconds ago; undefined if none is known. */
  known(host: string): KnownSchool | undefined
  /** Returns the school of a host that is not known; null if the table has none either. */
  find(host: string): Promise<KnownSchool | null>
  /** Reads all schools. */
  all(): Promise<KnownSchool[]>
}

/**
 * Creates the directory of schools. It reads the whole table at most every two seconds, whatever
 * hosts are asked for. Without a database, the schools that were read last remain.
 * @param changed called with all schools after each reading
 */
export function createSchoolHosts(
  { pool }: Pick<Cluster, 'pool'>,
  { log, changed }: { log: Logger; changed(schools: ReadonlyMap<string, KnownSchool>): void },
): SchoolHosts {
  let schools = new Map<string, KnownSchool>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async () => {
    const { rows } = await pool.query(
      `SELECT name, host, public_url AS "publicUrl",
        extract(epoch FROM created_at)::float8 AS "createdAt"
      FROM school WHERE host IS NOT NULL`,
    )
    schools = new Map(Rows.parse(rows).map((school) => [school.host, school]))
    changed(schools)
  }
  /** Reads the table unless it was read just now; all who ask meanwhile share the reading. */
  const refresh = (): Promise<void> => {
    if (reading) return reading
    if (performance.now() - readAt < FRESH_MS) return Promise.resolve()
    readAt = performance.now()
    reading = read()
      .catch((error: unknown) => log.warn({ err: error }, 'reading the schools failed'))
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  return {
    known(host) {
      // A school that was removed ends with the next reading.
      void refresh()
      return schools.get(host)
    },
    async find(host) {
      await refresh()
      return schools.get(host) ?? null
    },
    async all() {
      await refresh()
      return [...schools.values()]
    },
  }
}
