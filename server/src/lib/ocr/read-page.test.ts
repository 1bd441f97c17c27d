import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReadPage } from '@bidyaloy/shared/lib/ocr/read-page'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertTesseract } from '../../features/papers/paper-reader.ts'
import { TAKES_ALL } from '../../test/samples.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import { createWorkerPool } from '../worker-pool.ts'
import type { ReadFault, ReadJob } from './read-page.ts'

const PAPERS = fileURLToPath(new URL('../../../demo/papers', import.meta.url))
const PICTURES = fileURLToPath(new URL('../../../demo/pictures', import.meta.url))

const createPool = (cpuMs: number, env = {}) =>
  createWorkerPool<ReadJob, ReadPage, ReadFault>({
    module: 'read-worker',
    processes: 1,
    timeoutMs: 600_000,
    cpuMs,
    env,
    memoryMb: 400,
    school: PAPERS,
    may: { addons: true, programs: 'TESSERACT' in env, read: [PAPERS, PICTURES, os.tmpdir()] },
    crashError: 'unreadable',
  })
const pool = createPool(60_000)
/** A page takes four seconds, but its process has the lowest priority. */
const PATIENT = { timeout: 240_000 }

let directory: string
beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-read-'))
})
afterAll(async () => {
  pool.close()
  await fs.rm(directory, { recursive: true, force: true })
})

const read = (file: string, page = 1) =>
  pool.run({ file, extension: path.extname(file).slice(1), page })

async function readMade(file: string, page = 1) {
  const result = await read(file, page)
  if (!('made' in result)) throw new Error(JSON.stringify(result))
  const made = ReadPage.parse(result.made)
  const text = made.lines.map((line) => line.map((word) => word.text).join(' ')).join('\n')
  return { ...made, text }
}

async function written(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = path.join(directory, name)
  await fs.writeFile(file, bytes)
  return file
}

it('reads the text of a PDF with whole words and the rows of a table as lines', async () => {
  const { source, pageCount, text, lines } = await readMade(path.join(PAPERS, 'exam-timetable.pdf'))
  expect([source, pageCount]).toEqual(['layer', 1])
  expect(text.split('\n')).toContain('৫ বৃহস্পতিবার গণিত ৩ ঘণ্টা')
  expect(lines.flat().every(({ sureness }) => sureness === 100)).toBe(true)
})

/** Returns a PDF with lines of text in an embedded font's codes, by the font's name. */
function pdfOf(lines: readonly string[], font: string, pages = 1): Buffer {
  const text = lines.map((line, at) => {
    const shown = Buffer.from(line, 'latin1').toString('hex')
    return `1 0 0 1 60 ${780 - 20 * at} Tm <${shown}> Tj`
  })
  const numbers = Array.from({ length: pages }, (_, at) => 10 + at)
  const content = `BT /F1 12 Tf ${text.join(' ')} ET`
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      `2 0 obj<</Type/Pages/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]/Count ${pages}>>endobj`,
      ...numbers.map(
        (n) =>
          `${n} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj`,
      ),
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      `5 0 obj<</Type/Font/Subtype/TrueType/BaseFont/${font}/Encoding/WinAnsiEncoding>>endobj`,
      'trailer<</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  )
}

const BIJOY = Array.from(
  { length: 6 },
  () =>
    'GZØviv AÎ we`¨vj\u2021qi mKj QvÎx\u2021`i Rvbv\u2021bv hv\u2021\u201dQ \u2021h 12 ZvwiL ¯‹zj eÜ _vK\u2021e|',
)
/** The codes of Windows-1252 that are not those of Latin-1. */
const inWindows1252 = (line: string) =>
  line.replaceAll('\u2021', '\x87').replaceAll('\u201d', '\x94').replaceAll('‹', '\x8b')

it('converts the codes of a Bijoy font, and leaves the same codes in Arial to the evidence', async () => {
  const file = await written('bijoy.pdf', pdfOf(BIJOY.map(inWindows1252), 'ABCDEF+SutonnyMJ'))
  const { source, text } = await readMade(file)
  expect(source).toBe('bijoy')
  expect(text.split('\n')[0]).toBe(
    'এতদ্বারা অত্র বিদ্যালয়ের সকল ছাত্রীদের জানানো যাচ্ছে যে ১২ তারিখ স্কুল বন্ধ থাকবে।'.normalize('NFC'),
  )
  const english = Array.from(
    { length: 6 },
    () => 'All girls will bring their books on Sunday 12 May',
  )
  const latin = await readMade(await written('english.pdf', pdfOf(english, 'Arial')))
  expect([latin.source, latin.text.split('\n')[0]]).toEqual(['layer', english[0]])
})

const SCAN = 'scan-exam-timetable.jpg'
let scan: ReturnType<typeof readMade> | undefined
const readScan = () => {
  scan ??= readMade(path.join(PAPERS, SCAN))
  return scan
}

