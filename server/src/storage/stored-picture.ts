import { type FileExtension, fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { StoredFile } from '../db/entities.ts'
import { damagedFile, tooLarge, tooManyPixels, wrongKind } from './file-problems.ts'
import { type MadePicture, maxMegapixels, type PictureAnswer } from './picture-job.ts'
import { failureOf } from './worker-pool.ts'

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
