import type { Logger } from 'pino'
import { In, IsNull } from 'typeorm'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { isPostgres } from '../../db/dialect.ts'
import { EntryRow } from '../../db/entities.ts'
import { compareFiles, type Differences, referencedFiles } from '../../storage/referenced-files.ts'

interface IntegrityCheckDeps {
  db: Database
  folder: DataFolder
  log: Logger
  /** Files that the sweep at the start did not find. */
  missing: Differences['missing']
}

/** The integrity of the stored data, checked daily so that damage is noticed early. */
export interface IntegrityCheck {
  /** Checks the whole database and the existence of every file. */
  check(): Promise<void>
  /** Whether the last check found the database damaged. */
  isDamaged(): boolean
  /** Returns the entries outside the trash whose files were missing at the last check and still are. */
  entriesWithoutFile(): Promise<EntryRow[]>
}

const MAX_LISTED = 20

/** Returns `ok` or the first fault. */
async function quickCheck(db: Database): Promise<string> {
  // Checks its pages by itself, with each read.
  if (isPostgres(db.read)) return 'ok'
  try {
    const rows: { quick_check: string }[] = await db.read.query('PRAGMA quick_check(1)')
    return rows[0]?.quick_check ?? 'no answer'
  } catch (error) {
    // Severe damage makes the query itself fail.
    return String(error)
  }
}

/** Creates the check; its first result is that of the sweep at the start. */
export function createIntegrityCheck({
  db,
  folder,
  log,
  ...found
}: IntegrityCheckDeps): IntegrityCheck {
  let { missing } = found
  // A start with a damaged database fails.
  let damaged = false
  return {
    async check() {
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
      // Some may have been replaced, deleted or restored meanwhile.
      const ids = [...new Set(missing.map(({ record }) => record))].slice(0, MAX_LISTED)
      const entries = await db.read.findBy(EntryRow, { id: In(ids), deletedAt: IsNull() })
      const named = entries.flatMap(({ id, file }) => (file ? [{ record: id, file }] : []))
      const still = new Set((await compareFiles(folder, named)).missing.map(({ record }) => record))
      return entries.filter(({ id }) => still.has(id))
    },
  }
}
