/* Dimensions of pictures that wait in the outbox, so that lists keep their room. */

/** Dimensions of a picture in pixels. */
interface PictureSize {
  width: number
  height: number
}

/** Bytes in which the dimensions stand, behind the metadata of phones. */
const HEAD_BYTES = 512 * 1024

/** Returns the dimensions of a JPEG, PNG or WebP as it is shown; null for other files. */
export async function pictureSize(file: Blob): Promise<PictureSize | null> {
  const bytes = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer())
  try {
    if (bytes.getUint16(0) === 0xffd8) return jpegSize(bytes)
    if (bytes.getUint32(0) === 0x89504e47) return sizeOf(bytes.getUint32(16), bytes.getUint32(20))
    if (bytes.getUint32(0) === 0x52494646 && bytes.getUint32(8) === 0x57454250) {
      return webpSize(bytes)
    }
  } catch (error) {
    // Truncated or damaged: the server will judge it.
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

const sizeOf = (width: number, height: number): PictureSize | null =>
  width > 0 && height > 0 ? { width, height } : null

function jpegSize(bytes: DataView): PictureSize | null {
  let isTurned = false
  for (let at = 2; ; at += 2 + bytes.getUint16(at + 2)) {
    const marker = bytes.getUint16(at)
    if (marker === 0xffe1) isTurned ||= orientationIn(bytes, at + 4) >= 5
    // The frames, but not the tables C4, C8 and CC.
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) {
      const [height, width] = [bytes.getUint16(at + 5), bytes.getUint16(at + 7)]
      return isTurned ? sizeOf(height, width) : sizeOf(width, height)
    }
    if (marker < 0xff01 || marker === 0xffda) return null
  }
}

/** Returns the orientation in an Exif segment, 1 without one; from 5 on, the sides are swapped. */
function orientationIn(bytes: DataView, at: number): number {
  if (bytes.getUint32(at) !== 0x45786966) return 1
  const tiff = at + 6
  const isLittle = bytes.getUint16(tiff) === 0x4949
  const first = tiff + bytes.getUint32(tiff + 4, isLittle)
  const count = bytes.getUint16(first, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const tag = first + 2 + entry * 12
    if (bytes.getUint16(tag, isLittle) === 0x0112) return bytes.getUint16(tag + 8, isLittle)
  }
  return 1
}

function webpSize(bytes: DataView): PictureSize | null {
  const three = (at: number) =>
    bytes.getUint8(at) + bytes.getUint8(at + 1) * 256 + bytes.getUint8(at + 2) * 65_536
  switch (bytes.getUint32(12)) {
    // `VP8X`, `VP8L`, `VP8 `
    case 0x56503858:
      return sizeOf(three(24) + 1, three(27) + 1)
    case 0x5650384c: {
      const bits = bytes.getUint32(21, true)
      return sizeOf((bits % 16_384) + 1, ((bits >>> 14) % 16_384) + 1)
    }
    case 0x56503820:
      return sizeOf(bytes.getUint16(26, true) % 16_384, bytes.getUint16(28, true) % 16_384)
    default:
      return null
  }
}
