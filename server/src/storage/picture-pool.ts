import os from 'node:os'
import type { MadePicture, PictureFault, PictureJob } from './picture-job.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

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
