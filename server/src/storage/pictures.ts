import type { FileExtension, FileKind } from '@bidyaloy/shared/collections/file-kinds'
import sharp, { type FormatEnum, type Metadata, type Sharp } from 'sharp'
import { damagedFile, MAX_MEGAPIXELS, tooManyPixels, wrongKind } from './file-problems.ts'
import { takingTurns } from './turns.ts'

/** Longest side of a kept picture, in pixels. */
const MAX_SIDE = 2560
const COPY_WIDTHS = [320, 640, 1280, 1920]
const MAX_PIXELS = MAX_MEGAPIXELS * 1e6

/** A picture as it is kept: encoded bytes, upright, without metadata. */
export interface Picture {
  extension: FileExtension
  bytes: Buffer
  width: number
  height: number
  /** Main colour, `#rrggbb`. */
  color: string
  /** WebP copies smaller than the picture. */
  copies: { width: number; height: number; bytes: Buffer }[]
}

/** Decoding takes the memory of every pixel; an office that sends forty photos waits in a line. */
const inTurn = takingTurns(2)

/**
 * Restricts the image library to the formats that are accepted and to little memory. Holds for the
 * whole process.
 */
export function restrictImageLibrary(): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadHeif',
    ],
  })
}

/**
 * Decodes a picture whole and makes what is kept of it.
 * @param file path of the upload
 * @param kind as judged by its first bytes
 * @param accepts kinds to name where this machine cannot read the picture's
 * @throws Problem `validation_failed` on `file` (damaged, too many pixels), `unsupported_media_type`
 */
export function makePicture(
  file: string,
  kind: FileKind,
  accepts: readonly FileExtension[],
): Promise<Picture> {
  return inTurn(async () => {
    try {
      await assertReadable(file, kind)
      const { data, info } = await decode(file)
      const pixels = () =>
        sharp(data, {
          raw: { width: info.width, height: info.height, channels: info.channels },
        })
      const { extension, encode } = encoderOf(kind)
      const bytes = await encode(pixels()).toBuffer()
      const color = await mainColor(pixels())
      const copies: Picture['copies'] = []
      for (const width of COPY_WIDTHS) {
        if (width >= info.width) break
        const copy = pixels().resize({ width }).webp({ quality: 78 })
        const made = await copy.toBuffer({ resolveWithObject: true })
        copies.push({ width: made.info.width, height: made.info.height, bytes: made.data })
      }
      return { extension, bytes, width: info.width, height: info.height, color, copies }
    } catch (error) {
      // The library reads HEIC containers, but not on every machine the video format inside.
      if (kind.extension === 'heic') throw wrongKind(without(accepts, 'heic'), error)
      throw error
    }
  })
}

const FORMATS: Readonly<Record<string, keyof FormatEnum>> = {
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif',
  heic: 'heif',
}

async function assertReadable(file: string, kind: FileKind): Promise<void> {
  let metadata: Metadata
  try {
    metadata = await sharp(file, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw damagedFile(error)
  }
  if (metadata.format !== FORMATS[kind.extension]) throw damagedFile()
  if (metadata.width * metadata.height > MAX_PIXELS) throw tooManyPixels()
}

/** Samsung and other phones write JPEGs that every viewer shows though the standard frowns. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes before marker/

async function decode(file: string) {
  try {
    return await decodeStrictly(file, 'warning')
  } catch (error) {
    if (!HARMLESS.test(String(error))) throw damagedFile(error)
  }
  try {
    return await decodeStrictly(file, 'error')
  } catch (error) {
    throw damagedFile(error)
  }
}

/** Upright pixels in sRGB, at most `MAX_SIDE` long. */
function decodeStrictly(file: string, failOn: 'warning' | 'error') {
  return sharp(file, { failOn, limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

interface Encoder {
  extension: FileExtension
  encode(pixels: Sharp): Sharp
}

function encoderOf({ extension }: FileKind): Encoder {
  if (extension === 'png') return { extension, encode: (pixels) => pixels.png() }
  if (extension === 'webp') return { extension, encode: (pixels) => pixels.webp({ quality: 85 }) }
  if (extension === 'avif') {
    return { extension, encode: (pixels) => pixels.avif({ quality: 60, effort: 2 }) }
  }
  return { extension: 'jpg', encode: (pixels) => pixels.jpeg({ quality: 85, progressive: true }) }
}

async function mainColor(pixels: Sharp): Promise<string> {
  const one = await pixels
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const [red = 0, green = red, blue = red] = one
  return `#${Buffer.from([red, green, blue]).toString('hex')}`
}

function without(accepts: readonly FileExtension[], unread: FileExtension): FileExtension[] {
  return accepts.filter((extension) => extension !== unread)
}