it('recognises a scanned page with a heading in colour and a table', PATIENT, async () => {
  const { source, engine, text } = await readScan()
  expect([source, engine]).toEqual(['read', expect.stringContaining('tesseract')])
  const lines = text.split('\n')
  expect(lines[1]).toBe('শাপলানগর সরকারি বালিকা উচ্চ বিদ্যালয়'.normalize('NFC'))
  const printed = await readMade(path.join(PAPERS, 'exam-timetable.pdf'))
  const rows = printed.text.split('\n').filter((line) => line.endsWith('ঘণ্টা'))
  expect(rows).toHaveLength(10)
  // A letter may be wrong in a row, but rows stay rows.
  expect(rows.filter((row) => lines.includes(row)).length).toBeGreaterThanOrEqual(8)
})

const placeOf = ({ lines }: ReadPage, word: string) =>
  lines.flat().find(({ text }) => text === word)?.box ?? []

it.each(TAKES_ALL ? [90, 180] : [90])(
  'reads a page that is turned by %i°, and knows where its words are',
  PATIENT,
  async (turn) => {
    const { text, lines, ...page } = await readScan()
    const source = sharp(path.join(PAPERS, SCAN)).rotate(turn)
    const turned = await readMade(
      await written(`turned-${turn}.png`, await source.png().toBuffer()),
    )
    const same = text.split('\n').filter((line) => turned.text.includes(line))
    expect(same.length / lines.length).toBeGreaterThan(0.7)

    const word = 'বৃহস্পতিবার'
    const [left = 0, top = 0, width = 0, height = 0] = placeOf({ ...page, lines }, word)
    expect(width).toBeGreaterThan(2 * height)
    const below = 1000 - top - height
    const expected =
      turn === 90 ? [below, left, height, width] : [1000 - left - width, below, width, height]
    const apart = placeOf(turned, word).map((value, at) => Math.abs(value - (expected[at] ?? 0)))
    expect(Math.max(...apart)).toBeLessThan(12)
  },
)

it('finds nothing in photos, noise and another script', PATIENT, async () => {
  for (const file of [
    path.join(PICTURES, 'sports-morning.webp'),
    await written('specks.png', await speckled(40)),
    fileURLToPath(new URL('../../../test/fixtures/arabic-page.png', import.meta.url)),
    ...(TAKES_ALL
      ? [path.join(PICTURES, 'school-noon.webp'), await written('noise.png', await speckled(2))]
      : []),
  ]) {
    expect(await readMade(file), file).toMatchObject({ source: null, lines: [] })
  }
})

/** Returns a picture of which every so many pixels are black, without order. */
function speckled(every: number): Promise<Buffer> {
  const [width, height] = [1200, 1600]
  const random = seededRandom('specks')
  const pixels = Buffer.from(
    Array.from({ length: width * height }, () => (random.between(1, every) === 1 ? 0 : 255)),
  )
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

it(
  'gives up a page that takes too much of the processor, and reads the next one',
  PATIENT,
  async () => {
    const impatient = createPool(1500)
    const result = (name: string) =>
      impatient.run({
        file: path.join(PAPERS, name),
        extension: path.extname(name).slice(1),
        page: 1,
      })
    expect(await result(SCAN)).toMatchObject({ fault: 'unreadable' })
    expect(await result('holiday.pdf')).toMatchObject({ made: { source: 'layer' } })
    impatient.close()
  },
)

const TESSERACT = process.env.TESSERACT ?? '/usr/bin/tesseract'
const isInstalled = await assertTesseract(TESSERACT).then(
  () => true,
  () => false,
)

it.skipIf(!isInstalled)('uses an installed Tesseract (skipped without one)', PATIENT, async () => {
  const other = createPool(60_000, { TESSERACT })
  const result = await other.run({ file: path.join(PAPERS, SCAN), extension: 'jpg', page: 1 })
  other.close()
  if (!('made' in result)) throw new Error(JSON.stringify(result))
  expect(result.made.engine).toContain(TESSERACT)
  const words = result.made.lines.flat().map(({ text }) => text)
  expect(words).toEqual(expect.arrayContaining(['বৃহস্পতিবার', 'গণিত']))
})

it('refuses a program that is no Tesseract', async () => {
  await expect(assertTesseract('/no/such/program')).rejects.toThrow(/^TESSERACT: /)
  await expect(assertTesseract(process.execPath)).rejects.toThrow(/^TESSERACT: /)
})

it('reads a page of a PDF with 2,000 pages', async () => {
  const english = Array.from({ length: 6 }, () => 'All girls bring their books on Sunday')
  const long = await written('long.pdf', pdfOf(english, 'Arial', 2000))
  expect(await readMade(long, 2000)).toMatchObject({ source: 'layer', pageCount: 2000 })
})

it('gives up a picture that is too large to decode', async () => {
  const large = sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#fff' } })
  const file = await written('large.png', await large.png({ compressionLevel: 1 }).toBuffer())
  expect(await read(file)).toMatchObject({ fault: 'unreadable' })
})

it('reports a damaged document and a missing page, and reads the next one', async () => {
  const damaged = await written('damaged.pdf', '%PDF-1.4 and no more')
  expect(await read(damaged)).toMatchObject({ fault: 'unreadable' })
  expect(await read(path.join(PAPERS, 'holiday.pdf'), 9)).toMatchObject({ fault: 'unreadable' })
  expect((await readMade(path.join(PAPERS, 'holiday.pdf'))).source).toBe('layer')
})
