import { bijoyToUnicode, suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import { COVERED } from '@bidyaloy/shared/lib/ocr/shown-text'
import type { PdfPage } from './pdf-page.ts'
import { type Unit, unitsOf } from './text-units.ts'

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
 * Reads the text of a PDF page that is seen when it is drawn; null if there is none or it is broken. PDFium's own text
 * separates the parts of Bengali letters, so the page's objects are read one by one.
 */
export function readTextLayer(page: PdfPage): TextLayer | null {
  const { isBijoy, texts } = convert(linesOf(unitsOf(page)))
  const lines = texts
    .map((text) => text.normalize('NFC').match(/\S+/g) ?? [])
    .map((words) => words.filter((word, at) => word !== COVERED || words[at - 1] !== COVERED))
    .filter((words) => words.length > 0)
  const text = lines.flat().join(' ')
  if (lines.length === 0 || brokenShare(text) > MAX_BROKEN) return null
  return {
    source: isBijoy ? 'bijoy' : 'layer',
    lines: lines.map((words) => words.map((word) => ({ text: word, sureness: 100 }))),
  }
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
      last &&
      !isInCluster(last, unit) &&
      (unit.left - last.right > BLANK * unit.size || last.left - unit.left > unit.size)
    const text = hasGap && !isBlank ? ` ${unit.text}` : unit.text
    const kind = kindOf(unit.font)
    if (before && before.kind === kind) before.text += text
    else line.push({ text, kind })
    if (!isBlank) last = unit
  }
  return [...lines, line]
}

/** Whether a gap would part a letter: after a hasanta, or before a sign that is written to a letter. */
const isInCluster = (last: Unit, unit: Unit) =>
  /\u09cd$/.test(last.text) || /^[\u0981-\u0983\u09bc\u09be-\u09cd\u09d7]/.test(unit.text)

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
