import { COVERED } from '@bidyaloy/shared/lib/ocr/shown-text'
import type { Pdfium, PdfPage } from './pdf-page.ts'
import { type PageBox, type PageObjects, type Sight, visibleInk } from './visible-ink.ts'

/** Letters whose place and text belong together: a text object, or several with one `ActualText`. */
export interface Unit {
  /** What the drawn page shows of it, with a mark for what is covered. */
  text: string
  font: string
  left: number
  right: number
  base: number
  size: number
}

const TEXT_OBJECT = 1
const FORM_OBJECT = 5
const MAX_DEPTH = 8
const MAX_OBJECTS = 100_000
/** Size of text that is too small to be read, in points, or in parts of the shorter side of a small sheet. */
const MIN_SIZE = 3
const MIN_SIZE_SHARE = 0.005

/** A matrix as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [number, number, number, number, number, number]

/** Returns the text that a page shows, in the order in which the page draws it. */
export function unitsOf(page: PdfPage): Unit[] {
  const { pdfium, handle } = page
  const { call } = pdfium
  const turned = TURNED[call('FPDFPage_GetRotation', handle)] ?? TURNED[0]
  const { matrices, ...objects } = objectsOf(page, turned)
  if (objects.texts.length === 0) return []
  const textPage = call('FPDFText_LoadPage', handle)
  try {
    const letters = lettersOf(pdfium, textPage, turned)
    const seen = seenText(page, textPage, { objects, letters })
    const units: (Unit & Seen)[] = []
    let openMark = 0
    for (const object of objects.texts) {
      const mark = actualTextOf(pdfium, object)
      const end = (letters.get(object) ?? []).reduce(
        (most, letter) => Math.max(most, letter.end),
        Number.NEGATIVE_INFINITY,
      )
      const { hasInk, ...place } = placeOf(pdfium, object, matrices.get(object) ?? turned, end)
      const { text, sight } = seen(object, { text: mark?.text, hasInk, size: place.size })
      const last = units.at(-1)
      if (mark && mark.handle === openMark && last) {
        last.left = Math.min(last.left, place.left)
        last.right = Math.max(last.right, place.right)
        if (sight !== 'shown') Object.assign(last, { text, sight })
      } else {
        openMark = mark?.handle ?? 0
        units.push({ ...place, text, sight, font: fontOf(pdfium, object) })
      }
    }
    return units
  } finally {
    call('FPDFText_ClosePage', textPage)
  }
}

/** Collects the objects of a page, with the matrices of what its text objects are within. */
function objectsOf({ pdfium, handle }: PdfPage, turned: Matrix) {
  const { call } = pdfium
  const matrices = new Map<number, Matrix>()
  const [forms, others]: [number[], number[]] = [[], []]
  let count = 0
  const walk = (
    number: number,
    objectAt: (at: number) => number,
    within: Matrix,
    depth: number,
  ) => {
    for (let at = 0; at < number && count < MAX_OBJECTS; at += 1) {
      count += 1
      const object = objectAt(at)
      const type = call('FPDFPageObj_GetType', object)
      if (type === TEXT_OBJECT) matrices.set(object, within)
      else if (type === FORM_OBJECT && depth < MAX_DEPTH) {
        forms.push(object)
        walk(
          call('FPDFFormObj_CountObjects', object),
          (inner) => call('FPDFFormObj_GetObject', object, inner),
          product(matrixOf(pdfium, object), within),
          depth + 1,
        )
      } else others.push(object)
    }
  }
  const number = call('FPDFPage_CountObjects', handle)
  walk(number, (at) => call('FPDFPage_GetObject', handle, at), turned, 0)
  return { matrices, texts: [...matrices.keys()], forms, others }
}

/** A letter of a text object, or a blank after one that PDFium adds. */
interface Letter {
  text: string
  box: PageBox | null
  /** Where it ends across the page as it is shown. */
  end: number
}

