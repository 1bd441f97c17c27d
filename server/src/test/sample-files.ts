import fs from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Returns a small valid PDF; `text` makes its bytes differ. */
export function pdfBytes(text = 'notice'): Buffer {
  const pages = '2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj'
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n${pages}\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )
}

/** Returns `pdfBytes` as an uploaded file. */
export function pdfFile(name = 'notice.pdf', text?: string): File {
  return fileOf(pdfBytes(text), name)
}

/** Returns an uploaded file. */
export function fileOf(content: Uint8Array | string, name: string): File {
  return new File([typeof content === 'string' ? content : Uint8Array.from(content)], name)
}

/** Returns a picture with a red left and a blue right half, which shows how it is rotated. */
export function twoColors(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Returns a zip of texts. `claimed` replaces the unpacked sizes in its directory. */
export function zipBytes(
  parts: Record<string, string>,
  claimed: Record<string, number> = {},
): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimed[name] ?? content.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name))
    bodies.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(parts).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06'), end])
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Returns the content types of an Office document whose main part has the given type. */
export function contentTypes(main: string): string {
  return `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/main.xml" ContentType="${main}"/></Types>`
}

/** Returns the smallest zip that is detected as an Office file of this kind. */
export function officeBytes(kind: 'docx' | 'xlsx' | 'pptx'): Buffer {
  const type = {
    docx: 'wordprocessingml.document',
    xlsx: 'spreadsheetml.sheet',
    pptx: 'presentationml.presentation',
  }[kind]
  return zipBytes({
    '[Content_Types].xml': contentTypes(`${OFFICE}.${type}.main+xml`),
    'main.xml': '<document/>',
  })
}

/** Returns a compound file (Word and Excel up to 2003) with streams of these names. */
export function compoundBytes(names: readonly string[]): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const all = ['Root Entry', ...names]
  const directory = Buffer.alloc(Math.ceil(all.length / 4) * 512)
  all.forEach((name, index) => {
    directory.write(name, index * 128, 'utf16le')
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64)
  })
  const table = Buffer.alloc(512, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  const sectors = directory.length / 512
  for (let at = 1; at <= sectors; at += 1) {
    table.writeUInt32LE(at < sectors ? at + 1 : 0xfffffffe, at * 4)
  }
  return Buffer.concat([header, table, directory])
}

/** A notice of one A4 page, with correctly shaped Bengali. */
export const noticePdf = () => fixture('notice.pdf')

/** A document of numbered pages, as flat as a line: rendering takes time for each pixel. */
export function longPdf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const objects = numbers.map((number) => {
    const text = `BT /F 40 Tf 20 15 Td (${number}) Tj ET`
    const page = `/Type/Page/Parent 2 0 R/MediaBox[0 0 600 60]/Contents ${2 * number + 3} 0 R`
    return `${2 * number + 2} 0 obj<<${page}/Resources<</Font<</F 3 0 R>>>>>>endobj
${2 * number + 3} 0 obj<</Length ${text.length}>>stream\n${text}\nendstream endobj`
  })
  const kids = numbers.map((number) => `${2 * number + 2} 0 R`).join(' ')
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${objects.join('\n')}
trailer<</Root 1 0 R>>
%%EOF
`)
}

/** A document that opens only with a password. */
export const lockedPdf = () => fixture('locked.pdf')

function fixture(name: string): Promise<Buffer> {
  return fs.readFile(new URL(`../../test/fixtures/${name}`, import.meta.url))
}
