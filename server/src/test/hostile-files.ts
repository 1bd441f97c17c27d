import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

/* Small files that take far more memory or time than their size suggests. */

/**
 * Returns a PDF whose page unpacks to `streams` times `bytes`; as given, of about 600 kB, for which
 * PDFium needs more than a gigabyte.
 */
export function memoryBombPdf(streams = 3, bytes = 200_000_000): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, ' '))
  const contents = Array.from({ length: streams }, () => '4 0 R').join(' ')
  return Buffer.concat([
    Buffer.from(
      [
        '%PDF-1.4',
        '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
        '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
        `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents[${contents}]>>endobj`,
        `4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`,
      ].join('\n'),
    ),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
}

/** Returns a square picture of one colour; 7740 pixels a side are 60 megapixels in a few kB. */
export function plainPicture(side: number) {
  const background = { r: 20, g: 90, b: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
}

/**
 * Returns a PDF of 2 kB with nested forms, each of which draws the next one ten times.
 * @param leaf what the innermost form draws: a square takes memory, a gradient takes time
 */
export function nestedFormsPdf(levels: number, leaf: 'square' | 'gradient'): Buffer {
  const draw = '/F Do '.repeat(10)
  const leafContent = leaf === 'gradient' ? '/S sh' : '10 10 50 50 re f'
  const form = (level: number) => {
    const isLast = level === levels - 1
    const resources = isLast
      ? '/Resources<</Shading<</S 4 0 R>>>>'
      : `/Resources<</XObject<</F ${7 + level} 0 R>>>>`
    const body = isLast ? leafContent : draw
    return `${6 + level} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 600 800]${resources}/Length ${body.length}>>stream\n${body}\nendstream endobj`
  }
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</XObject<</F 6 0 R>>>>/Contents 5 0 R>>endobj',
      '4 0 obj<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 600 800]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>/Extend[true true]>>endobj',
      `5 0 obj<</Length ${draw.length}>>stream\n${draw}\nendstream endobj`,
      ...Array.from({ length: levels }, (_, level) => form(level)),
      'trailer<</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  )
}

/** Returns a zip with a directory of 4 MB whose files are missing. */
export function crowdedZip(entries = 65_534): Buffer {
  const entry = Buffer.alloc(46 + 16)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(16, 28)
  const list = Buffer.concat(
    Array.from({ length: entries }, (_, index) => {
      const one = Buffer.from(entry)
      one.write(`word/${index}.xml`.padEnd(16, ' '), 46)
      return one
    }),
  )
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(4, 16)
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), list, end])
}

/** Returns a compound file whose directory chain loops after `sectors` sectors. */
export function circularCompound(sectors = 2000): Buffer {
  const bytes = Buffer.alloc((sectors + 40) * 512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(20, 48)
  for (let at = 0; at < 20; at += 1) bytes.writeUInt32LE(at, 76 + at * 4)
  for (let at = 0; at < sectors; at += 1) {
    bytes.writeUInt32LE(at + 1 < sectors ? at + 21 : 20, 512 + (at + 20) * 4)
  }
  for (let at = 21 * 512; at + 128 <= bytes.length; at += 128) {
    bytes.write('a'.repeat(31), at, 'utf16le')
    bytes.writeUInt16LE(64, at + 64)
  }
  return bytes
}

/** Returns a PNG with this many empty chunks before its pixels. */
export function crowdedPng(chunks = 1_500_000): Buffer {
  const chunk = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000009077', 'hex'),
    Buffer.from('53de', 'hex'),
    Buffer.alloc(chunks * chunk.length, chunk),
  ])
}

/** Returns a zip of a backup's manifest with this many bytes, which lists invalid files. */
export function longManifestZip(bytes: number): Promise<Buffer> {
  const zip = new ZipFile()
  const text = Buffer.alloc(bytes, '0,')
  text.write('{"database":{"migrations":[],"counts":{}},"missing":[],"files":[')
  text.write('0]}', bytes - 3)
  zip.addBuffer(text, 'manifest.json', { mode: 0o100600 })
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns a zip64 with a directory of a million entries without content. */
export function millionEntriesZip(): Buffer {
  const count = 1_000_000
  const entry = Buffer.alloc(47)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(1, 28)
  entry.write('a', 46)
  const directory = Buffer.alloc(count * entry.length, entry)
  const end64 = Buffer.alloc(56)
  end64.write('PK\x06\x06', 'latin1')
  end64.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(count), at)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22, 0xff)
  end.write('PK\x05\x06', 'latin1')
  end.fill(0, 4, 8)
  end.fill(0, 20)
  return Buffer.concat([directory, end64, locator, end])
}
