import fs from 'node:fs/promises'
import path from 'node:path'
import sharp, { type FormatEnum, type Metadata, type Sharp } from 'sharp'
import { copyName, fileName } from './file-names.ts'
import {
  type MadePicture,
  maxMegapixels,
  type PictureFault,
  type PictureJob,
} from './picture-job.ts'
import { JobError } from './worker-entry.ts'

/** Longest side of a kept picture, in pixels. */
const MAX_SIDE = 2560
/** A tile of a grid, a phone, a laptop, a large screen: each at twice as many pixels as it shows. */
const COPY_WIDTHS = [320, 720, 1280, 1920]

/** A picture that is not made, for a reason that its sender can mend. */
class PictureError extends JobError<PictureFault> {}

/** Restricts the image library of this process to the accepted formats and to little memory. */
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
 * Decodes a picture once, whole, and writes what is kept of it.
 * @throws PictureError
 */
export async function makePicture(job: PictureJob): Promise<MadePicture> {
  const { directory } = job
  await assertReadable(job)
  const { data: pixels, info } = await decode(job)
  const { width, height, channels } = info
  const upright = () => sharp(pixels, { raw: { width, height, channels } })
  const extension = storedAs(job.extension)
  // Written by us, not by the library, which does not tell a full disk from a spoilt picture.
  const bytes = await encoded(upright(), extension).toBuffer()
  await fs.writeFile(path.join(directory, fileName({ ...job, extension })), bytes)
  const copies: MadePicture['copies'] = []
  for (const copyWidth of COPY_WIDTHS.filter((one) => one < width)) {
    const copy = await upright()
      .resize({ width: copyWidth })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    await fs.writeFile(path.join(directory, copyName(job, copyWidth)), copy.data)
    copies.push({ width: copyWidth, height: copy.info.height })
  }
  const color = await mainColor(upright())
  return { extension, size: bytes.length, width, height, color, copies }
}

const FORMATS: Readonly<Record<string, keyof FormatEnum>> = {
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif',
  heic: 'heif',
}

async function assertReadable({ file, extension }: PictureJob): Promise<void> {
  let metadata: Metadata
  try {
    metadata = await sharp(file, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw unreadable(extension, error)
  }
  if (metadata.format !== FORMATS[extension]) throw new PictureError('damaged')
  if (metadata.width * metadata.height > maxPixels(extension))
    throw new PictureError('too-many-pixels')
}

const maxPixels = (extension: string) => maxMegapixels(extension) * 1e6

/** The library reads HEIC containers, but not on every machine the video format inside. */
function unreadable(extension: string, cause: unknown): PictureError {
  return new PictureError(extension === 'heic' ? 'unreadable' : 'damaged', cause)
}

/** Samsung and other phones write JPEGs that every viewer shows though the standard frowns. */
const SAFE_INPUT = /Invalid SOS parameters|extraneous bytes before marker/

async function decode(job: PictureJob) {
  try {
    return await decodeStrictly(job, 'warning')
  } catch (error) {
    if (!SAFE_INPUT.test(String(error))) throw unreadable(job.extension, error)
  }
  try {
    return await decodeStrictly(job, 'error')
  } catch (error) {
    throw unreadable(job.extension, error)
  }
}

/** Decodes every pixel: upright, in sRGB, at most `MAX_SIDE` long. */
function decodeStrictly({ file, extension }: PictureJob, failOn: 'warning' | 'error') {
  return sharp(file, { failOn, limitInputPixels: maxPixels(extension) })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Pictures stay in their own format, but for HEIC, which most browsers do not show. */
function storedAs(extension: string): MadePicture['extension'] {
  return extension === 'png' || extension === 'webp' || extension === 'avif' ? extension : 'jpg'
}

function encoded(picture: Sharp, extension: MadePicture['extension']): Sharp {
  if (extension === 'png') return picture.png()
  if (extension === 'webp') return picture.webp({ quality: 85 })
  if (extension === 'avif') return picture.avif({ quality: 60, effort: 2 })
  return picture.jpeg({ quality: 85, progressive: true })
}

async function mainColor(picture: Sharp): Promise<string> {
  const one = await picture
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const [red = 0, green = red, blue = red] = one
  return `#${Buffer.from([red, green, blue]).toString('hex')}`
}
