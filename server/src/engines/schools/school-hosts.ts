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
  /** Whether visitors are told that the site is closed for now. */
  isSuspended: boolean
  /** Limit of its files in bytes; null without one. */
  quota: number | null
}

/** Name of a school: part of paths, of keys of a bucket, and of labels of metrics. */
export const SchoolName = z.string().regex(/^[a-z0-9-]{1,40}$/, 'has others than a-z, 0-9 and -')

/** A host as in a URL, without a port. */
export const SchoolHost = z
  .string()
  .max(253)
  .regex(/^(?=.*[a-z])[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/, 'is not a lower-case host name')

/** A school's own name, as its site shows it. */
export const SchoolTitle = z
  .string()
  .min(1, 'is missing')
  .max(300, 'is longer than 300 letters')
  .regex(/^\P{Cc}*$/u, 'has control characters')

/** Time between readings of the table, in milliseconds. */
const FRESH_MS = 2000

/**
 * Returns the host that a request names, without port and final dot; null without one. `X-Forwarded-Host` never counts: most proxies pass
 * on that of a client, and a cache before them would keep another school's page.
 */
export function hostOf({ headers }: IncomingMessage): string | null {
  return asHost((headers.host ?? '').replace(/:\d*\s*$/, ''))
}

/** Returns a host name as the table has it; null if it is blank. */
export const asHost = (name: string): string | null =>
  name.trim().toLowerCase().replace(/\.$/, '') || null

const Rows = z.array(
  z.object({
    name: z.string(),
    host: z.string(),
    publicUrl: z.string().nullable(),
    createdAt: z.number(),
    isSuspended: z.boolean(),
    quota: z.number().nullable(),
    furtherHosts: z.array(z.string()),
  }),
)

/** The address of a school's site, without a trailing slash. */
export const addressOf = ({ host, publicUrl }: Pick<KnownSchool, 'host' | 'publicUrl'>): string =>
  publicUrl ?? `https://${host}`

/** The schools by their hosts. A school has one `host`; others lead there. */
export interface SchoolHosts {
  /** Returns the school of a host, as read at most some seconds ago; undefined if none is known. */
  known(host: string): KnownSchool | undefined
  /** Returns the school of a host that is not known; null if the table has none either. */
  find(host: string): Promise<KnownSchool | null>
  /** Reads all schools. */
  all(): Promise<KnownSchool[]>
  close(): void
}

/**
 * Creates the directory of schools. It reads the whole table every two seconds, and no more often whatever
 * hosts are asked for. Without a database, the schools that were read last remain.
 * @param changed called with all schools after each reading
 */
export function createSchoolHosts(
  { pool }: Pick<Cluster, 'pool'>,
  { log, changed }: { log: Logger; changed(schools: ReadonlyMap<string, KnownSchool>): void },
): SchoolHosts {
  let schools = new Map<string, KnownSchool>()
  let byHost = schools
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async () => {
    const { rows } = await pool.query(
      `SELECT name, host, public_url AS "publicUrl",
        extract(epoch FROM created_at)::float8 AS "createdAt",
        suspended_at IS NOT NULL AS "isSuspended", quota, further_hosts AS "furtherHosts"
      FROM school WHERE host IS NOT NULL`,
    )
    const all = Rows.parse(rows)
    schools = new Map(all.map((school) => [school.host, school]))
    const further = all.flatMap((school) =>
      school.furtherHosts.map((host) => [host, school] as const),
    )
    byHost = new Map([...further, ...schools])
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
  // Else the first visitor after a while would see what a school was before.
  const timer = setInterval(() => void refresh(), FRESH_MS).unref()
  return {
    known: (host) => byHost.get(host),
    async find(host) {
      await refresh()
      return byHost.get(host) ?? null
    },
    async all() {
      await refresh()
      return [...schools.values()]
    },
    close: () => clearInterval(timer),
  }
}
