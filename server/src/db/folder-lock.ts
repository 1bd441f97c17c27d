import Sqlite from 'better-sqlite3'
import { errorCode } from '../node-error.ts'
import { DatabaseError } from './database-error.ts'

/**
 * Takes a lock of the operating system, by way of SQLite: it goes with the process, however that
 * ends.
 * @param file path of the file that is locked; made where it is missing
 * @returns gives it free again; null where another process has it
 * @throws DatabaseError with one line that says what to do
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
 * Keeps every other server out of a data folder: it would take the uploads on their way in for
 * leftovers, and show what has changed since. Reading and mending the database from the command
 * line go on.
 * @param file path of the file that is locked
 * @returns gives the folder free again
 * @throws DatabaseError with one line that says what to do
 */
export function lockFolder(file: string): () => void {
  const unlock = takeLock(file)
  if (unlock) return unlock
  throw new DatabaseError(
    `DATA_DIR: another server is using this folder (${file} is locked). Stop it, or set DATA_DIR to another folder.`,
  )
}
