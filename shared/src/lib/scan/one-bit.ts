import type { GreyImage } from './grey-image.ts'

/** Brightness from which a pixel of a page with even light is white. */
export const WHITE = 165
/** Side of the squares that are looked at, in pixels of a page 1700 wide. */
const SQUARE = 20
/** Pixels between these are neither ink nor paper. */
const GREY = { from: 70, to: 225 }
/** Share of grey pixels from which a square belongs to a picture: letters have only grey borders. */
const GREY_SHARE = 0.7
/** Share of such squares from which a page is more than print. */
const MAX_GREY_SQUARES = 0.012

/** Returns a page with even light in black and white: rows of whole bytes, 1 is white. */
export function oneBit(image: GreyImage): Uint8Array {
  const { width, height, data } = image
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < WHITE && !isSpeck(image, x, y)) continue
      const at = y * rowBytes + (x >> 3)
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bits
}

/** Whether fewer than two of the pixels around are ink too: grain of a dark photo. */
function isSpeck({ width, height, data }: GreyImage, x: number, y: number): boolean {
  let ink = 0
  for (let toY = Math.max(0, y - 1); toY <= Math.min(height - 1, y + 1); toY += 1) {
    for (let toX = Math.max(0, x - 1); toX <= Math.min(width - 1, x + 1); toX += 1) {
      if ((data[toY * width + toX] ?? 255) < WHITE) ink += 1
    }
  }
  return ink < 3
}

/** Whether a page with even light is print only, which stays readable in black and white. */
export function isReadableAsOneBit({ width, height, data }: GreyImage): boolean {
  const across = Math.floor(width / SQUARE)
  const down = Math.floor(height / SQUARE)
  let greySquares = 0
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      let grey = 0
      for (let y = row * SQUARE; y < (row + 1) * SQUARE; y += 2) {
        for (let x = column * SQUARE; x < (column + 1) * SQUARE; x += 2) {
          const value = data[y * width + x] ?? 0
          if (value > GREY.from && value < GREY.to) grey += 1
        }
      }
      if (grey > (GREY_SHARE * SQUARE * SQUARE) / 4) greySquares += 1
    }
  }
  return greySquares <= MAX_GREY_SQUARES * across * down
}
