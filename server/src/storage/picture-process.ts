import type { PictureAnswer, PictureJob } from './picture-job.ts'
import { makePicture, PictureRefusal, restrictImageLibrary } from './pictures.ts'

/*
 * A process of its own, started by the picture workshop: what the image library takes of memory
 * goes back when it ends, and a picture that breaks the library breaks nothing else.
 */

async function answer(job: PictureJob): Promise<PictureAnswer> {
  try {
    return { made: await makePicture(job) }
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (error instanceof PictureRefusal) return { fault: error.fault, message }
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { failed: message, ...(code && { code }) }
  }
}

restrictImageLibrary()
process.on('disconnect', () => process.exit(0))
process.on('message', (job: PictureJob) => {
  void answer(job).then((result) => process.send?.(result))
})
