import fs from 'node:fs/promises'
import { clearEdges } from '@bidyaloy/shared/papers/clear-edges'
import { greyOfPrint } from '@bidyaloy/shared/papers/coloured-ink'
import { deskewed } from '@bidyaloy/shared/papers/deskew'
import { evenLight } from '@bidyaloy/shared/papers/even-light'
import { type GreyImage, resizeGrey } from '@bidyaloy/shared/papers/grey-image'
import type { ReadLine, ReadPage } from '@bidyaloy/shared/papers/read-page'
import { removeRules } from '@bidyaloy/shared/papers/remove-rules'
import sharp from 'sharp'
import { JobError } from '../../../storage/worker-entry.ts'
import { joinPasses } from './join-passes.ts'
import { openPdfPage } from './pdf-page.ts'
import { ENGINE, type FoundWord, recognise } from './recognise.ts'
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
  const lines = await readImage(greyOfPrint(info.width, info.height, data))
  return { pageCount: 1, ...found(lines) }
}

const found = (lines: ReadLine[]) =>
  lines.length > 0
    ? { source: 'read' as const, engine: ENGINE, lines }
    : { source: null, engine: '', lines }

const wordsOf = (lines: readonly ReadLine[]) => lines.reduce((sum, line) => sum + line.length, 0)

/** Recognises the text of a picture; empty where nothing is certainly Bengali. */
async function readImage(image: GreyImage): Promise<ReadLine[]> {
  const evened = evenLight(resizeGrey(image, WIDTH))
  if (!looksPrinted(evened)) return []
  const cleaned = clearEdges(removeRules(deskewed(evened)))
  const dpi = cleaned.width / PAGE_INCHES
  const pass = (languages: 'ben' | 'ben+eng', layout: 'block' | 'sparse') =>
    recognise(cleaned, { languages, layout, dpi })
  let bengali = await pass('ben', 'block')
  if (sureWords(bengali) < 5) return []
  const layout = 'block'
  const mixed = await pass('ben+eng', layout)
  if (sureWords(mixed) < MIN_SURE_WORDS && sureWords(bengali) < MIN_SURE_WORDS) return []
  bengali = bengali.filter(({ text }) => text !== '')
  return joinPasses(bengali, mixed)
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
