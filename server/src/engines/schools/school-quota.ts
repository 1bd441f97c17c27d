import type { Pool } from 'pg'
import type { Quota } from '../../storage/file-store.ts'

/*
 * What a school uses is known without listing its files: what was measured last, plus what was stored
 * since, by all processes. Each night it is measured anew.
 */

/** Bytes that a school uses, in a statement with the table `school`. */
export const USED_BYTES = `coalesce(bytes, 0)
  + coalesce((SELECT added FROM school_usage WHERE school_usage.name = school.name), 0)`

/** Returns the quota of a school; undefined if it has none. */
export function quotaOf(
  pool: Pool,
  { name, quota: limit }: { name: string; quota: number | null },
): Quota | undefined {
  if (limit === null) return undefined
  return {
    limit,
    async used() {
      const { rows } = await pool.query<{ used: number }>(
        `SELECT (${USED_BYTES})::float8 AS used FROM school WHERE name = $1`,
        [name],
      )
      return Math.max(rows[0]?.used ?? 0, 0)
    },
    async add(bytes) {
      await pool.query(
        `INSERT INTO school_usage AS present VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET added = present.added + excluded.added`,
        [name, bytes],
      )
    },
  }
}

/** What a measurement of a school's files has found. */
interface Measured {
  files: number
  bytes: number
  /** Files that records name, but that are not there. */
  missing: number
  /** ISO time of the newest backup. */
  backedUpAt: string | null
}

interface Former {
  bytes: number | null
  added: number
}

/**
 * Stores a measurement of a school. What was stored before it counts no more beside it, unless another
 * measurement has ended meanwhile, which has said so.
 */
const STORE = `WITH former AS (SELECT name, bytes FROM school WHERE name = $1 FOR UPDATE),
  stored AS (
    UPDATE school SET files = $2, bytes = $3, missing = $4, backed_up_at = $5 WHERE name = $1
  )
  UPDATE school_usage SET added = added - $6 FROM former
    WHERE school_usage.name = former.name AND former.bytes IS NOT DISTINCT FROM $7`

/** Measures the files of a school, and stores what was found; what is stored meanwhile counts as well. */
export async function storeMeasurement<Found extends Measured>(
  pool: Pool,
  name: string,
  measure: () => Promise<Found>,
): Promise<Found> {
  const before = await pool.query<Former>(
    `SELECT bytes, coalesce(added, 0) AS added FROM school
      LEFT JOIN school_usage USING (name) WHERE name = $1`,
    [name],
  )
  const { bytes = null, added = 0 } = before.rows[0] ?? {}
  const found = await measure()
  const { files, missing, backedUpAt } = found
  await pool.query(STORE, [name, files, found.bytes, missing, backedUpAt, added, bytes])
  return found
}
