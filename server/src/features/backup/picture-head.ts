import sharp from 'sharp'

/** Whether the head of a picture can be read: what it is, and how large. */
export async function isReadablePicture(file: string): Promise<boolean> {
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    return width > 0 && height > 0
  } catch {
    return false
  }
}
