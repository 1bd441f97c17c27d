import type { PdfPage } from './pdf-page.ts'

/** What a reader of the drawn page sees of a piece of text. */
export type Sight = 'shown' | 'covered' | 'unseen'

/** A box in points, as PDF writes it: from below. */
export interface PageBox {
  left: number
  right: number
  bottom: number
  top: number
}

/** What the drawn page shows of its text objects. */
export interface VisibleInk {
  /** Returns what is seen of a whole text object. */
  sightOf(object: number): Sight
  /** Returns what is seen of a part of it; of a part without ink, the same as of the whole. */
  sightIn(object: number, part: PageBox): Sight
  /** Height of the ink of a text object as the page is shown, in points. */
  heightOf(object: number): number
}

/** Handles of the objects of a page, also of those within forms. */
export interface PageObjects {
  texts: readonly number[]
  forms: readonly number[]
  /** Paths, pictures and shadings. */
  others: readonly number[]
}

/** Resolution, lower for large sheets, which take no more memory. */
const PIXELS_PER_POINT = 2
const MAX_PIXELS = 2.5e6
/** Pixels that are looked at for all letters of a page. */
const MAX_LOOKS = 30e6
/** Difference of a colour, of 255, that can be seen. */
const SEEN = 16
/** Share of the ink that must be seen: a bar may leave the edges of letters, and a rule may cross them. */
const MIN_SHARE = 0.7
/** Largest difference of the colours of a bar. */
const UNIFORM = 24
/** Opacity, of 255, below which text is not there. */
const MIN_OPACITY = 8

const ANNOTATIONS = 0x01
/** Without smoothing, each pixel has the colour of one object. */
const UNSMOOTHED = 0x7000
const BGRX = 3
const WHITE = 0xffffff

/**
 * Draws a page four times to find the text that is seen: as it is, without its text, with each text
 * object in a colour of its own, and with nothing but these. Text is shown where its own colour is on
 * top, and where the page looks different without text. So it does not matter why text is not seen.
 * The page keeps the colours.
 */
export function visibleInk(page: PdfPage, { texts, forms, others }: PageObjects): VisibleInk {
  const { pdfium, handle } = page
  const { call } = pdfium
  const [widthPt, heightPt] = [
    call('FPDF_GetPageWidthF', handle),
    call('FPDF_GetPageHeightF', handle),
  ]
  if (!(widthPt > 0 && heightPt > 0)) throw new RangeError('A page without area')
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MAX_PIXELS / (widthPt * heightPt)))
  const width = Math.max(1, Math.round(widthPt * scale))
  const height = Math.max(1, Math.round(heightPt * scale))
  const draw = (flags: number) => drawPage(page, { width, height, flags })
  const switchAll = (objects: readonly number[], isOn: boolean) => {
    for (const object of objects) call('FPDFPageObj_SetIsActive', object, Number(isOn))
  }

  const opaque = texts.filter((object) => opacityOf(page, object) >= MIN_OPACITY)
  switchAll(texts, false)
  const ground = draw(ANNOTATIONS | UNSMOOTHED)
  switchAll(opaque, true)
  const whole = draw(ANNOTATIONS | UNSMOOTHED)
  const colours = new Map(opaque.map((object, at) => [object, colourOf(at)]))
  for (const [object, colour] of colours) paint(page, object, colour)
  for (const form of forms) paint(page, form, 0)
  const owned = draw(ANNOTATIONS | UNSMOOTHED)
  switchAll(others, false)
  const ink = draw(UNSMOOTHED)

  const boxes = inkBoxes(ink, width)
  const toPixels = pixelsOf(page, width, height)
  let looks = 0
  /** Compares the ink of a colour in a box with what is seen of it. */
  const inkOf = (colour: number, { left, right, top, bottom }: PixelBox): Ink => {
    looks += Math.max(0, right - left) * Math.max(0, bottom - top)
    if (looks > MAX_LOOKS) return NO_INK
    let [all, shown, lost] = [0, 0, 0]
    let [cover, isUniform] = [-1, true]
    for (let y = top; y < bottom; y += 1) {
      for (let at = y * width + left; at < y * width + right; at += 1) {
        if (ink[at] !== colour) continue
        all += 1
        if (owned[at] === colour) shown += Number(apart(whole[at], ground[at]) >= SEEN)
        else {
          lost += 1
          const pixel = ground[at] ?? WHITE
          if (cover < 0) cover = pixel
          else if (apart(cover, pixel) > UNIFORM) isUniform = false
        }
      }
    }
    return { all, shown, covered: isUniform ? lost : 0 }
  }
  const inks = new Map(
    [...colours].flatMap(([object, colour]) => {
      const box = boxes.get(colour)
      return box ? [[object, { colour, box, whole: inkOf(colour, box) }] as const] : []
    }),
  )
  return {
    sightOf: (object) => sightOf(inks.get(object)?.whole ?? NO_INK),
    sightIn(object, part) {
      const own = inks.get(object)
      if (!own) return 'unseen'
      const box = toPixels(part)
      const isOnPage = box.right > 0 && box.bottom > 0 && box.left < width && box.top < height
      if (!isOnPage) return 'unseen'
      const { whole } = own
      if (whole.shown === whole.all) return 'shown'
      const found = inkOf(own.colour, {
        left: Math.max(own.box.left, box.left),
        right: Math.min(own.box.right, box.right),
        top: Math.max(own.box.top, box.top),
        bottom: Math.min(own.box.bottom, box.bottom),
      })
      return sightOf(found.all > 0 ? found : whole)
    },
    heightOf(object) {
      const { top = 0, bottom = 0 } = inks.get(object)?.box ?? {}
      return (bottom - top) / scale
    },
  }
}

