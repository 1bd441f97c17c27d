/* Shared by all rooms of the server. */
/**
 * Returns the `code` of an error of Node or SQLite, such as `ENOENT` or `SQLITE_FULL`. Returns the
 * empty string for an error without a code and for values that are not errors.
 */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether an error of Node or SQLite has one of these codes. */
export function isNodeError(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error))
}

/** Returns null for a file that does not exist, as `catch` of a promise. @throws any other error */
export function nullIfMissing(error: unknown): null {
  if (isNodeError(error, 'ENOENT')) return null
  throw error
}

/** Returns the message of an error, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
