import { type GreyImage, greyOfRgba } from './grey-image.ts'

/** Smallest difference between the channels of coloured ink, relative to the brightest one. */
const COLOURED = 0.3
/** Darkest brightness that may be paper. */
const PAPER = 140
/** Brightness below which a pixel under a stamp is print. */
const PRINT = 80
/** How far JPEG spreads the edge of coloured ink, as a part of the width. */
const SPREAD = 1 / 700
/** Shares of the ink below which there is no stamp, and above which the print itself is coloured. */
const NO_STAMP = 0.01
const COLOURED_PRINT = 0.35

/** A picture with four bytes per pixel: red, green, blue, opacity. */
export interface Rgba {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}

/** A picture as print in black, and what is on it in coloured ink. */
export interface Inks {
  print: GreyImage
  /** Stamps, signatures, coloured headings; null if there is none, or if the print is coloured. */
  coloured: GreyImage | null
}

/** Parts coloured ink from black, so that print under a stamp can be read. */
export function splitInks({ width, height, data: rgba }: Rgba): Inks {
  const grey = greyOfRgba(width, height, rgba)
  const isColoured = new Uint8Array(grey.data.length)
  let ink = 0
  let colouredInk = 0
  for (let at = 0, from = 0; at < isColoured.length; at += 1, from += 4) {
    const red = rgba[from] ?? 0
    const green = rgba[from + 1] ?? 0
    const blue = rgba[from + 2] ?? 0
    const brightest = Math.max(red, green, blue)
    const range = brightest - Math.min(red, green, blue)
    const isInk = (grey.data[at] ?? 0) < PAPER
    if (isInk) ink += 1
    if (range < COLOURED * brightest || brightest < PRINT) continue
    if (isInk) colouredInk += 1
    isColoured[at] = 1
  }
  if (colouredInk < ink * NO_STAMP || colouredInk > ink * COLOURED_PRINT) {
    return { print: grey, coloured: null }
  }
  const near = spread(isColoured, width, Math.max(1, Math.round(width * SPREAD)))
  const print = Uint8Array.from(grey.data)
  const coloured = new Uint8Array(grey.data.length).fill(255)
  for (let at = 0; at < print.length; at += 1) {
    if (!near[at]) continue
    const value = grey.data[at] ?? 0
    if (!isColoured[at] && value <= PRINT) continue
    coloured[at] = value
    print[at] = 255
  }
  return {
    print: { width, height, data: print },
    coloured: { width, height, data: coloured },
  }
}

/** Marks the pixels at most `reach` from a marked one. */
function spread(marked: Uint8Array, width: number, reach: number): Uint8Array {
  const across = new Uint8Array(marked.length)
  const all = new Uint8Array(marked.length)
  for (const [step, from, to] of [
    [1, marked, across],
    [width, across, all],
  ] as const) {
    for (let at = 0; at < from.length; at += 1) {
      if (!from[at]) continue
      for (let n = -reach; n <= reach; n += 1) to[at + n * step] = 1
    }
  }
  return all
}
