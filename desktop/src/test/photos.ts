import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A photo of 900×800 pixels and about two megabytes. */
export async function noise(name: string): Promise<File> {
  const raw = { width: 900, height: 800, channels: 3 } as const
  const png = await sharp(randomBytes(900 * 800 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new File([new Uint8Array(png)], name, { type: 'image/png' })
}

/** A picture of 90×60 pixels; a JPEG was taken with the camera turned. */
export async function turnedPhoto(format: 'jpeg' | 'webp' | 'png'): Promise<File> {
  const create = { width: 90, height: 60, channels: 3, background: '#006a4e' } as const
  const picture = sharp({ create }).toFormat(format)
  const bytes = await (format === 'jpeg'
    ? picture.withMetadata({ orientation: 6 })
    : picture
  ).toBuffer()
  return new File([new Uint8Array(bytes)], `ছবি.${format}`, { type: `image/${format}` })
}