/** Returns the letters of each text object. */
function lettersOf(
  { call, withBytes }: Pdfium,
  textPage: number,
  turned: Matrix,
): ReadonlyMap<number, readonly Letter[]> {
  const letters = new Map<number, Letter[]>()
  let last: Letter[] = []
  const count = Math.min(call('FPDFText_CountChars', textPage), MAX_OBJECTS)
  withBytes(48, (address, read) => {
    for (let at = 0; at < count; at += 1) {
      const object = call('FPDFText_GetTextObject', textPage, at)
      const text = letterOf(call('FPDFText_GetUnicode', textPage, at))
      if (!object) {
        last.push({ text, box: null, end: Number.NEGATIVE_INFINITY })
        continue
      }
      last = letters.get(object) ?? []
      letters.set(object, last)
      const doubles = [0, 8, 16, 24].map((n) => address + n)
      const hasBox = call('FPDFText_GetCharBox', textPage, at, ...doubles)
      const hasEnd = call('FPDFText_GetLooseCharBox', textPage, at, address + 32)
      const view = read()
      const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((n) =>
        view.getFloat64(n, true),
      )
      const loose = [32, 36, 40, 44].map((n) => view.getFloat32(n, true))
      last.push({
        text,
        box: hasBox ? { left, right, bottom, top } : null,
        end: hasEnd
          ? Math.max(...acrossOf(turned, [loose[0], loose[2]], [loose[1], loose[3]]))
          : Number.NEGATIVE_INFINITY,
      })
    }
  })
  return letters
}

/** Returns the text of a code, which PDFium gives in one piece or in halves. */
const letterOf = (code: number) =>
  code === 0 ? '' : code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)

interface Seen {
  text: string
  sight: Sight
}

interface TextPlace {
  /** Stands for the letters. */
  text: string | undefined
  hasInk: boolean
  size: number
}

/** Returns a function that gives what the drawn page shows of a text object. */
function seenText(
  page: PdfPage,
  textPage: number,
  { objects, letters }: { objects: PageObjects; letters: ReturnType<typeof lettersOf> },
): (object: number, place: TextPlace) => Seen {
  const { pdfium, handle } = page
  const sides = ['FPDF_GetPageWidthF', 'FPDF_GetPageHeightF'].map((name) =>
    pdfium.call(name, handle),
  )
  const minSize = Math.min(MIN_SIZE, MIN_SIZE_SHARE * Math.min(...sides))
  const ink = visibleInk(page, objects)
  return (object, { text, hasInk, size }) => {
    // PDFium gives no text of objects that are only a blank.
    if (!hasInk) return { text: text ?? ' ', sight: 'shown' }
    // Fonts whose letters are drawings may have any size.
    const isTiny = size < minSize && ink.heightOf(object) < minSize
    const sight = isTiny ? 'unseen' : ink.sightOf(object)
    if (isTiny || text !== undefined) return { text: seenPart(text ?? '', sight), sight }
    const own = (letters.get(object) ?? []).map((letter) => ({
      ...letter,
      sight: letter.box ? ink.sightIn(object, letter.box) : 'shown',
    }))
    if (sight === 'shown' && own.every((letter) => letter.sight === 'shown')) {
      return { text: textOf(pdfium, object, textPage), sight }
    }
    return { text: seenWords(own), sight }
  }
}

/** Joins letters. Of a word that is partly hidden nothing remains, as one could guess the rest. */
function seenWords(letters: readonly Seen[]): string {
  const words: Seen[] = []
  for (const { text, sight } of letters) {
    const last = words.at(-1)
    const isBlank = text.trim() === ''
    if (!last || isBlank !== (last.text.trim() === '')) words.push({ text, sight })
    else {
      last.text += text
      if (last.sight !== 'covered' && sight !== 'shown') last.sight = sight
    }
  }
  return words.map(({ text, sight }) => seenPart(text, sight)).join('')
}

function seenPart(text: string, sight: Sight): string {
  if (sight === 'shown' || text.trim() === '') return text
  return sight === 'covered' ? ` ${COVERED} ` : ' '
}

/** Matrices of pages that are shown turned by quarters, clockwise. */
const TURNED: readonly [Matrix, ...Matrix[]] = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
]

