import fs from 'node:fs/promises'
import { clearEdges } from '@bidyaloy/shared/papers/clear-edges'
import { type Inks, splitInks } from '@bidyaloy/shared/papers/coloured-ink'
import { rotate, skewOf } from '@bidyaloy/shared/papers/deskew'
import { evenLight } from '@bidyaloy/shared/papers/even-light'
import { type GreyImage, resizeGrey } from '@bidyaloy/shared/papers/grey-image'
import type { ReadLine, ReadPage } from '@bidyaloy/shared/papers/read-page'
import { removeRules } from '@bidyaloy/shared/papers/remove-rules'
import sharp from 'sharp'
import { JobError } from '../../../storage/worker-entry.ts'
import { joinPasses } from './join-passes.ts'
import { openPdfPage } from './pdf-page.ts'
import { ENGINE, type FoundWord, type Languages, type Layout, recognise } from './recognise.ts'
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

/** Width at which pages are read: about 200 dpi of A4. */
const WIDTH = 1700
const MAX_HEIGHT = 4000
/** Width of the other pass: mistakes at one size are seldom made at the other. */
const SMALLER_WIDTH = 1400
/** Inches of an A4 page's short side, which a page is taken to have. */
const PAGE_INCHES = 8.27
/** Fewer sure words than this are noise, a photo or another script. */
const MIN_SURE_WORDS = 15
const SURE = 85
/** Shares of a picture: print covers 1 to 5 %, photos more than 15 %. */
const MAX_INK = 0.25
const MIN_WHITE = 0.5

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
    if (layer && wordsOf(layer.lines) >= MIN_SURE_WORDS) return { pageCount, engine: '', ...layer }
    const lines = await readImage(await page.draw(WIDTH, MAX_HEIGHT))
    // The text of a short page, or a page number on a scan.
    if (layer && wordsOf(layer.lines) >= wordsOf(lines)) return { pageCount, engine: '', ...layer }
    return { pageCount, ...found(lines) }
  } finally {
    page.close()
  }
}

async function readPicture({ file, page }: ReadJob): Promise<ReadPage> {
  if (page > 1) throw new RangeError('No such page')
  const { data, info } = await sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const lines = await readImage(splitInks(info.width, info.height, data))
  return { pageCount: 1, ...found(lines) }
}

const found = (lines: ReadLine[]) =>
  lines.length > 0
    ? { source: 'read' as const, engine: ENGINE, lines }
    : { source: null, engine: '', lines }

const wordsOf = (lines: readonly ReadLine[]) => lines.reduce((sum, line) => sum + line.length, 0)

/** Recognises the text of a picture; empty where nothing is certainly Bengali. */
async function readImage({ print, coloured }: Inks): Promise<ReadLine[]> {
  const evened = evenLight(resizeGrey(print, WIDTH))
  if (!looksPrinted(evened)) return []
  const skew = skewOf(evened)
  const cleaned = clearEdges(removeRules(rotate(evened, skew)))
  const smaller = resizeGrey(cleaned, SMALLER_WIDTH)
  const bengali = await recogniseAt(smaller, { languages: 'ben', layout: 'block' })
  if (sureWords(bengali) < MIN_SURE_WORDS / 3) return []
  const mixed = await recogniseAt(cleaned, { languages: 'ben+eng', layout: 'block' })
  if (sureWords(mixed) < MIN_SURE_WORDS && sureWords(bengali) < MIN_SURE_WORDS) return []
  const headings = coloured
    ? await readColoured(rotate(evenLight(resizeGrey(coloured, WIDTH)), skew))
    : []
  return joinPasses([...bengali, ...headings], mixed)
}

/** Recognises a picture of any size; the places are those at the width of all. */
async function recogniseAt(
  image: GreyImage,
  { languages, layout }: { languages: Languages; layout: Layout },
): Promise<FoundWord[]> {
  const words = await recognise(image, { languages, layout, dpi: image.width / PAGE_INCHES })
  const scale = WIDTH / image.width
  return words.map((word) => ({
    ...word,
    left: word.left * scale,
    top: word.top * scale,
    right: word.right * scale,
    bottom: word.bottom * scale,
  }))
}

/** Reads lines in coloured ink, such as headings. Signatures and round stamps give no sure words. */
async function readColoured(image: GreyImage): Promise<FoundWord[]> {
  const words = await recogniseAt(image, { languages: 'ben', layout: 'sparse' })
  const isSureLine = (line: number) => {
    const all = words.filter((word) => word.line === line)
    return sureWords(all) > 0 && sureWords(all) >= all.length / 2
  }
  return words.filter(({ line }) => isSureLine(line))
}

/** Whether most of a picture is white: recognising a photo or noise takes long and finds nothing. */
function looksPrinted({ data }: GreyImage): boolean {
  let ink = 0
  let white = 0
  for (const value of data) {
    if (value < 128) ink += 1
    else if (value > 230) white += 1
  }
  return ink < MAX_INK * data.length && white > MIN_WHITE * data.length
}

/** Returns the number of surely read Bengali words of two letters or more. */
function sureWords(words: readonly FoundWord[]): number {
  return words.filter(
    ({ text, sureness }) => sureness >= SURE && /[\u0985-\u09df].*[\u0985-\u09df]/u.test(text),
  ).length
}
