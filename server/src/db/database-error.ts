import { errorCode } from '../node-error.ts'

/** The database cannot be used. The message is a single line for the operator. */
export class DatabaseError extends Error {}

/** Advice for a database that cannot be read. */
export const RESTORE =
  'It was not changed. Restore the newest good backup: npm run admin -- restore'

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
