import * as z from 'zod'
import { MAX_ENTRY_FILES } from '../collections/entry.ts'

/*
 * Uploads that go on after a lost connection (https://tus.io/protocols/resumable-upload). They are
 * not in the table of endpoints: the protocol says all in headers, and has no JSON.
 */

/** Path at which an upload is started; its own path is below. */
export const UPLOADS_PATH = '/api/admin/uploads'

export const TUS_VERSION = '1.0.0'

/** Unfinished uploads that an account may have. */
export const MAX_UNFINISHED_UPLOADS = 20

/** Bytes from which on a file is sent before its form: a smaller one needs fewer requests in it. */
const LARGE_BYTES = 1_000_000

/** Whether a part of a form is a file that is sent before it. */
export function isLargeFile(part: File | string): part is File {
  return typeof part !== 'string' && part.size >= LARGE_BYTES
}

/** Whether the forms of a path may name uploads: all but that of a backup. */
export function takesUploads(path: string): boolean {
  return !path.startsWith('/api/admin/backups')
}

/** Ids of uploads that take the places of files in a form; null is the place of the next `file` part. */
export const NamedUploads = z
  .array(
    z
      .string()
      .regex(/^[0-9a-z]{20}$/)
      .nullable(),
  )
  .max(MAX_ENTRY_FILES)
export type NamedUploads = z.infer<typeof NamedUploads>

/** Returns the id in the path of an upload; undefined for other paths. */
export function uploadIdIn(location: string): string | undefined {
  return /\/api\/admin\/uploads\/([0-9a-z]{20})$/.exec(location)?.[1]
}
