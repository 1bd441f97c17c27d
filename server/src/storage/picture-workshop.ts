import type { MadePicture, PictureFault, PictureJob } from './picture-job.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

/** Decoding takes the memory of every pixel; an office that sends forty photos waits in a line. */
const PROCESSES = 2
/** Far more than the largest accepted picture needs. */
const LONGEST_MS = 120_000

/** Makes the sizes of pictures in two processes; what answers too late is called damaged. */
export function createPictureWorkshop(): Workshop<PictureJob, MadePicture, PictureFault> {
  return createWorkshop({
    beside: import.meta.url,
    module: 'picture-process',
    processes: PROCESSES,
    longest: LONGEST_MS,
    brokenBy: 'damaged',
  })
}
