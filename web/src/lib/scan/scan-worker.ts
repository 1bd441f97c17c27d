/// <reference lib="webworker" />
import { clearEdges } from '@bidyaloy/shared/lib/scan/clear-edges'
import { type Corners, type Point, turned, wholePicture } from '@bidyaloy/shared/lib/scan/corners'
import { evenLight } from '@bidyaloy/shared/lib/scan/even-light'
import { findSheet } from '@bidyaloy/shared/lib/scan/find-sheet'
import { type GreyImage, greyOfRgba, resizeGrey } from '@bidyaloy/shared/lib/scan/grey-image'
import { isReadableAsOneBit, oneBit } from '@bidyaloy/shared/lib/scan/one-bit'
import { PAGE_WIDTH, sheetRatio, straighten } from '@bidyaloy/shared/lib/scan/straighten'
import { writeOneBitPng } from '../images/one-bit-png.ts'
import type { PagePicture } from '../pdf/make-pdf.ts'

declare const self: DedicatedWorkerGlobalScope

/** How a page is to look. */
export interface PageOptions {
  /** In pixels of the photo as browsers show it. */
  corners: Corners
  /** Clockwise. */
  turn: 0 | 90 | 180 | 270
  /** Whether the light is evened, so that the paper becomes white. */
  white: boolean
}

/** The sheet in a photo, in pixels of the photo as browsers show it; the whole photo if none was found. */
export interface FoundSheet {
  corners: Corners
  sure: boolean
  /** Size of the photo. */
  width: number
  height: number
  /** A small upright copy of the photo, to be shown. */
  view: Blob
}

export interface MadePage extends PagePicture {
  bytes: number
  /** A small picture of the page, for lists. */
  thumbnail: Blob
}

export interface ScanJob {
  photo: Blob
  /** Null: only the sheet is looked for. */
  make: PageOptions | null
}

export type ScanReport =
  | { done: number }
  | { found: FoundSheet }
  | { made: MadePage }
  | { failed: 'undecodable' | 'other'; message: string }

/** Longest side of the copy that is searched, and of the one from which a page is made. */
const SEARCHED_SIDE = 840
const MAX_SIDE = 2560
/** Longest side of the copy that is shown, and width of a thumbnail. */
const VIEW_SIDE = 1200
const THUMBNAIL_WIDTH = 200
const JPEG_QUALITY = 0.72
/** Pixels around the sheet that are kept for its edges. */
const MARGIN = 8

self.addEventListener('message', ({ data }: MessageEvent<ScanJob>) => {
  work(data).then(report, (error: unknown) => {
    const failed = error instanceof UndecodableError ? 'undecodable' : 'other'
    report({ failed, message: String(error) })
  })
})

const report = (message: ScanReport) => self.postMessage(message)

class UndecodableError extends Error {}

async function work({ photo, make }: ScanJob): Promise<ScanReport> {
  // Applies the orientation that the camera noted.
  const bitmap = await createImageBitmap(photo).catch((cause: unknown) => {
    throw new UndecodableError('The photo cannot be decoded', { cause })
  })
  try {
    return make ? { made: await makePage(bitmap, make) } : { found: await find(bitmap) }
  } finally {
    bitmap.close()
  }
}

async function find(bitmap: ImageBitmap): Promise<FoundSheet> {
  const { width, height } = bitmap
  const scale = Math.min(1, SEARCHED_SIDE / Math.max(width, height))
  const pixels = copyOf(bitmap, { x: 0, y: 0, width, height }, scale)
  const found = findSheet(darkestOf(pixels))
  const view = await viewOf(bitmap)
  if (!found) return { corners: wholePicture(bitmap), sure: false, width, height, view }
  const [a, b, c, d] = found.corners
  const inPhoto = ({ x, y }: Point) => ({
    x: (x * width) / pixels.width,
    y: (y * height) / pixels.height,
  })
  const corners: Corners = [inPhoto(a), inPhoto(b), inPhoto(c), inPhoto(d)]
  return { corners, sure: found.sure, width, height, view }
}

async function makePage(bitmap: ImageBitmap, { corners, turn, white }: PageOptions) {
  report({ done: 0.3 })
  const [a, b, c, d] = turned(corners, turn)
  const ratio = sheetRatio([a, b, c, d], bitmap)
  const area = areaAround(corners, bitmap)
  const pixels = copyOf(bitmap, area, Math.min(1, MAX_SIDE / Math.max(area.width, area.height)))
  // A photo takes four bytes a pixel: it makes room early.
  bitmap.close()
  const grey = greyOfRgba(pixels.width, pixels.height, pixels.data)
  report({ done: 0.45 })
  const inCopy = ({ x, y }: Point) => ({
    x: ((x - area.x) * pixels.width) / area.width,
    y: ((y - area.y) * pixels.height) / area.height,
  })
  // A page on its side is as high as others are wide.
  const width = Math.round(ratio < 1 ? Math.min(MAX_SIDE, PAGE_WIDTH / ratio) : PAGE_WIDTH)
  const straight = straighten(grey, [inCopy(a), inCopy(b), inCopy(c), inCopy(d)], width, ratio)
  report({ done: 0.65 })
  const page = white ? clearEdges(evenLight(straight)) : straight
  report({ done: 0.85 })
  const kind = white && isReadableAsOneBit(page) ? 'oneBit' : 'grey'
  const blob =
    kind === 'oneBit'
      ? await writeOneBitPng(oneBit(page), page.width, page.height)
      : await writeJpeg(page)
  const { width: pageWidth, height } = page
  const thumbnail = await writeJpeg(resizeGrey(page, THUMBNAIL_WIDTH))
  return { blob, width: pageWidth, height, kind, bytes: blob.size, thumbnail } satisfies MadePage
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the part of the photo that contains the sheet. */
function areaAround(corners: Corners, { width, height }: ImageBitmap): Area {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const left = Math.max(0, Math.floor(Math.min(...xs)) - MARGIN)
  const top = Math.max(0, Math.floor(Math.min(...ys)) - MARGIN)
  const right = Math.min(width, Math.ceil(Math.max(...xs)) + MARGIN)
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)) + MARGIN)
  return { x: left, y: top, width: Math.max(2, right - left), height: Math.max(2, bottom - top) }
}

function copyOf(bitmap: ImageBitmap, { x, y, width, height }: Area, scale: number): ImageData {
  const context = contextOf(Math.max(2, width * scale), Math.max(2, height * scale))
  const { canvas } = context
  // What is transparent becomes paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

function viewOf(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = bitmap
  const scale = Math.min(1, VIEW_SIDE / Math.max(width, height))
  const context = contextOf(width * scale, height * scale)
  const { canvas } = context
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('No canvas to draw on')
  return context
}

/** Returns the darkest colour of each pixel: white paper stays light, wood and cloth become dark. */
function darkestOf({ width, height, data: rgba }: ImageData): GreyImage {
  const data = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < data.length; at += 1, from += 4) {
    data[at] = Math.min(rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0)
  }
  return { width, height, data }
}

function writeJpeg({ width, height, data }: GreyImage): Promise<Blob> {
  const context = contextOf(width, height)
  const pixels = context.createImageData(width, height)
  const colours = new Uint32Array(pixels.data.buffer)
  for (let at = 0; at < data.length; at += 1) {
    colours[at] = ((data[at] ?? 0) * 0x010101) | 0xff000000
  }
  context.putImageData(pixels, 0, 0)
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
}
