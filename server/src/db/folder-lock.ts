import Sqlite from 'better-sqlite3'
import { errorCode } from '../lib/node-error.ts'
import { DatabaseError } from './database-error.ts'

/**
 * Takes a lock of the operating system through SQLite. The lock is released when the process ends,
 * even after a crash.
 * @param file path of the lock file, created if missing
 * @returns a function that releases the lock; null if another process holds it
 * @throws DatabaseError
 */
export function takeLock(file: string): (() => void) | null {
  try {
    const lock = new Sqlite(file, { timeout: 0 })
    try {
      lock.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      lock.close()
      throw error
    }
    return () => lock.close()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'SQLITE_BUSY') return null
    if (code === 'SQLITE_CANTOPEN' || code.startsWith('SQLITE_READONLY')) {
      throw new DatabaseError(
        `${file}: cannot be written. Check the permissions of the file and its folder.`,
      )
    }
    throw error
  }
}

/**
 * Locks a data folder against other servers, which would remove incoming uploads and serve stale
 * caches. The command line may still read and repair the database.
 * @param file path of the lock file
 * @returns a function that releases the lock
 * @throws DatabaseError if another server holds the lock
 */
export function lockFolder(file: string): () => void {
  const unlock = takeLock(file)
  if (unlock) return unlock
  throw new DatabaseError(
    `DATA_DIR: another server is using this folder (${file} is locked). Stop it, or set DATA_DIR to another folder.`,
  )
}
