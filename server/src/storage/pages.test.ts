import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderPage } from './pages.ts'

let directory: string
beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-pages-'))
})
afterAll(() => fs.rm(directory, { recursive: true, force: true }))

/** Returns a PDF with one red page of the given size in points. */
function redPage(width: number, height: number, more = ''): string {
  return pageWith(`1 0 0 rg 0 0 ${width} ${height} re f`, { width, height, more })
}

function pageWith(drawing: string, { width = 600, height = 850, more = '' } = {}): string {
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R${more}>>endobj`,
    `4 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj`,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n')
}

async function render(pdf: string, page = 1) {
  const file = path.join(directory, 'document.pdf')
  await fs.writeFile(file, pdf)
  return renderPage({ file, page, directory, stem: 'document', drawing: 2 })
}

it('renders a page upright, also a rotated one', async () => {
  const { resized } = await render(redPage(600, 300))
  expect(resized).toEqual([
    { width: 720, height: 360 },
    { width: 1200, height: 600 },
    { width: 1654, height: 827 },
  ])
  const { dominant } = await sharp(path.join(directory, 'document-d2-p1-720.webp')).stats()
  expect([dominant.r > 240, dominant.g < 16, dominant.b < 16]).toEqual([true, true, true])
  const rotated = await render(redPage(600, 300, '/Rotate 90'))
  expect(rotated.resized.at(-1)).toEqual({ width: 1654, height: 3308 })
})

it('limits the size of very long and very wide pages', async () => {
  expect((await render(redPage(100, 14_400))).resized).toEqual([{ width: 28, height: 4000 }])
  expect((await render(redPage(14_400, 2))).resized.at(-1)).toEqual({ width: 1654, height: 1 })
})

it('rejects what cannot be rendered, and renders the next document', async () => {
  for (const [pdf, page] of [
    ['%PDF-1.4 and no more', 1],
    [redPage(600, 300), 2],
    ['', 1],
  ] as const) {
    await expect(render(pdf, page)).rejects.toMatchObject({ fault: 'undrawable' })
    expect((await render(redPage(600, 300))).pageCount).toBe(1)
  }
})

it('adds a small copy in black and white of a page that is print', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `60 ${40 + 20 * i} 480 2 re f`).join(' ')
  const { resized } = await render(pageWith(lines))
  expect(resized.map(({ width, oneBit }) => [width, oneBit])).toEqual([
    [720, undefined],
    [1070, true],
    [1200, undefined],
    [1426, undefined],
  ])
  const bytesOf = async (width: number) =>
    (await fs.stat(path.join(directory, `document-d2-p1-${width}.webp`))).size
  expect(await bytesOf(1070)).toBeLessThan(await bytesOf(720))
  const copy = sharp(path.join(directory, 'document-d2-p1-1070.webp')).greyscale()
  const shades = new Set(await copy.raw().toBuffer())
  expect([...shades].sort()).toEqual([0, 255])
})

it('cuts the copies of a page to its ink, where that is sure', async () => {
  // In points from the bottom left: 60 to 540 across, 500 to 784 up.
  const lines = Array.from({ length: 15 }, (_, i) => `60 ${500 + 20 * i} 480 4 re f`).join(' ')
  const { part, resized } = await render(pageWith(lines))
  expect(part).toEqual([69, 55, 862, 379])
  const { width, height } = resized.at(-1) ?? { width: 0, height: 1 }
  expect(width).toBe(1426)
  expect(width / height).toBeCloseTo((862 * 600) / (379 * 850), 1)
  const copy = sharp(path.join(directory, 'document-d2-p1-720.webp')).greyscale()
  const { data, info } = await copy.raw().toBuffer({ resolveWithObject: true })
  const inked = Array.from(data.keys()).filter((at) => (data[at] ?? 255) < 128)
  const columns = inked.map((at) => at % info.width)
  const rows = inked.map((at) => Math.floor(at / info.width))
  // The margin is 3 % of the page.
  for (const margin of [columns.reduce((a, b) => Math.min(a, b)), rows[0] ?? 0]) {
    expect(margin / info.width).toBeGreaterThan(0.03)
    expect(margin / info.width).toBeLessThan(0.045)
  }
  expect((await render(pageWith(''))).part).toBeNull()
})

it('adds none of a page with a grey picture, or with light letters on a dark ground', async () => {
  const picture = Array.from({ length: 100 }, (_, i) => `${i / 100} g 60 ${200 + i} 480 1 re f`)
  const poster = '0 0 0.4 rg 0 0 600 850 re f 1 g 60 400 480 20 re f'
  const widths = async (drawing: string) =>
    (await render(pageWith(drawing))).resized.map(({ width }) => width)
  expect(await widths(picture.join(' '))).toEqual([720, 1200, 1426])
  expect(await widths(poster)).toEqual([720, 1200, 1654])
})
