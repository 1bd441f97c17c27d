import fs from 'node:fs/promises'
import path from 'node:path'
import type { WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import { evenLight } from '@bidyaloy/shared/lib/scan/even-light'
import { greyOfRgba } from '@bidyaloy/shared/lib/scan/grey-image'
import { isReadableAsOneBit, WHITE } from '@bidyaloy/shared/lib/scan/one-bit'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { JobError } from '../lib/worker-entry.ts'
import { pageName } from './file-names.ts'
import { inkPart } from './ink-part.ts'
import type { MadePage, PageFault, PageJob } from './page-pictures.ts'

/** Widths of the copies: phone, large screen, and A4 at 200 dpi for zooming and printing. */
const WIDTHS = [720, 1200, 1654]
/** Width of the copy in black and white relative to the page: 150 dpi of A4. */
const ONE_BIT_SHARE = 0.75
/** Share of the pixels that are so bright on a page of print. */
const MIN_BRIGHT = 0.7
const BRIGHT = 128
/** Maximum height of a rendered page; a longer page is rendered narrower. */
const MAX_HEIGHT = 4000

class PageError extends JobError<PageFault> {}

let library: Promise<PDFiumLibrary> | undefined

/**
 * Renders one page of a PDF and writes its copies, without empty margins where the ink is sure.
 * @throws PageError
 */
export async function renderPage(job: PageJob): Promise<MadePage> {
  const bytes = await fs.readFile(job.file)
  const { pageCount, ...pixels } = await pixelsOf(bytes, job.page)
  const part = inkPart(pixels.width, pixels.height, pixels.data)
  const region = regionOf(pixels, part)
  const large = await writeResized(job, pixels, region)
  const resized = [...large, ...(await writeOneBit(job, pixels, region))]
  return { pageCount, resized: resized.sort((one, other) => one.width - other.width), part }
}

/** Returns a part of a page in pixels; null is all of it. */
function regionOf({ width, height }: Pixels, part: WordBox | null): Region {
  if (!part) return { left: 0, top: 0, width, height }
  const [left, top, wide, high] = part
  const across = (value: number) => Math.round((value * width) / 1000)
  const down = (value: number) => Math.round((value * height) / 1000)
  return {
    left: across(left),
    top: down(top),
    width: across(left + wide) - across(left),
    height: down(top + high) - down(top),
  }
}

type Region = Record<'left' | 'top' | 'width' | 'height', number>

/** Returns the widths of the copies of a part of a page, smallest first. */
const widthsOf = ({ width }: Region) => [...WIDTHS.filter((one) => one < width), width]

interface Pixels {
  width: number
  height: number
  /** Red, green, blue, opacity. */
  data: Uint8Array
}

async function pixelsOf(bytes: Buffer, number: number): Promise<Pixels & { pageCount: number }> {
  library ??= PDFiumLibrary.init()
  const pdfium = await library
  try {
    const document = await pdfium.loadDocument(bytes)
    const pageCount = document.getPageCount()
    if (number > pageCount) throw new RangeError('No such page')
    const pixels = await renderLarge(document.getPage(number - 1))
    document.destroy()
    return { ...pixels, pageCount }
  } catch (error) {
    // The library may be in an invalid state: the next document gets a new instance.
    library = undefined
    throw new PageError('undrawable', error)
  }
}

async function renderLarge(page: PDFiumPage): Promise<Pixels> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new RangeError('A page without area')
  const ratio = originalHeight / originalWidth
  const width = Math.max(1, Math.round(Math.min(WIDTHS.at(-1) ?? 0, MAX_HEIGHT / ratio)))
  const height = Math.max(1, Math.min(MAX_HEIGHT, Math.round(width * ratio)))
  const { data } = await page.render({
    width,
    height,
    scale: 1,
    // The text of a filled-in form is in its fields.
    renderFormFields: true,
    render: async (bitmap) => bitmap.data,
  })
  return { width, height, data }
}

async function writeResized(
  job: PageJob,
  { width, height, data }: Pixels,
  region: Region,
): Promise<MadePage['resized']> {
  const widths = widthsOf(region)
  const resized: MadePage['resized'] = []
  for (const targetWidth of widths) {
    const copy = await sharp(data, { raw: { width, height, channels: 4 } })
      .extract(region)
      .removeAlpha()
      .resize({ width: targetWidth })
      // Keeps the edges of letters sharp.
      .webp({ quality: 80, preset: 'text' })
      .toBuffer({ resolveWithObject: true })
    const name = pageName(job, job.page, targetWidth)
    await fs.writeFile(path.join(job.directory, name), copy.data)
    resized.push({ width: copy.info.width, height: copy.info.height })
  }
  return resized
}

/** Writes the copy in black and white, a third of the smallest other one, if the page is print. */
async function writeOneBit(
  job: PageJob,
  pixels: Pixels,
  region: Region,
): Promise<MadePage['resized']> {
  const targetWidth = Math.round(ONE_BIT_SHARE * region.width)
  // It would have the name of another copy, or the page is tiny.
  if (pixels.width !== WIDTHS.at(-1) || widthsOf(region).includes(targetWidth)) return []
  const grey = greyOfRgba(pixels.width, pixels.height, pixels.data)
  const bright = grey.data.reduce((count, value) => (value >= BRIGHT ? count + 1 : count), 0)
  if (bright < MIN_BRIGHT * grey.data.length) return []
  const page = evenLight(grey)
  if (!isReadableAsOneBit(page)) return []
  const { width, height } = page
  const { data, info } = await sharp(page.data, { raw: { width, height, channels: 1 } })
    .extract(region)
    .resize({ width: targetWidth })
    .threshold(WHITE)
    .webp({ lossless: true })
    .toBuffer({ resolveWithObject: true })
  await fs.writeFile(path.join(job.directory, pageName(job, job.page, info.width)), data)
  return [{ width: info.width, height: info.height, oneBit: true }]
}
