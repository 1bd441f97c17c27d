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
