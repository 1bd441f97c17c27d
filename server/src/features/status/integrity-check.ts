import type { Logger } from 'pino'
import { In, IsNull } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import { allFileNames } from '../../storage/file-names.ts'
import { type FileStore, StorageUnavailable } from '../../storage/file-store.ts'
import { compareFiles, type Differences, referencedFiles } from '../../storage/referenced-files.ts'

interface IntegrityCheckDeps {
  db: Database
  files: FileStore
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
  /** Returns the number of files that the last check did not find. */
  missingFiles(): number
  /** Returns the entries outside the trash whose files were missing at the last check and still are. */
  entriesWithoutFile(): Promise<EntryRow[]>
}

const MAX_LISTED = 20

/** Whether a part of a stored file is missing; assumed while remote files cannot be asked. */
async function isMissing(files: FileStore, file: StoredFile | null): Promise<boolean> {
  try {
    for (const name of file ? allFileNames(file) : []) {
      if (file && (await files.size(file.folder, name)) === null) return true
    }
    return false
  } catch (error) {
    if (error instanceof StorageUnavailable) return true
    throw error
  }
}

/** Creates the check; its first result is that of the sweep at the start. */
export function createIntegrityCheck({
  db,
  files,
  log,
  ...found
}: IntegrityCheckDeps): IntegrityCheck {
  let { missing } = found
  // A start with a damaged database fails.
  let damaged = false
  return {
    async check() {
      const found = await db.check()
      damaged = found !== 'ok'
      if (damaged) {
        log.error({ found }, 'the database is damaged')
        return
      }
      try {
        missing = (await compareFiles(files, await referencedFiles(db.read))).missing
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error
        log.warn({ err: error }, 'the files could not be compared with the records')
      }
      if (missing.length > 0) log.error({ missing }, 'records without their file')
    },
    isDamaged: () => damaged,
    missingFiles: () => missing.length,
    async entriesWithoutFile() {
      if (missing.length === 0) return []
      // Some may have been replaced, deleted or restored meanwhile.
      const ids = [...new Set(missing.map(({ recordLabel }) => recordLabel))].slice(0, MAX_LISTED)
      const entries = await db.read.findBy(EntryRow, { id: In(ids), deletedAt: IsNull() })
      const lacksFile = await Promise.all(entries.map(({ file }) => isMissing(files, file)))
      return entries.filter((_, index) => lacksFile[index])
    },
  }
}
