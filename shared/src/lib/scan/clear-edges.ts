import type { GreyImage } from './grey-image.ts'

const INK = 160
/** Part of the width beside an edge in which nothing is printed that touches the edge. */
const MARGIN = 0.04

/** Clears what reaches in from the edges of a picture: desk, shadow, black bars of a copier. */
export function clearEdges(image: GreyImage): GreyImage {
  const { width, height } = image
  const data = Uint8Array.from(image.data)
  const margin = Math.round(width * MARGIN)
  const isMargin = (x: number, y: number) =>
    x < margin || y < margin || x >= width - margin || y >= height - margin
  const open: number[] = []
  const clear = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height || !isMargin(x, y)) return
    const at = y * width + x
    if ((data[at] ?? 255) >= INK) return
    data[at] = 255
    open.push(at)
  }
  const edge = 2
  for (let y = 0; y < height; y += 1) {
    const isEdgeRow = y < edge || y >= height - edge
    for (
      let x = 0;
      x < width;
      x += isEdgeRow || x < edge || x >= width - edge - 1 ? 1 : width - 2 * edge
    ) {
      clear(x, y)
    }
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    const y = (at - x) / width
    for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) clear(x + dx, y + dy)
  }
  return { width, height, data }
}