const product = (first: Matrix, second: Matrix): Matrix => {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [
    a * g + b * i,
    a * h + b * j,
    c * g + d * i,
    c * h + d * j,
    e * g + f * i + k,
    e * h + f * j + l,
  ]
}

function matrixOf({ call, withBytes }: Pdfium, object: number): Matrix {
  return withBytes(24, (address, read) => {
    call('FPDFPageObj_GetMatrix', object, address)
    const view = read()
    const at = (n: number) => view.getFloat32(4 * n, true)
    return [at(0), at(1), at(2), at(3), at(4), at(5)]
  })
}

/** Returns how far across the corners of a box are. */
const acrossOf = (within: Matrix, xs: readonly (number | undefined)[], ys: typeof xs) =>
  xs.flatMap((x = 0) => ys.map((y = 0) => within[0] * x + within[2] * y + within[4]))

function placeOf(pdfium: Pdfium, object: number, within: Matrix, end: number) {
  const { call, withBytes } = pdfium
  const [, , c, d, left, base] = product(matrixOf(pdfium, object), within)
  const across = withBytes(16, (address, read) => {
    call('FPDFPageObj_GetBounds', object, address, address + 4, address + 8, address + 12)
    const view = read()
    const bounds = [0, 4, 8, 12].map((n) => view.getFloat32(n, true))
    return acrossOf(within, [bounds[0], bounds[2]], [bounds[1], bounds[3]])
  })
  const right = Math.max(...across)
  const fontSize = withBytes(4, (address, read) => {
    call('FPDFTextObj_GetFontSize', object, address)
    return read().getFloat32(0, true)
  })
  return {
    left,
    right: Math.max(right, end),
    base,
    size: Math.hypot(c, d) * fontSize || 1,
    hasInk: right - Math.min(...across) > 0.01,
  }
}

function textOf({ call, withBytes }: Pdfium, object: number, textPage: number): string {
  const size = call('FPDFTextObj_GetText', object, textPage, 0, 0)
  if (size <= 2) return ''
  return withBytes(size, (address, read) => {
    call('FPDFTextObj_GetText', object, textPage, address, size)
    return new TextDecoder('utf-16le').decode(read()).replace(/\0+$/, '')
  })
}

/** Returns the font's name without the prefix of a subset. */
function fontOf({ call, withBytes }: Pdfium, object: number): string {
  const font = call('FPDFTextObj_GetFont', object)
  const size = font && call('FPDFFont_GetBaseFontName', font, 0, 0)
  if (size <= 1) return ''
  return withBytes(size, (address, read) => {
    call('FPDFFont_GetBaseFontName', font, address, size)
    return new TextDecoder('utf-8')
      .decode(read())
      .replace(/\0+$/, '')
      .replace(/^[A-Z]{6}\+/, '')
  })
}

/** Returns the mark with the text that an object stands for. Objects of one mark share its handle. */
function actualTextOf(pdfium: Pdfium, object: number): { handle: number; text: string } | null {
  const { call, withBytes } = pdfium
  for (let at = call('FPDFPageObj_CountMarks', object) - 1; at >= 0; at -= 1) {
    const handle = call('FPDFPageObj_GetMark', object, at)
    const text = withBytes(KEY.length + 4, (key, read) => {
      const length = key + KEY.length
      for (const [n, code] of KEY.entries()) read().setUint8(n, code)
      if (!call('FPDFPageObjMark_GetParamBlobValue', handle, key, 0, 0, length)) return null
      const size = read().getUint32(KEY.length, true)
      return withBytes(size, (value, bytes) => {
        call('FPDFPageObjMark_GetParamBlobValue', handle, key, value, size, length)
        return decodePdfText(bytes())
      })
    })
    if (text !== null) return { handle, text }
  }
  return null
}

/** A string of C. */
const KEY = new TextEncoder().encode('ActualText\0\0')

/** Decodes a text string of PDF: UTF-16 with a mark of its byte order, else near Windows-1252. */
function decodePdfText(bytes: DataView): string {
  const isWide = bytes.byteLength >= 2 && bytes.getUint16(0) === 0xfeff
  return new TextDecoder(isWide ? 'utf-16be' : 'windows-1252').decode(bytes)
}
