import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, it } from 'vitest'
import { writeOneBitPng } from '../images/one-bit-png.ts'
import { makePdf, type PagePicture } from './make-pdf.ts'

/** Short and long runs, empty rows, a frame and noise: all modes of the compression. */
function isBlack(x: number, y: number, width: number, height: number): boolean {
  if (x < 3 || y < 2 || x >= width - 3 || y >= height - 2) return true
  if (y < 60) return false
  if (y < 120) return ((x * 7919 + y * 104_729) >>> 3) % 5 === 0
  if (y < 180) return (x + 2 * y) % 97 < 41
  return Math.hypot(x - width / 2, y - 260) < 70
}

async function oneBitPage(width: number, height: number): Promise<PagePicture> {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height).fill(255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + (x >> 3)
      if (isBlack(x, y, width, height)) bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  return { blob: await writeOneBitPng(bits, width, height), width, height, kind: 'oneBit' }
}

/** Grey JPEG of 8 × 8 pixels, all of brightness 128. */
const JPEG =
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z'

it('makes a PDF whose pages are drawn as they were, pixel for pixel', async () => {
  const sizes = [
    [851, 1204],
    [2404, 400],
  ] as const
  const pages = await Promise.all(sizes.map(([width, height]) => oneBitPage(width, height)))
  const jpeg = new Blob([Buffer.from(JPEG, 'base64')])
  const pdf = await makePdf([...pages, { blob: jpeg, width: 8, height: 8, kind: 'grey' }])
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(new Uint8Array(await pdf.arrayBuffer()))
  expect(document.getPageCount()).toBe(3)
  for (const [at, [width, height]] of sizes.entries()) {
    const page = document.getPage(at)
    const shape = page.getOriginalSize()
    expect(Math.min(shape.originalWidth, shape.originalHeight)).toBeCloseTo(595, 0)
    const { data } = await page.render({
      width,
      height,
      scale: 1,
      render: async (bitmap) => bitmap.data,
    })
    let wrong = 0
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const isDark = (data[(y * width + x) * 4] ?? 0) < 128
        if (isDark !== isBlack(x, y, width, height)) wrong += 1
      }
    }
    // Where the page's size is rounded a row may be drawn a pixel away.
    expect(wrong / (width * height)).toBeLessThan(0.01)
  }
  const { data } = await document
    .getPage(2)
    .render({ width: 8, height: 8, scale: 1, render: async (bitmap) => bitmap.data })
  expect(data[(4 * 8 + 4) * 4]).toBeGreaterThan(100)
  expect(data[(4 * 8 + 4) * 4]).toBeLessThan(150)
  document.destroy()
})
