import type { JobAnswer } from './worker-pool.ts'

/**
 * Pictures with more megapixels than this are refused before they are decoded. The decoder of AVIF
 * and HEIC takes twenty bytes for each pixel.
 */
export function maxMegapixels(extension: string): number {
  return extension === 'avif' || extension === 'heic' ? 25 : 60
}

/** What is asked of the picture process. */
export interface PictureJob {
  /** Path of the upload. */
  file: string
  /** Extension of the kind that its first bytes tell. */
  extension: string
  /** Folder and stem of the files to write: `<stem>.<extension>`, `<stem>-<width>.webp`. */
  directory: string
  stem: string
}

/** A picture as it was written: upright, without metadata. Sides in pixels. */
export interface MadePicture {
  extension: 'jpg' | 'png' | 'webp' | 'avif'
  /** Bytes. */
  size: number
  width: number
  height: number
  /** Main colour, `#rrggbb`. */
  color: string
  /** WebP copies smaller than the picture. */
  copies: { width: number; height: number }[]
}

/** Why a picture was not made: the sender's reasons. */
export type PictureFault = 'damaged' | 'too-many-pixels' | 'too-large' | 'unreadable'

/** What the picture process answers. */
export type PictureAnswer = JobAnswer<MadePicture, PictureFault>
