import type { GreyImage } from './grey-image.ts'

/** Side of a tile as a part of the width: larger than a letter, smaller than a shadow. */
const TILES_ACROSS = 48
/** Share of a tile's pixels that are darker than its paper. */
const PAPER_PERCENTILE = 0.8
/** Brightness relative to the paper that becomes white, and that becomes black. */
const WHITE = 0.9
const BLACK = 0.25

/**
 * Evens the light: paper becomes white and ink keeps its contrast, whatever the shadow over them.
 * @param white brightness relative to the paper from which on a pixel becomes white
 */
export function evenLight(image: GreyImage, white = WHITE): GreyImage {
  const { width, height, data } = image
  const side = Math.max(8, Math.round(width / TILES_ACROSS))
  const across = Math.ceil(width / side)
  const down = Math.ceil(height / side)
  const tiles = smooth(fillInk(brightness(image, side, across, down), across, down), across, down)
  const evened = new Uint8Array(data.length)
  const scale = 255 / (white - BLACK)
  for (let y = 0; y < height; y += 1) {
    const tileY = clamp((y + 0.5) / side - 0.5, down - 1)
    const top = Math.floor(tileY)
    const bottom = Math.min(down - 1, top + 1)
    const toBottom = tileY - top
    for (let x = 0; x < width; x += 1) {
      const tileX = clamp((x + 0.5) / side - 0.5, across - 1)
      const left = Math.floor(tileX)
      const right = Math.min(across - 1, left + 1)
      const toRight = tileX - left
      const above =
        (tiles[top * across + left] ?? 0) * (1 - toRight) +
        (tiles[top * across + right] ?? 0) * toRight
      const below =
        (tiles[bottom * across + left] ?? 0) * (1 - toRight) +
        (tiles[bottom * across + right] ?? 0) * toRight
      const paper = above * (1 - toBottom) + below * toBottom
      const value = ((data[y * width + x] ?? 0) / Math.max(1, paper) - BLACK) * scale
      evened[y * width + x] = value < 0 ? 0 : value > 255 ? 255 : value
    }
  }
  return { width, height, data: evened }
}

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)

/** Returns the brightness of the paper in each tile. */
function brightness(
  { width, height, data }: GreyImage,
  side: number,
  across: number,
  down: number,
) {
  const tiles = new Float32Array(across * down)
  const counts = new Uint32Array(256)
  for (let tileY = 0; tileY < down; tileY += 1) {
    for (let tileX = 0; tileX < across; tileX += 1) {
      counts.fill(0)
      let total = 0
      for (let y = tileY * side; y < Math.min(height, (tileY + 1) * side); y += 2) {
        for (let x = tileX * side; x < Math.min(width, (tileX + 1) * side); x += 2) {
          const value = data[y * width + x] ?? 0
          counts[value] = (counts[value] ?? 0) + 1
          total += 1
        }
      }
      let value = 255
      for (let brighter = 0; value > 0; value -= 1) {
        brighter += counts[value] ?? 0
        if (brighter > total * (1 - PAPER_PERCENTILE)) break
      }
      tiles[tileY * across + tileX] = value
    }
  }
  return tiles
}

/**
 * Tiles inside a dark area (a heading's bar, a photo) take the brightness of the paper around. What is
 * dark up to the border of a larger dark area is a shadow, and stays.
 */
function fillInk(tiles: Float32Array, across: number, down: number): Float32Array {
  const closed = extreme(extreme(tiles, across, down, Math.max), across, down, Math.min)
  return tiles.map((own, at) => {
    const paper = closed[at] ?? own
    return own < 0.7 * paper ? paper : own
  })
}

/** Replaces each tile by the brightest or darkest of those up to two away. */
function extreme(
  tiles: Float32Array,
  across: number,
  down: number,
  of: (...values: number[]) => number,
): Float32Array {
  return tiles.map((own, at) => {
    const x = at % across
    const y = (at - x) / across
    let value = own
    for (let toY = Math.max(0, y - 2); toY <= Math.min(down - 1, y + 2); toY += 1) {
      for (let toX = Math.max(0, x - 2); toX <= Math.min(across - 1, x + 2); toX += 1) {
        value = of(value, tiles[toY * across + toX] ?? own)
      }
    }
    return value
  })
}

function smooth(tiles: Float32Array, across: number, down: number): Float32Array {
  const smoothed = new Float32Array(tiles.length)
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let sum = 0
      let count = 0
      for (let toY = Math.max(0, y - 1); toY <= Math.min(down - 1, y + 1); toY += 1) {
        for (let toX = Math.max(0, x - 1); toX <= Math.min(across - 1, x + 1); toX += 1) {
          sum += tiles[toY * across + toX] ?? 0
          count += 1
        }
      }
      smoothed[y * across + x] = sum / count
    }
  }
  return smoothed
}
