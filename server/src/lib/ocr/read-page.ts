import fs from 'node:fs/promises'
import { LAYER_ENGINE, type ReadLine, type ReadPage } from '@bidyaloy/shared/lib/ocr/read-page'
import { COVERED } from '@bidyaloy/shared/lib/ocr/shown-text'
import { type Rgba, splitInks } from '@bidyaloy/shared/lib/scan/coloured-ink'
import type { Corners, Point } from '@bidyaloy/shared/lib/scan/corners'
import { evenLight } from '@bidyaloy/shared/lib/scan/even-light'
import { findSheet } from '@bidyaloy/shared/lib/scan/find-sheet'
import { greyOfRgba } from '@bidyaloy/shared/lib/scan/grey-image'
import { placeInPhoto, sheetRatio, straighten } from '@bidyaloy/shared/lib/scan/straighten'
import sharp from 'sharp'
import { JobError } from '../worker-entry.ts'
import { openPdfPage } from './pdf-page.ts'
import { looksPrinted, readImage, readWidth, scaled } from './read-image.ts'
import { ENGINE } from './recognise.ts'
import { readTextLayer } from './text-layer.ts'

/** A job of the read worker. */
export interface ReadJob {
  /** Path of the stored file. */
  file: string
  extension: string
  /** Counted from 1; pictures have one page. */
  page: number
}

/** The document is damaged or encrypted, the page does not exist, or reading timed out. */
export type ReadFault = 'unreadable'

class ReadError extends JobError<ReadFault> {}

/** Longest side of a decoded picture, in pixels; stored pictures are not larger. */
const MAX_SIDE = 2560
/** Stored pictures have far less. */
const MAX_PIXELS = 50e6
/** A layer with fewer words may be a page number on a scan. */
const MIN_LAYER_WORDS = 15

/**
 * Reads the text of one page.
 * @throws ReadError
 */
export async function readPage(job: ReadJob): Promise<ReadPage> {
  try {
    return job.extension === 'pdf' ? await readPdf(job) : await readPicture(job)
  } catch (error) {
    throw new ReadError('unreadable', error)
  }
}

async function readPdf({ file, page: number }: ReadJob): Promise<ReadPage> {
  const page = await openPdfPage(await fs.readFile(file), number)
  try {
    const { pageCount } = page
    const layer = readTextLayer(page)
    const words = layer ? wordsOf(layer.lines) : 0
    if (layer && words >= MIN_LAYER_WORDS) return { pageCount, engine: LAYER_ENGINE, ...layer }
    const drawn = splitInks(await page.draw())
    const lines = await readImage(drawn)
    if (layer && words >= wordsOf(lines)) return { pageCount, engine: LAYER_ENGINE, ...layer }
    const isCovered = layer?.lines.flat().some(({ text }) => text === COVERED)
    const mark = isCovered ? [[{ text: COVERED, sureness: 100 }]] : []
    return { pageCount, ...found(lines.length > 0 ? [...lines, ...mark] : []) }
  } finally {
    page.close()
  }
}

async function readPicture({ file, page }: ReadJob): Promise<ReadPage> {
  if (page > 1) throw new RangeError('No such page')
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const photo: Rgba = { width: info.width, height: info.height, data }
  const sheet = sheetOf(photo)
  if (!sheet) return { pageCount: 1, ...found(await readImage(splitInks(photo))) }
  whiteOutside(photo, sheet)
  const { print, coloured } = splitInks(photo)
  const ratio = sheetRatio(sheet, photo)
  const width = readWidth({ width: 1, height: ratio })
  const straight = {
    print: straighten(print, sheet, width, ratio),
    coloured: coloured && straighten(coloured, sheet, width, ratio),
  }
  const inPhoto = (place: Point) => {
    const { x, y } = placeInPhoto(sheet, place)
    return { x: x / photo.width, y: y / photo.height }
  }
  return { pageCount: 1, ...found(await readImage(straight, inPhoto)) }
}

/** Finds the sheet of a photo; null if the picture is a page itself. */
function sheetOf(photo: Rgba): Corners | null {
  const grey = greyOfRgba(photo.width, photo.height, photo.data)
  const found = findSheet(grey)
  if (!found) return null
  return found.sure || !looksPrinted(evenLight(scaled(grey))) ? found.corners : null
}

/** Covers what is beside a sheet, so that the colours of a desk do not count as ink. */
function whiteOutside({ width, height, data }: Rgba, [a, b, c, d]: Corners): void {
  const sides = [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ] as const
  for (let y = 0; y < height; y += 1) {
    let left = 0
    let right = width
    for (const [from, to] of sides) {
      const x = from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y || 1e-9)
      // Sides that run down are on the right.
      if (to.y > from.y) right = Math.min(right, x)
      else left = Math.max(left, x)
    }
    const row = 4 * width * y
    const [start, end] = left < right ? [Math.floor(left), Math.ceil(right)] : [width, width]
    data.fill(255, row, row + 4 * start)
    data.fill(255, row + 4 * end, row + 4 * width)
  }
}

const found = (lines: ReadLine[]) =>
  lines.length > 0
    ? { source: 'read' as const, engine: ENGINE, lines }
    : { source: null, engine: '', lines }

const wordsOf = (lines: readonly ReadLine[]) =>
  lines.flat().filter(({ text }) => text !== COVERED).length
