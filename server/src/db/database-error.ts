import { errorCode } from '../node-error.ts'
/** The database cannot be used; the message is one line that says what to do. */
export class DatabaseError extends Error {}

/** What helps where a database cannot be read. */
export const RESTORE =
  'It was not touched. Bring back the newest good backup: npm run admin -- restore'

/** What went wrong in opening `file`, said so that it can be read; other faults as they are. */
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
