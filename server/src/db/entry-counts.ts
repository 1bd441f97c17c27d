import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { EntityManager } from 'typeorm'

/** How many entries have their date in a calendar year of Dhaka. */
export interface CountOfYear {
  year: number
  count: number
}

/** What visitors do not see at a moment: few, and each kind in an index of its own. */
const HIDDEN = `SELECT seq FROM entry INDEXED BY entry_scheduled
    WHERE publish_at > ? AND deleted_at IS NULL
  UNION SELECT seq FROM entry INDEXED BY entry_expiring
    WHERE expires_at <= ? AND deleted_at IS NULL`

// The plus keeps the database from going through the whole collection for them.
const VISIBLE = `SELECT year, sum(count) AS count FROM (
    SELECT year, count FROM entry_count WHERE collection = ?
    UNION ALL
    SELECT year, -1 FROM entry WHERE seq IN (${HIDDEN}) AND + collection = ?
  ) GROUP BY year HAVING sum(count) > 0 ORDER BY year DESC`

/**
 * How many entries of a collection visitors see at `now`, by year, newest first. Takes as long for
 * a hundred thousand as for ten: the database keeps the counts as entries come and go.
 */
export function countsOfVisible(
  read: EntityManager,
  collection: CollectionName,
  now: Date,
): Promise<CountOfYear[]> {
  const at = now.toISOString()
  return read.query(VISIBLE, [collection, at, at, collection])
}
