import { type FileExtension, fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'
import { createWorkerPool, failureOf, type JobResult, type WorkerPool } from '../lib/worker-pool.ts'
import { machineMemoryMb, TWO_GB_MB } from '../machine-memory.ts'
import { damagedFile, tooLarge, tooManyPixels, unsupportedType } from './detect-file-type.ts'
import {
  type MadePicture,
  maxMegapixels,
  type PictureFault,
  type PictureJob,
} from './picture-job.ts'

export type PictureFolders = Pick<DataFolder, 'root' | 'staging' | 'uploads' | 'galleryUploads'>

/** Far more than the largest accepted picture needs. */
const CPU_MS = 2 * MINUTE_MS
const TIMEOUT_MS = 10 * MINUTE_MS
/** An AVIF of 25 megapixels takes 540 MB, a progressive JPEG of 60 takes 470 MB. */
const MEMORY_MB = 640

/**
 * Creates the pool that resizes the pictures of a school: two processes, on a small machine one, for all
 * schools. Further pictures are queued. A picture that exceeds the CPU time counts as damaged.
 */
export function createPicturePool(
  { root, staging, uploads, galleryUploads }: PictureFolders,
  memoryMb = machineMemoryMb(),
): WorkerPool<PictureJob, MadePicture, PictureFault> {
  return createWorkerPool({
    module: 'picture-worker',
    processes: memoryMb < TWO_GB_MB ? 1 : 2,
    timeoutMs: TIMEOUT_MS,
    cpuMs: CPU_MS,
    memoryMb: MEMORY_MB,
    school: root,
    may: { addons: true, read: [staging, uploads, galleryUploads], write: [staging] },
    crashError: 'damaged',
    memoryError: 'too-large',
  })
}

/**
 * Returns the picture in a worker's result.
 * @param extension of the upload
 * @param accepts types for the message
 * @throws Problem `validation_failed` on `file` or `unsupported_media_type`; Error for failures
 */
export function checkedResult(
  result: JobResult<MadePicture, PictureFault>,
  { extension, accepts }: { extension: string; accepts: readonly FileExtension[] },
): MadePicture {
  if ('made' in result) return result.made
  if ('failed' in result) throw failureOf(result)
  const cause = new Error(result.message)
  if (result.fault === 'too-many-pixels') throw tooManyPixels(maxMegapixels(extension))
  if (result.fault === 'too-large') throw tooLarge(cause)
  if (result.fault === 'damaged') throw damagedFile(cause)
  // This machine cannot decode HEIC.
  throw unsupportedType(accepts, { cause, extension })
}

/** Returns the stored file of a picture. */
export function toStoredFile(
  base: Pick<StoredFile, 'folder' | 'stem' | 'name'>,
  { extension, size, width, height, color, resized, digests }: MadePicture,
): StoredFile {
  const mimeType = fileKindByExtension(extension)?.mimeType ?? 'application/octet-stream'
  return { ...base, extension, mimeType, size, width, height, color, sizes: resized, digests }
}
