import { readOneBitPng } from '../images/one-bit-png.ts'
import { ccittG4 } from './ccitt-g4.ts'

/** A page as the worker makes it: a JPEG, or a black-and-white PNG of its own writing. */
export interface PagePicture {
  blob: Blob
  width: number
  height: number
  kind: 'grey' | 'oneBit'
}

/** Shorter side of A4, in points. */
const A4_WIDTH = 595.28

/** Makes a PDF in which each page is one picture, as wide as A4. */
export async function makePdf(pages: readonly PagePicture[]): Promise<Blob> {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const addObject = (dictionary: string, stream?: Uint8Array<ArrayBuffer>) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n`)
    if (stream) {
      add(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`)
      add(stream)
      add('\nendstream')
    } else add(`<< ${dictionary} >>`)
    add('\nendobj\n')
  }
  // The second line marks the file as binary.
  add('%PDF-1.4\n%বই\n')
  addObject('/Type /Catalog /Pages 2 0 R')
  // Three objects a page, after these two.
  const kids = pages.map((_, at) => `${3 + 3 * at} 0 R`).join(' ')
  addObject(`/Type /Pages /Count ${pages.length} /Kids [${kids}]`)
  for (const [at, page] of pages.entries()) {
    const own = 3 + 3 * at
    const scale = A4_WIDTH / Math.min(page.width, page.height)
    const [width, height] = [page.width, page.height].map((side) => (side * scale).toFixed(2))
    addObject(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${own + 1} 0 R ` +
        `/Resources << /XObject << /P ${own + 2} 0 R >> >>`,
    )
    addObject('', encoder.encode(`${width} 0 0 ${height} 0 0 cm /P Do`))
    const { format, bytes } = await pictureOf(page)
    const size = `/Width ${page.width} /Height ${page.height}`
    addObject(`/Type /XObject /Subtype /Image ${size} ${format}`, bytes)
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

async function pictureOf({ blob, width, height, kind }: PagePicture) {
  if (kind === 'oneBit') {
    const parameters = `<< /K -1 /Columns ${width} /Rows ${height} >>`
    return {
      format: `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms ${parameters}`,
      bytes: ccittG4(await readOneBitPng(blob), width, height),
    }
  }
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const space = componentsOf(bytes) === 1 ? '/DeviceGray' : '/DeviceRGB'
  return { format: `/ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`, bytes }
}

/** Returns the number of colour components of a JPEG, from its frame header. */
function componentsOf(jpeg: Uint8Array): number {
  for (let at = 2; at + 9 < jpeg.length; ) {
    const marker = jpeg[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return jpeg[at + 9] ?? 3
    at += 2 + ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0)
  }
  return 3
}
