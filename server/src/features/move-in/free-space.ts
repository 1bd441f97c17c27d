import { freeBytes } from '../../data-folder.ts'
import { SourceError } from './sources/source.ts'

/** Bytes that stay free on the disk. */
const MIN_FREE_BYTES = 500 * 1024 * 1024

/** @throws SourceError `disk-full` unless the disk of a folder has room for some more bytes */
export async function assertFree(folder: string, bytes = 0): Promise<void> {
  if ((await freeBytes(folder)) < MIN_FREE_BYTES + bytes) throw new SourceError('disk-full')
}
