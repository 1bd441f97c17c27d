/*
 * Uploads that go on after a lost connection (https://tus.io/protocols/resumable-upload). They are
 * not in the table of endpoints: the protocol says all in headers, and has no JSON.
 */

/** Path at which an upload is started; its own path is below. */
export const UPLOADS_PATH = '/api/admin/uploads'

export const TUS_VERSION = '1.0.0'

/** Unfinished uploads that an account may have. */
export const MAX_UNFINISHED_UPLOADS = 20

/** Bytes up to which a file comes with the request that starts its upload. A larger one may go on after it. */
export const LARGE_BYTES = 1_000_000

/** Whether a part of a form is a file that is sent before it. */
export function isLargeFile(part: File | string): part is File {
  return typeof part !== 'string' && part.size >= LARGE_BYTES
}

/** Whether the forms of a path may name uploads: all but that of a backup. */
export function takesUploads(path: string): boolean {
  return !path.startsWith('/api/admin/backups')
}

/** Largest file of an older site, such as a zip of all its files: far larger than a file of an entry. */
export const MAX_SOURCE_BYTES = 4 * 1024 ** 3

/** Value of `purpose` in the metadata of an upload that is a file of an older site. */
export const SOURCE_PURPOSE = 'move-in'
/** The pair of `Upload-Metadata` that says so. */
export const SOURCE_METADATA = `purpose ${btoa(SOURCE_PURPOSE)}`

/** Whether the forms of a path name files of an older site. */
export function takesSources(path: string): boolean {
  return path === '/api/admin/move-in'
}

/** Whether a path is that of uploads, or of one of them. */
export function isUploadPath(path: string): boolean {
  return path === UPLOADS_PATH || uploadIdIn(path) !== undefined
}

/** Returns the id in the path of an upload; undefined for other paths. */
export function uploadIdIn(location: string): string | undefined {
  return /\/api\/admin\/uploads\/([0-9a-z]{20})$/.exec(location)?.[1]
}
