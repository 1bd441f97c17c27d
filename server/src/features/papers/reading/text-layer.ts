import { bijoyToUnicode, suggestUnicode } from '@bidyaloy/shared/bengali/bijoy'
import type { ReadLine } from '@bidyaloy/shared/papers/read-page'
import type { Pdfium, PdfPage } from './pdf-page.ts'

/** Text of a PDF page. */
export interface TextLayer {
  source: 'layer' | 'bijoy'
  lines: ReadLine[]
}

/** Gap between letters that is a blank, and change of the base line that is a new line, in em. */
const BLANK = 0.18
const NEW_LINE = 0.4
/** Largest share of signs without their letter, and of codes without meaning. */
const MAX_BROKEN = 0.03

/**
 * Reads the text that a PDF page contains; null if there is none or it is broken. PDFium's own text
 * separates the parts of Bengali letters, so the page's objects are read one by one.
 */
export function readTextLayer(page: PdfPage): TextLayer | null {
  const units = unitsOf(page)
  // Invisible Latin text over a scan was recognised by a program that knows no Bengali.
  const visible = units.filter(({ isVisible, text }) => isVisible || /[\u0980-\u09ff]/.test(text))
  const { isBijoy, texts } = convert(linesOf(visible))
  const lines = texts
    .map((text) => text.normalize('NFC').match(/\S+/g) ?? [])
    .filter((words) => words.length > 0)
  const text = lines.flat().join(' ')
  if (lines.length === 0 || brokenShare(text) > MAX_BROKEN) return null
  return {
    source: isBijoy ? 'bijoy' : 'layer',
    lines: lines.map((words) => words.map((word) => ({ text: word, sureness: 100 }))),
  }
}

/** Letters whose place and text belong together: a text object, or several with one `ActualText`. */
interface Unit {
  text: string
  font: string
  left: number
  right: number
  base: number
  size: number
  hasInk: boolean
  isVisible: boolean
}

const TEXT_OBJECT = 1
const FORM_OBJECT = 5
const MAX_DEPTH = 8
const MAX_OBJECTS = 100_000
const INVISIBLE = 3

/** A matrix as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [number, number, number, number, number, number]

function unitsOf({ pdfium, handle }: PdfPage): Unit[] {
  const { call } = pdfium
  const textPage = call('FPDFText_LoadPage', handle)
  const turned = TURNED[call('FPDFPage_GetRotation', handle)] ?? TURNED[0]
  const ends = endsOf(pdfium, textPage, turned)
  const units: Unit[] = []
  let count = 0
  let openMark = 0
  const add = (object: number, within: Matrix) => {
    const mark = actualTextOf(pdfium, object)
    const place = placeOf(pdfium, object, within, ends.get(object))
    const last = units.at(-1)
    if (mark && mark.handle === openMark && last) {
      last.left = Math.min(last.left, place.left)
      last.right = Math.max(last.right, place.right)
      return
    }
    openMark = mark?.handle ?? 0
    // PDFium gives no text of objects that are only a blank.
    const text = mark?.text ?? (textOf(pdfium, object, textPage) || (place.hasInk ? '' : ' '))
    const isVisible = call('FPDFTextObj_GetTextRenderMode', object) !== INVISIBLE
    units.push({ ...place, text, font: fontOf(pdfium, object), isVisible })
  }
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
      if (type === TEXT_OBJECT) add(object, within)
      if (type === FORM_OBJECT && depth < MAX_DEPTH) {
        walk(
          call('FPDFFormObj_CountObjects', object),
          (inner) => call('FPDFFormObj_GetObject', object, inner),
          product(matrixOf(pdfium, object), within),
          depth + 1,
        )
      }
    }
  }
  try {
    walk(
      call('FPDFPage_CountObjects', handle),
      (at) => call('FPDFPage_GetObject', handle, at),
      turned,
      0,
    )
  } finally {
    call('FPDFText_ClosePage', textPage)
  }
  return units
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

/** Returns where the letters of each text object end, with the blank that belongs to the last one. */
function endsOf(
  { call, withBytes }: Pdfium,
  textPage: number,
  turned: Matrix,
): Map<number, number> {
  const ends = new Map<number, number>()
  const count = Math.min(call('FPDFText_CountChars', textPage), MAX_OBJECTS)
  withBytes(16, (address, read) => {
    for (let at = 0; at < count; at += 1) {
      const object = call('FPDFText_GetTextObject', textPage, at)
      if (!object || !call('FPDFText_GetLooseCharBox', textPage, at, address)) continue
      const view = read()
      const [left, top, right, bottom] = [0, 4, 8, 12].map((n) => view.getFloat32(n, true))
      const end = Math.max(...acrossOf(turned, [left, right], [top, bottom]))
      ends.set(object, Math.max(ends.get(object) ?? Number.NEGATIVE_INFINITY, end))
    }
  })
  return ends
}

