import type { PhotoArea } from '@bidyaloy/shared/features/blur/blur'
import sharp from 'sharp'

/** Decoded pixels of a picture. */
interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** Part of a picture, in pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Side of the smallest block, in pixels. */
const MIN_BLOCK = 8
/** Blocks along the longer side of an area. So few show no face, whatever its size. */
const MAX_BLOCKS = 8

/**
 * Blurs areas of a picture for good: of each, only the averages of at most 8 × 8 blocks are left, which
 * are smoothed. Nothing of the pixels before can be computed from them.
 */
export async function blurAreas(pixels: Pixels, areas: readonly PhotoArea[]): Promise<Buffer> {
  const blurred = { ...pixels, data: Buffer.from(pixels.data) }
  for (const area of areas) {
    const box = boxOf(area, pixels)
    if (box.width > 0 && box.height > 0) await blurBox(blurred, box)
  }
  return blurred.data
}

async function blurBox({ data, ...raw }: Pixels, box: Box): Promise<void> {
  const { width, height } = box
  const block = Math.max(MIN_BLOCK, Math.ceil(Math.max(width, height) / MAX_BLOCKS))
  const inBlocks = (side: number) => Math.max(1, Math.round(side / block))
  const averages = await sharp(data, { raw })
    .extract(box)
    .resize(inBlocks(width), inBlocks(height), { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const smooth = await sharp(averages.data, { raw: averages.info })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .blur(block / 2)
    .raw()
    .toBuffer()
  const { channels } = raw
  const rowBytes = width * channels
  if (smooth.length !== rowBytes * height) throw new Error('The blurred area has another size')
  for (let row = 0; row < height; row += 1) {
    const to = ((box.top + row) * raw.width + box.left) * channels
    smooth.copy(data, to, row * rowBytes, (row + 1) * rowBytes)
  }
}

function boxOf(area: PhotoArea, { width, height }: Pick<Pixels, 'width' | 'height'>): Box {
  const left = Math.floor(area.left * width)
  const top = Math.floor(area.top * height)
  return {
    left,
    top,
    width: Math.min(width, Math.ceil((area.left + area.width) * width)) - left,
    height: Math.min(height, Math.ceil((area.top + area.height) * height)) - top,
  }
}
