import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { GreyImage } from '@bidyaloy/shared/lib/scan/grey-image'
import { runTesseract } from './tesseract-program.ts'

/** An installed Tesseract that is to be used instead of the one that comes with the server. */
const PROGRAM = process.env.TESSERACT
/** Program and data that recognise a page. */
export const ENGINE = PROGRAM ? `tesseract (${PROGRAM})` : 'tesseract.js-core 7.0.0, 4.0.0_best_int'

/** A place in a picture, in pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A word found in a picture. */
export interface FoundWord extends Box {
  text: string
  sureness: number
  /** Number of the line, from the top. */
  line: number
}

/** One block of text with lines of different sizes, or text without any order. */
export type Layout = 'block' | 'sparse'
export type Languages = 'ben' | 'ben+eng'

const LAYOUTS: Readonly<Record<Layout, string>> = { block: '6', sparse: '11' }

/** What is used of Tesseract compiled by Emscripten. */
interface Core {
  FS: { writeFile(path: string, data: Uint8Array): void }
  TessBaseAPI: new () => Tesseract
  destroy(object: Tesseract): void
}

interface Tesseract {
  Init(folder: null, languages: string, engine: number): number
  SetVariable(name: string, value: string): boolean
  SetImageFile(exif: number, angle: number): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  End(): void
}

/** Recognises the words of a picture with sides in pixels at `dpi`. */
export async function recognise(
  { width, height, data }: GreyImage,
  { languages, layout, dpi }: { languages: Languages; layout: Layout; dpi: number },
): Promise<FoundWord[]> {
  const picture = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
  if (PROGRAM) {
    const settings = ['-l', languages, '--oem', '1', '--psm', LAYOUTS[layout]]
    return wordsOf(
      await runTesseract(PROGRAM, picture, [...settings, '--dpi', String(Math.round(dpi))]),
    )
  }
  core ??= load()
  const { FS, TessBaseAPI, destroy } = await core
  FS.writeFile('/input', picture)
  const tesseract = new TessBaseAPI()
  try {
    const isReady = tesseract.Init(null, languages, LSTM_ONLY) === 0
    if (!isReady) throw new Error('Tesseract could not read its data')
    tesseract.SetVariable('tessedit_pageseg_mode', LAYOUTS[layout])
    // Without it Tesseract guesses from the size of the letters, mostly wrongly.
    tesseract.SetVariable('user_defined_dpi', String(Math.round(dpi)))
    if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('Tesseract could not read the picture')
    if (tesseract.Recognize(null) !== 0) return []
    return wordsOf(tesseract.GetTSVText(0))
  } finally {
    tesseract.End()
    destroy(tesseract)
  }
}

const LSTM_ONLY = 1

let core: Promise<Core> | undefined

/** Folder of the built server, where the build puts Tesseract and its data. */
const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../../../../dist/' : './', import.meta.url)

async function load(): Promise<Core> {
  const start: (options: object) => Promise<Core> = createRequire(import.meta.url)(
    fileURLToPath(new URL('tesseract-core-simd-lstm.cjs', BUILT)),
  )
  const started = await start({
    locateFile: (name: string) => fileURLToPath(new URL(name, BUILT)),
    print: () => undefined,
    printErr: () => undefined,
  })
  for (const language of ['ben', 'eng']) {
    const packed = await fs.readFile(new URL(`${language}.traineddata.gz`, BUILT))
    started.FS.writeFile(`/${language}.traineddata`, await promisify(gunzip)(packed))
  }
  return started
}

const WORD = '5'
/** A stroke alone, or a few of them. */
const STROKE = /^[|।॥৷!_.,'‘’`~-]{1,3}$/u

/** Reads Tesseract's table: level, page, block, paragraph, line, word, place, size, sureness, text. */
function wordsOf(table: string): FoundWord[] {
  const words: FoundWord[] = []
  let line = -1
  let before = ''
  for (const row of table.split('\n')) {
    const cells = row.split('\t')
    const text = cells[11]?.trim().normalize('NFC')
    if (cells[0] !== WORD || !text) continue
    const [left = 0, top = 0, width = 0, height = 0, sureness = 0] = cells.slice(6, 11).map(Number)
    const key = cells.slice(1, 5).join(' ')
    const last = key === before ? words.at(-1) : undefined
    if (key !== before) line += 1
    before = key
    if (STROKE.test(text)) {
      // A danda that was parted from its sentence; elsewhere the rest of a rule.
      if (
        last &&
        left - last.right < 0.8 * (last.bottom - last.top) &&
        /[\u0980-\u09ff)]$/.test(last.text)
      ) {
        last.text += '।'
        last.right = left + width
      }
      continue
    }
    words.push({
      text,
      sureness: Math.max(0, Math.min(100, sureness)),
      line,
      left,
      top,
      right: left + width,
      bottom: top + height,
    })
  }
  return words
}