/** Returns how far across the corners of a box are. */
const acrossOf = (within: Matrix, xs: readonly (number | undefined)[], ys: typeof xs) =>
  xs.flatMap((x = 0) => ys.map((y = 0) => within[0] * x + within[2] * y + within[4]))

function placeOf(pdfium: Pdfium, object: number, within: Matrix, end: number | undefined) {
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
    right: Math.max(right, end ?? left),
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

/** Parts of a line in the same kind of font. */
interface Run {
  text: string
  kind: FontKind
}

type FontKind = 'bijoy' | 'known' | 'nameless'

const BIJOY_FONT = /(?<!O)MJ(?![a-z])|^Sutonny(?!OMJ)|Bijoy|^Sulekha|^Ananda/i
const kindOf = (font: string): FontKind =>
  BIJOY_FONT.test(font.replace(/\s/g, '')) && !/OMJ|Unicode/i.test(font)
    ? 'bijoy'
    : font === ''
      ? 'nameless'
      : 'known'

/** Joins the units into lines, in the order in which the page draws them. */
function linesOf(units: readonly Unit[]): Run[][] {
  const lines: Run[][] = []
  let line: Run[] = []
  let last: Unit | undefined
  for (const unit of units) {
    if (unit.text === '') continue
    const isBlank = unit.text.trim() === ''
    if (last && Math.abs(unit.base - last.base) > NEW_LINE * Math.min(unit.size, last.size)) {
      if (isBlank) continue
      lines.push(line)
      line = []
      last = undefined
    }
    const before = line.at(-1)
    const hasGap =
      last && (unit.left - last.right > BLANK * unit.size || last.left - unit.left > unit.size)
    const text = hasGap && !isBlank ? ` ${unit.text}` : unit.text
    const kind = kindOf(unit.font)
    if (before && before.kind === kind) before.text += text
    else line.push({ text, kind })
    if (!isBlank) last = unit
  }
  return [...lines, line]
}

/** Converts what is in Bijoy's codes; nameless fonts by their text and the rest of the page. */
function convert(lines: readonly Run[][]): { isBijoy: boolean; texts: string[] } {
  const named = lines.flatMap((line) => line.filter(({ kind }) => kind === 'bijoy'))
  const namedText = named
    .map(({ text }) => windows1252(text))
    .join(' ')
    .replaceAll('\n', ' ')
  let isBijoy = named.length > 0
  const texts = lines.map((line) =>
    line
      .map(({ text, kind }) => {
        if (kind === 'bijoy') return bijoyToUnicode(windows1252(text))
        if (!/[A-Za-z\u00a1-\u00ff]/.test(text)) return text
        const own = text.replaceAll('\n', ' ')
        const suggested =
          kind === 'nameless' && namedText
            ? suggestUnicode(`${namedText}\n${own}`)?.split('\n')[1]
            : suggestUnicode(own)
        if (suggested == null || suggested === own) return text
        isBijoy = true
        return suggested
      })
      .join(''),
  )
  return { isBijoy, texts }
}

/** Fonts with own signs have their codes in the private area. */
function windows1252(text: string): string {
  return text.replace(/[\uf020-\uf0ff]/g, (code) =>
    new TextDecoder('windows-1252').decode(Uint8Array.of(code.charCodeAt(0) & 0xff)),
  )
}

/** A code that means nothing, and a sign without its letter. */
const BROKEN =
  /[\ufffd\ue000-\uf8ff]|\p{Cc}|(?<![\u0985-\u09e3\u09f0\u09f1\u25cc\u200c\u200d])[\u09bc\u09be-\u09cd\u09d7]/gu

function brokenShare(text: string): number {
  return (text.match(BROKEN) ?? []).length / Math.max(1, text.length)
}
