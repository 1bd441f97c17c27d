import fs from 'node:fs/promises'
import path from 'node:path'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { pageName } from './file-names.ts'
import type { MadePage, PageFault, PageJob } from './page-pictures.ts'
import { JobError } from './worker-entry.ts'

/** Widths of the copies: phone, large screen, and A4 at 200 dpi for zooming and printing. */
const WIDTHS = [720, 1200, 1654]
/** Maximum height of a rendered page; a longer page is rendered narrower. */
const MAX_HEIGHT = 4000

class PageError extends JobError<PageFault> {}

let library: Promise<PDFiumLibrary> | undefined

/**
 * Renders one page of a PDF and writes its copies.
 * @throws PageError
 */
export async function renderPage(job: PageJob): Promise<MadePage> {
  const bytes = await fs.readFile(job.file)
  const { pageCount, ...pixels } = await pixelsOf(bytes, job.page)
  return { pageCount, resized: await writeResized(job, pixels) }
}

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
): Promise<MadePage['resized']> {
  const widths = [...WIDTHS.filter((one) => one < width), width]
  const resized: MadePage['resized'] = []
  for (const targetWidth of widths) {
    const copy = await sharp(data, { raw: { width, height, channels: 4 } })
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
