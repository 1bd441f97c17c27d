import type { PhotoArea } from '@bidyaloy/shared/features/blur/blur'

/**
 * Returns the limit of megapixels above which a picture is rejected before decoding. The decoder of
 * AVIF and HEIC takes 20 bytes per pixel. Kept free of sharp, because the server process imports it.
 */
export function maxMegapixels(extension: string): number {
  return extension === 'avif' || extension === 'heic' ? 25 : 60
}

/** A job of the picture worker. */
export interface PictureJob {
  /** Path of the upload. */
  file: string
  /** Extension of the detected type. */
  extension: string
  /** Folder and stem of the output files: `<stem>.<extension>`, `<stem>-<width>.webp`. */
  directory: string
  stem: string
  /** Whether it gets a further copy of the size of an icon. */
  isIcon?: boolean
  /** Parts that are blurred in all its sizes. */
  blurred?: readonly PhotoArea[]
}

/** A written picture: upright, without metadata. Sides in pixels. */
export interface MadePicture {
  extension: 'jpg' | 'png' | 'webp' | 'avif'
  /** Bytes. */
  size: number
  width: number
  height: number
  /** Average colour, `#rrggbb`. */
  color: string
  /** WebP copies smaller than the picture. */
  resized: { width: number; height: number }[]
  /** SHA-256 of the upload, the picture and its copies. */
  digests: string[]
}

/** Faults of the uploaded picture. */
export type PictureFault = 'damaged' | 'too-many-pixels' | 'too-large' | 'unreadable'
