import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp, { type FormatEnum } from 'sharp'

/** Picture files as an upload is kept: their type by content, and what the image library says. */
const ACCEPTED: Readonly<Record<string, { types: string[]; format: keyof FormatEnum }>> = {
  jpg: { types: ['jpg'], format: 'jpeg' },
  png: { types: ['png', 'apng'], format: 'png' },
  webp: { types: ['webp'], format: 'webp' },
  avif: { types: ['avif'], format: 'heif' },
}

/**
 * Judges a picture of a backup by its content. `readable`: it is of the kind that its name says, and
 * its head tells what size it has. `unreadable`: bytes that are nothing; a damaged disk leaves such,
 * and no reader does anything with them. `other`: it is of another kind, or text such as SVG.
 * The image library must be restricted to the accepted formats in this process.
 */
export async function checkPicture(
  file: string,
  extension: string,
): Promise<'readable' | 'unreadable' | 'other'> {
  const accepted = ACCEPTED[extension]
  if (!accepted) return 'other'
  const type = await fileTypeFromFile(file)
  if (!type) return (await beginsAsText(file)) ? 'other' : 'unreadable'
  if (!accepted.types.includes(type.ext)) return 'other'
  try {
    const { width, height, format } = await sharp(file, { limitInputPixels: false }).metadata()
    if (format !== accepted.format) return 'other'
    return width > 0 && height > 0 ? 'readable' : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const HEAD_BYTES = 512

/** Whether a file begins with characters that people read: no picture does, a drawing in XML does. */
async function beginsAsText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    // Also in UTF-16, where every other byte is 0.
    const isOfText = (byte: number) => byte === 0 || (byte >= 9 && byte <= 13) || byte >= 32
    return head.includes('<') && head.every(isOfText)
  } finally {
    await handle.close()
  }
}
