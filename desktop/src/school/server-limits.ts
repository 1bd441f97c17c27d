import { validationText } from '@bidyaloy/shared/api/issue-text'
import { MAX_TOTAL_FILES } from '@bidyaloy/shared/collections/entry'
import { Session } from '@bidyaloy/shared/school/admin-session'
import type { LocalFile } from '../outbox/file-changes.ts'

const MEGABYTE = 1024 * 1024
/** The server's default, until a session is known. */
const DEFAULT_MAX_UPLOAD = 25 * MEGABYTE

/** Returns the size limit of one file in bytes, from the admin's session as last read. */
export function maxUploadBytes(session: unknown): number {
  const parsed = Session.pick({ maxUploadBytes: true }).safeParse(session)
  return parsed.success ? parsed.data.maxUploadBytes : DEFAULT_MAX_UPLOAD
}

/** An error that the server would respond with. */
export interface Refused {
  status: number
  code: 'too_large' | 'validation_failed'
  sentence: string
}

/** Returns why the server would not accept these new files together; null if it does. */
export function sizeRefusal(files: readonly LocalFile[], maxUpload: number): Refused | null {
  const sizes = files.map(({ size }) => size)
  const inMegabytes = (bytes: number) => ({ max: Math.round((bytes / MEGABYTE) * 10) / 10 })
  const refused = (sentence: string): Refused => ({ status: 413, code: 'too_large', sentence })
  if (sizes.some((size) => size > maxUpload)) {
    return refused(validationText('valid.file.tooBig', inMegabytes(maxUpload)).bn)
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const maxTotal = maxUpload * MAX_TOTAL_FILES
  return total > maxTotal
    ? refused(validationText('valid.file.allTooBig', inMegabytes(maxTotal)).bn)
    : null
}
