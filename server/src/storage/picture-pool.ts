import os from 'node:os'
import { type FileExtension, fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { StoredFile } from '../db/entities.ts'
import { damagedFile, tooLarge, tooManyPixels, wrongKind } from './detect-file-type.ts'
import {
  type MadePicture,
  maxMegapixels,
  type PictureAnswer,
  type PictureFault,
  type PictureJob,
} from './picture-job.ts'
import { createWorkerPool, failureOf, type WorkerPool } from './worker-pool.ts'

/** Far more than the largest accepted picture needs. */
const LONGEST_MS = 120_000
/** An AVIF of 25 megapixels takes 540 MB, a progressive JPEG of 60 takes 470 MB. */
const MEMORY_MB = 640
/** A machine sold as 2 GB has a little less. Two pictures at once need that. */
const MEMORY_FOR_TWO_MB = 1800

/** Memory of the machine, or of the container in it, in MB. */
function machineMemoryMb(): number {
  // 0 where the system does not tell.
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
}

/**
 * Makes the sizes of pictures in two processes, on a small machine in one: an office that sends
 * forty photos waits in a line. What answers too late is called damaged.
 */
export function createPicturePool(
  memoryMb = machineMemoryMb(),
): WorkerPool<PictureJob, MadePicture, PictureFault> {
  return createWorkerPool({
    beside: import.meta.url,
    module: 'picture-worker',
    processes: memoryMb < MEMORY_FOR_TWO_MB ? 1 : 2,
    timeoutMs: LONGEST_MS,
    memoryMb: MEMORY_MB,
    crashError: 'damaged',
    tooLargeBy: 'too-large',
  })
}

/**
 * The picture in an answer of the workshop.
 * @param extension of the upload
 * @param accepts kinds to name where this machine cannot decode a HEIC
 * @throws Problem `validation_failed` on `file`, `unsupported_media_type`; else the failure
 */
export function madePicture(
  answer: PictureAnswer,
  { extension, accepts }: { extension: string; accepts: readonly FileExtension[] },
): MadePicture {
  if ('made' in answer) return answer.made
  if ('failed' in answer) throw failureOf(answer)
  const cause = new Error(answer.message)
  if (answer.fault === 'too-many-pixels') throw tooManyPixels(maxMegapixels(extension))
  if (answer.fault === 'too-large') throw tooLarge(cause)
  if (answer.fault === 'damaged') throw damagedFile(cause)
  throw wrongKind(
    accepts.filter((extension) => extension !== 'heic'),
    cause,
  )
}

/** What is known of a picture once it is kept. */
export function storedPicture(
  base: Pick<StoredFile, 'folder' | 'stem' | 'name'>,
  { extension, size, width, height, color, copies }: MadePicture,
): StoredFile {
  const mimeType = fileKindByExtension(extension)?.mimeType ?? 'application/octet-stream'
  return { ...base, extension, mimeType, size, width, height, color, sizes: copies }
}
