import type { ReadLine, WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import { SURE } from '@bidyaloy/shared/lib/ocr/shown-text'
import { clearEdges } from '@bidyaloy/shared/lib/scan/clear-edges'
import type { Inks } from '@bidyaloy/shared/lib/scan/coloured-ink'
import type { Point } from '@bidyaloy/shared/lib/scan/corners'
import { rotate, skewOf, unrotated } from '@bidyaloy/shared/lib/scan/deskew'
import { evenLight } from '@bidyaloy/shared/lib/scan/even-light'
import { type GreyImage, resizeGrey } from '@bidyaloy/shared/lib/scan/grey-image'
import { removeRules } from '@bidyaloy/shared/lib/scan/remove-rules'
import { turnGrey, unturned, uprightTurn } from '@bidyaloy/shared/lib/scan/upright'
import { joinPasses } from './join-passes.ts'
import { type Box, type FoundWord, type Languages, type Layout, recognise } from './recognise.ts'

/** Resolution at which pages are read: A4 is then 1700 pixels wide. */
const DPI = 205.5
const A4 = { width: 1700, height: 2404 }
const MAX_HEIGHT = 4000
/** Size of one pass relative to the other: mistakes at one size are seldom made at the other. */
const SMALLER = 0.82
/** Fewer sure words than this are noise, a photo or another script. */
const MIN_SURE_WORDS = 15
/** Shares of a picture: print covers 1 to 5 %, photos more than 15 %. */
const MAX_INK = 0.25
const MIN_WHITE = 0.5
const INK = 128
/** Mean length of strokes in pixels below which there are only specks. */
const MIN_STROKE = 4
/** Share of sure words below which the page may be bent, so that its lines are no lines. */
const MAY_BE_BENT = 0.6
/** By how much more sure words the words must come one by one. */
const BETTER = 1.05

/** Returns the width in pixels at which a page is read. */
export function readWidth({ width, height }: { width: number; height: number }): number {
  const ratio = height / width
  const wanted = ratio < 1 ? Math.min(A4.height, A4.width / ratio) : A4.width
  return Math.max(1, Math.round(Math.min(wanted, MAX_HEIGHT / ratio)))
}

export const scaled = (image: GreyImage) => resizeGrey(image, readWidth(image))

/**
 * Recognises the text of a page, which may lie on its side; empty where nothing is certainly Bengali.
 * @param inPicture takes a place of the page to the picture whose parts the boxes are, both in parts
 *   of the sides
 */
export async function readImage(
  { print, coloured }: Inks,
  inPicture = (place: Point) => place,
): Promise<ReadLine[]> {
  const given = evenLight(scaled(print))
  if (!looksPrinted(given)) return []
  const turn = uprightTurn(given)
  const upright = (image: GreyImage) => evenLight(scaled(turnGrey(image, turn)))
  const evened = turn === 0 ? given : upright(print)
  const skew = skewOf(evened)
  const cleaned = clearEdges(removeRules(rotate(evened, skew)))
  const smaller = resizeGrey(cleaned, Math.max(1, Math.round(cleaned.width * SMALLER)))
  const pass = (image: GreyImage, languages: Languages, layout: Layout = 'block') =>
    recogniseAt(image, { languages, layout, scale: cleaned.width / image.width })

  const bengali = await pass(smaller, 'ben')
  if (sureWords(bengali) < MIN_SURE_WORDS / 3) return []
  let mixed = await pass(cleaned, 'ben+eng')
  if (Math.max(sureWords(mixed), sureWords(bengali)) < MIN_SURE_WORDS) return []
  if (sureWords(mixed) < MAY_BE_BENT * mixed.length) {
    const sparse = await pass(cleaned, 'ben+eng', 'sparse')
    if (sureWords(sparse) > BETTER * sureWords(mixed)) mixed = sparse
  }
  const headings = coloured
    ? sureLines(await pass(rotate(upright(coloured), skew), 'ben', 'sparse'))
    : []
  const boxOf = (place: Box) =>
    boxAround(place, (corner) => {
      const { x, y } = unrotated(corner, evened, skew)
      return inPicture(unturned({ x: x / evened.width, y: y / evened.height }, turn))
    })
  return joinPasses(cleaned, { bengali, mixed, headings }, boxOf)
}

/** Returns the box, in thousandths, around the corners of a place after they were moved. */
function boxAround({ left, top, right, bottom }: Box, move: (corner: Point) => Point): WordBox {
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ].map(move)
  const inThousandths = (values: number[]) =>
    values.map((value) => Math.round(1000 * Math.min(1, Math.max(0, value))))
  const xs = inThousandths(corners.map(({ x }) => x))
  const ys = inThousandths(corners.map(({ y }) => y))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y]
}

/** Recognises a picture; `scale` takes its places to those of the other passes. */
async function recogniseAt(
  image: GreyImage,
  { languages, layout, scale }: { languages: Languages; layout: Layout; scale: number },
): Promise<FoundWord[]> {
  const words = await recognise(image, { languages, layout, dpi: DPI / scale })
  return words.map((word) => ({
    ...word,
    left: word.left * scale,
    top: word.top * scale,
    right: word.right * scale,
    bottom: word.bottom * scale,
  }))
}

/** Returns the lines that are surely text: headings, but not signatures and round stamps. */
function sureLines(words: readonly FoundWord[]): FoundWord[] {
  const isSure = (line: number) => {
    const all = words.filter((word) => word.line === line)
    return sureWords(all) > 0 && sureWords(all) >= all.length / 2
  }
  return words.filter(({ line }) => isSure(line))
}

/**
 * Whether a picture is white with strokes of print, upright or on its side: recognising a photo or
 * noise takes minutes and finds nothing.
 */
export function looksPrinted({ width, data }: GreyImage): boolean {
  let ink = 0
  let white = 0
  let across = 0
  let down = 0
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] ?? 255
    if (value > 230) white += 1
    if (value >= INK) continue
    ink += 1
    if ((data[at - 1] ?? 255) >= INK) across += 1
    if ((data[at - width] ?? 255) >= INK) down += 1
  }
  const isStroked = ink >= MIN_STROKE * Math.min(across, down)
  return isStroked && ink < MAX_INK * data.length && white > MIN_WHITE * data.length
}

/** Returns the number of surely read Bengali words of two letters or more. */
function sureWords(words: readonly FoundWord[]): number {
  return words.filter(
    ({ text, sureness }) => sureness >= SURE && /[\u0985-\u09df].*[\u0985-\u09df]/u.test(text),
  ).length
}
