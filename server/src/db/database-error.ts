import { errorCode, isNodeError } from '../lib/node-error.ts'

/** The database cannot be used. The message is a single line for the operator. */
export class DatabaseError extends Error {}

/** Advice for a database that cannot be read. */
export const RESTORE =
  'It was not changed. Restore the newest good backup: npm run admin -- restore'

/** Advice for a database of a newer version. */
export const UPDATE =
  'Update the program, or go back to the records from before the upgrade: npm run admin -- restore --before-upgrade'

/** Converts errors of opening `file` to DatabaseError; returns other errors unchanged. */
export function asDatabaseError(error: unknown, file: string): unknown {
  if (error instanceof DatabaseError) return new DatabaseError(`${file}: ${error.message}`)
  const code = errorCode(error)
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new DatabaseError(`${file}: this is not a database, or it is damaged. ${RESTORE}`)
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
    return new DatabaseError(
      `${file}: cannot be opened for writing. Check the permissions of the file and its folder.`,
    )
  }
  return error
}

/**
 * Codes of a PostgreSQL server that is away, starting, stopping, full or a replica: class 08, 57P01
 * to 57P05, 53300 and 25006; and 57014, of a write that waited too long for another
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const AWAY =
  /^(08...|57P0[1-5]|57014|53300|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Errors of `pg` without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed)/

/** Whether an error says that the database server cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return AWAY.test(errorCode(error)) || CONNECTION_LOST.test(error.message)
}

/** Whether the disk has no room: SQLite, the file system, PostgreSQL. */
export const isStorageFull = (error: unknown) =>
  isNodeError(error, 'SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100')

/** Whether a file cannot be written. */
export const isReadOnly = (error: unknown) =>
  isNodeError(
    error,
    'SQLITE_READONLY',
    'SQLITE_READONLY_DIRECTORY',
    'SQLITE_CANTOPEN',
    'EROFS',
    'EACCES',
    'EPERM',
  )

/** Whether PostgreSQL refuses a text with U+0000, which no text has that was checked. */
export const isInvalidText = (error: unknown) => isNodeError(error, '22021', '22P05')
