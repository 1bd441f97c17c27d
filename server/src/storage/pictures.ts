import fs from 'node:fs/promises'
import path from 'node:path'
import sharp, { type FormatEnum, type Metadata, type Sharp } from 'sharp'
import { sha256Of, sha256OfFile } from '../lib/sha256.ts'
import { JobError } from '../lib/worker-entry.ts'
import { blurAreas } from './blur-areas.ts'
import { fileName, resizedName } from './file-names.ts'
import {
  type MadePicture,
  maxMegapixels,
  type PictureFault,
  type PictureJob,
} from './picture-job.ts'

/** Longest side of a stored picture, in pixels. */
const MAX_SIDE = 2560
/** Small tile, tile of a phone, then phone, laptop and large screen. Most phones show 2.6 pixels per CSS pixel. */
const COPY_WIDTHS = [320, 480, 720, 1280, 1920]
/** Crest and head teacher beside a name: 40 and 56 CSS pixels, on phones of two to three pixels each. */
const ICON_WIDTH = 128

/** A fault of the uploaded picture. */
class PictureError extends JobError<PictureFault> {}

/**
 * Restricts sharp in this process to the accepted formats and to little memory.
 * @param loaders names of further libvips loaders to permit
 */
export function restrictImageLibrary(...loaders: string[]): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadHeif',
      ...loaders,
    ],
  })
}

/**
 * Decodes a picture once, completely, and writes the stored picture and its copies.
 * @throws PictureError
 */
export async function makePicture(job: PictureJob): Promise<MadePicture> {
  const { directory } = job
  await assertReadable(job)
  const { blurred = [] } = job
  // What is blurred was not published as it came.
  const digests = blurred.length > 0 ? [] : [await sha256OfFile(job.file)]
  const { data, info } = await decode(job)
  const { width, height, channels } = info
  const pixels =
    blurred.length > 0 ? await blurAreas({ data, width, height, channels }, blurred) : data
  const upright = () => sharp(pixels, { raw: { width, height, channels } })
  const extension = storedAs(job.extension)
  // Not written by sharp, which does not distinguish ENOSPC from a damaged picture.
  const bytes = await encoded(upright(), extension).toBuffer()
  await fs.writeFile(path.join(directory, fileName({ ...job, extension })), bytes)
  digests.push(sha256Of(bytes))
  const resized: MadePicture['resized'] = []
  const widths = job.isIcon ? [ICON_WIDTH, ...COPY_WIDTHS] : COPY_WIDTHS
  for (const targetWidth of widths.filter((one) => one < width)) {
    const copy = await upright()
      .resize({ width: targetWidth })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    await fs.writeFile(path.join(directory, resizedName(job, targetWidth)), copy.data)
    digests.push(sha256Of(copy.data))
    resized.push({ width: targetWidth, height: copy.info.height })
  }
  const color = await mainColor(upright())
  return { extension, size: bytes.length, width, height, color, resized, digests }
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

/** sharp reads HEIC containers, but not on every machine the HEVC data inside. */
function unreadable(extension: string, cause: unknown): PictureError {
  return new PictureError(extension === 'heic' ? 'unreadable' : 'damaged', cause)
}

/** Warnings about JPEGs of Samsung and other phones, which all viewers accept. */
const HARMLESS_WARNING = /Invalid SOS parameters|extraneous bytes before marker/

async function decode(job: PictureJob) {
  try {
    return await decodeStrictly(job, 'warning')
  } catch (error) {
    if (!HARMLESS_WARNING.test(String(error))) throw unreadable(job.extension, error)
  }
  try {
    return await decodeStrictly(job, 'error')
  } catch (error) {
    throw unreadable(job.extension, error)
  }
}

/** Decodes all pixels: upright, in sRGB, at most `MAX_SIDE` per side. */
function decodeStrictly({ file, extension }: PictureJob, failOn: 'warning' | 'error') {
  return sharp(file, { failOn, limitInputPixels: maxPixels(extension) })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Returns the stored format: unchanged except for HEIC, which most browsers do not show. */
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
