import { type GreyImage, greyOfRgba } from './grey-image.ts'

/** Smallest difference between the channels of coloured ink, relative to the brightest one. */
const COLOURED = 0.3
/** Darkest brightness that may be paper. */
const PAPER = 140
/** Share of the ink above which the print itself is coloured. */
const COLOURED_PRINT = 0.35

/**
 * Returns the brightness of a picture without stamps and signatures: coloured ink becomes as light as
 * paper, so that print under it can be read. Coloured print stays.
 */
export function greyOfPrint(
  width: number,
  height: number,
  rgba: Uint8Array | Uint8ClampedArray,
): GreyImage {
  const grey = greyOfRgba(width, height, rgba)
  let ink = 0
  let coloured = 0
  const lightened = Uint8Array.from(grey.data)
  for (let at = 0, from = 0; at < lightened.length; at += 1, from += 4) {
    const red = rgba[from] ?? 0
    const green = rgba[from + 1] ?? 0
    const blue = rgba[from + 2] ?? 0
    const brightest = Math.max(red, green, blue)
    const range = brightest - Math.min(red, green, blue)
    const isInk = (grey.data[at] ?? 0) < PAPER
    if (isInk) ink += 1
    if (range < COLOURED * brightest || brightest < 70) continue
    if (isInk) coloured += 1
    lightened[at] = Math.min(255, brightest + range * 0.7)
  }
  return coloured > ink * COLOURED_PRINT ? grey : { width, height, data: lightened }
}
