import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/* Small files that need far more memory or time than they weigh, made in code. */

/**
 * A PDF of about 600 kB whose one page is drawn from `streams` times 200 MB of blanks. It takes
 * PDFium more than a gigabyte.
 */
export function memoryBombPdf(streams = 3): Buffer {
  const packed = deflateSync(Buffer.alloc(200_000_000, ' '))
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

/** A picture of one colour with so many pixels on a side: 7740 make 60 megapixels in a few kB. */
export function plainPicture(side: number) {
  const background = { r: 20, g: 90, b: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
}

/**
 * A PDF of 2 kB whose one page draws a form that draws a form … each ten times.
 * @param leaf what the last form draws; a plain square takes memory, a gradient time
 */
export function nestedFormsPdf(levels: number, leaf: 'square' | 'gradient'): Buffer {
  const draw = '/F Do '.repeat(10)
  const drawn = leaf === 'gradient' ? '/S sh' : '10 10 50 50 re f'
  const form = (level: number) => {
    const isLast = level === levels - 1
    const resources = isLast
      ? '/Resources<</Shading<</S 4 0 R>>>>'
      : `/Resources<</XObject<</F ${7 + level} 0 R>>>>`
    const body = isLast ? drawn : draw
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
