import type { Logger } from 'pino'
import { In, IsNull } from 'typeorm'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow } from '../../db/entities.ts'
import { compareFiles, type Differences, referencedFiles } from '../../storage/referenced-files.ts'

interface IntegrityCheckDeps {
  db: Database
  folder: DataFolder
  log: Logger
  /** What the sweep at the start has missed. */
  missing: Differences['missing']
}

/** Whether what is kept is still whole; looked at daily, so that nobody finds out years later. */
export interface IntegrityCheck {
  /** Looks at the whole database and at every file's name. */
  look(): Promise<void>
  /** Whether the last look found the database damaged. */
  isDamaged(): boolean
  /** Entries outside the bin whose files were missing at the last look and still are. */
  entriesWithoutFile(): Promise<EntryRow[]>
}

const MAX_LISTED = 20

/** "ok", or the first thing that is wrong. */
async function quickCheck(db: Database): Promise<string> {
  try {
    const rows: { quick_check: string }[] = await db.read.query('PRAGMA quick_check(1)')
    return rows[0]?.quick_check ?? 'no answer'
  } catch (error) {
    // Where the damage is great, already the question fails.
    return String(error)
  }
}

/** Until the first look it says what the sweep at the start has found. */
export function createIntegrityCheck({
  db,
  folder,
  log,
  ...found
}: IntegrityCheckDeps): IntegrityCheck {
  let { missing } = found
  // A start does not go on with a damaged one.
  let damaged = false
  return {
    async look() {
      const found = await quickCheck(db)
      damaged = found !== 'ok'
      if (damaged) {
        log.error({ found }, 'the database is damaged')
        return
      }
      missing = (await compareFiles(folder, await referencedFiles(db.read))).missing
      if (missing.length > 0) log.error({ missing }, 'records without their file')
    },
    isDamaged: () => damaged,
    async entriesWithoutFile() {
      if (missing.length === 0) return []
      // Some may have been published anew, deleted or brought back meanwhile.
      const ids = [...new Set(missing.map(({ record }) => record))].slice(0, MAX_LISTED)
      const entries = await db.read.findBy(EntryRow, { id: In(ids), deletedAt: IsNull() })
      const named = entries.flatMap(({ id, file }) => (file ? [{ record: id, file }] : []))
      const still = new Set((await compareFiles(folder, named)).missing.map(({ record }) => record))
      return entries.filter(({ id }) => still.has(id))
    },
  }
}
