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
  const red = `1 0 0 rg 0 0 ${width} ${height} re f`
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R${more}>>endobj`,
    `4 0 obj<</Length ${red.length}>>stream\n${red}\nendstream endobj`,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n')
}

async function render(pdf: string, page = 1) {
  const file = path.join(directory, 'document.pdf')
  await fs.writeFile(file, pdf)
  return renderPage({ file, page, directory, stem: 'document' })
}

it('renders a page upright, also a rotated one', async () => {
  const { resized } = await render(redPage(600, 300))
  expect(resized).toEqual([
    { width: 720, height: 360 },
    { width: 1200, height: 600 },
    { width: 1654, height: 827 },
  ])
  const { dominant } = await sharp(path.join(directory, 'document-p1-720.webp')).stats()
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