/** Numbers of pixels. */
interface Ink {
  all: number
  shown: number
  /** Under something of one colour. */
  covered: number
}

const NO_INK: Ink = { all: 0, shown: 0, covered: 0 }

function sightOf({ all, shown, covered }: Ink): Sight {
  if (all > 0 && shown >= MIN_SHARE * all) return 'shown'
  return covered > (1 - MIN_SHARE) * all ? 'covered' : 'unseen'
}

/** Whole pixels from above; right and bottom are outside. */
interface PixelBox {
  left: number
  right: number
  top: number
  bottom: number
}

/** Largest difference of the red, green or blue of two pixels. */
function apart(one = WHITE, other = WHITE): number {
  return Math.max(
    Math.abs((one & 0xff) - (other & 0xff)),
    Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff)),
    Math.abs(((one >> 16) & 0xff) - ((other >> 16) & 0xff)),
  )
}

/** Returns a colour of its own for each number, far from its neighbours and from colours of print. */
const colourOf = (number: number) => Math.imul(number + 1, 0x9e3779) & WHITE

function paint({ pdfium: { call } }: PdfPage, object: number, colour: number): void {
  const rgb = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]
  call('FPDFPageObj_SetFillColor', object, ...rgb, 255)
  call('FPDFPageObj_SetStrokeColor', object, ...rgb, 255)
}

function opacityOf({ pdfium: { call, withBytes } }: PdfPage, object: number): number {
  return withBytes(16, (address, read) => {
    const parts = [0, 4, 8, 12].map((n) => address + n)
    // Without a colour of its own, it has that of the page.
    if (!call('FPDFPageObj_GetFillColor', object, ...parts)) return 255
    return read().getUint32(12, true)
  })
}

/** Draws the page on white. @returns pixels as 0xRRGGBB */
function drawPage(
  { pdfium: { call, view }, handle }: PdfPage,
  { width, height, flags }: { width: number; height: number; flags: number },
): Uint32Array {
  const bitmap = call('FPDFBitmap_CreateEx', width, height, BGRX, 0, 0)
  if (bitmap === 0) throw new RangeError('Out of memory')
  try {
    call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, -1)
    call('FPDF_RenderPageBitmap', bitmap, handle, 0, 0, width, height, 0, flags)
    const bytes = view(call('FPDFBitmap_GetBuffer', bitmap), 4 * width * height)
    const pixels = new Uint32Array(bytes.slice().buffer)
    // The fourth byte means nothing.
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (pixels[at] ?? 0) & WHITE
    return pixels
  } finally {
    call('FPDFBitmap_Destroy', bitmap)
  }
}

/** Returns the box of the pixels of each colour but white. */
function inkBoxes(pixels: Uint32Array, width: number): Map<number, PixelBox> {
  const boxes = new Map<number, PixelBox>()
  for (let at = 0; at < pixels.length; at += 1) {
    const colour = pixels[at] ?? WHITE
    if (colour === WHITE) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const box = boxes.get(colour)
    if (!box) boxes.set(colour, { left: x, right: x + 1, top: y, bottom: y + 1 })
    else {
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.bottom = y + 1
    }
  }
  return boxes
}

/** Parts of a pixel in which places are given. */
const PARTS = 64

/** Returns a function that takes a box of the page to whole pixels, also beyond the page. */
function pixelsOf(
  { pdfium: { call, withBytes }, handle }: PdfPage,
  width: number,
  height: number,
): (box: PageBox) => PixelBox {
  const placeOf = (x: number, y: number) =>
    withBytes(8, (address, read) => {
      const size = [PARTS * width, PARTS * height]
      call('FPDF_PageToDevice', handle, 0, 0, ...size, 0, x, y, address, address + 4)
      return { x: read().getInt32(0, true) / PARTS, y: read().getInt32(4, true) / PARTS }
    })
  // Pages are only moved, turned and scaled, and far places would not fit into 32 bits.
  const [zero, right, up] = [placeOf(0, 0), placeOf(100, 0), placeOf(0, 100)]
  const place = (x: number, y: number) => ({
    x: zero.x + (x * (right.x - zero.x) + y * (up.x - zero.x)) / 100,
    y: zero.y + (x * (right.y - zero.y) + y * (up.y - zero.y)) / 100,
  })
  return (box) => {
    const [a, b] = [place(box.left, box.bottom), place(box.right, box.top)]
    return {
      left: Math.floor(Math.min(a.x, b.x)),
      right: Math.ceil(Math.max(a.x, b.x)),
      top: Math.floor(Math.min(a.y, b.y)),
      bottom: Math.ceil(Math.max(a.y, b.y)),
    }
  }
}
