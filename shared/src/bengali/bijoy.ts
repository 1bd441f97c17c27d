import { ABBREVIATION, cutLine, type Piece, readGlyphs, sum } from './bijoy-words.ts'

/*
 * Bijoy stores glyphs in visual order on the codes of Windows-1252: `wk¶v` is শিক্ষা. Pasted text
 * loses its font name, so it is recognised by its letters.
 */

/**
 * Converts all of `text` from Bijoy, without detection. Bengali Unicode letters are unchanged.
 * @returns NFC
 */
export function bijoyToUnicode(text: string): string {
  return readGlyphs(decode(text)).replace(
    // Left by incomplete converters: গ্র“প.
    /([\u0995-\u09b9])[“æ](?=[\u0995-\u09df])/g,
    '$1ু',
  )
}

/**
 * Converts the parts of a text that are certainly Bijoy; null if there are none. English,
 * abbreviations, URLs and other Latin words are unchanged.
 */
export function suggestUnicode(text: string): string | null {
  if (!/[A-Za-z\u00a1-\u00ff]/.test(text) || GARBLED_OTHERWISE.test(text)) return null
  const lines = decode(text)
    .split('\n')
    .map((line) => cutLine(line))
  const all = isBijoy(lines.flat())
  const found = lines.map((line) => all || isBijoy(line))
  if (!found.includes(true)) return null
  const converted = lines.map((line, at) => (found[at] ? convertLine(line) : textOf(line)))
  return converted.join('\n')
}

/** UTF-8 decoded as Latin-1, Windows-1252 or Windows-1257. */
const GARBLED_OTHERWISE = /à[¦§]|ā[Ļ§]|â€|Ã[\u0080-\u00bfƒ†’‚…¢€]/

/** Decodes character references and escapes, which government websites use for these codes. */
function decode(text: string): string {
  return text
    .normalize('NFC')
    .replace(/&#(\d{3,4});|\\u([0-9a-f]{4})/gi, (_, decimal?: string, hex?: string) =>
      String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)),
    )
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

/** Minimum average weights by number of letters. */
const PROOFS = [
  { letters: 8, average: 0.9, telling: false },
  { letters: 5, average: 2, telling: false },
  { letters: 4, average: 0.8, telling: true },
] as const
/** Minimum share of the Latin letters in words that look like Bijoy. */
const MIN_SHARE = 0.4

function isBijoy(pieces: readonly Piece[]): boolean {
  const candidates = pieces.filter(({ verdict }) => verdict === 'bijoy')
  const { weight, letters, telling, mixed } = sum(candidates.map(({ evidence }) => evidence))
  const { letters: latin } = sum(pieces.map(({ evidence }) => evidence))
  return (
    mixed &&
    letters >= MIN_SHARE * latin &&
    PROOFS.some(
      (proof) =>
        letters >= proof.letters &&
        weight >= proof.average * letters &&
        (telling || !proof.telling),
    )
  )
}

/** Decides for each word, then converts runs of words together, so that signs join their letters. */
function convertLine(line: readonly Piece[]): string {
  const convert = piecesToConvert(line)
  let written = ''
  let run = ''
  for (const [index, { text }] of line.entries()) {
    if (convert[index]) run += text
    else {
      written += bijoyToUnicode(run) + text
      run = ''
    }
  }
  return written + bijoyToUnicode(run)
}

function piecesToConvert(line: readonly Piece[]): boolean[] {
  // Whether the nearest decided word before and after each piece is Bijoy.
  const before = neighbours(line)
  const after = neighbours([...line].reverse()).reverse()
  const words = line.map(({ verdict, text, evidence }, index) => {
    if (verdict !== 'unsure') return verdict === 'bijoy'
    const [left, right] = [before[index], after[index]]
    if (text === 't') return left === true
    const sides = [left, right].filter((side) => side !== undefined)
    return evidence.letters > 3 ? sides.length > 0 && sides.every(Boolean) : sides.some(Boolean)
  })
  return line.map(({ verdict, text }, index) => {
    if (verdict === 'digits') return !gluedToKept(line, words, index)
    if (verdict === 'between') return /[ÒÓÔÕÑ]/.test(text) || !gluedToKept(line, words, index)
    return words[index] ?? false
  })
}

/**
 * Returns for each piece whether the nearest decided word before it is Bijoy. Brackets reset it.
 * Abbreviations are ignored, because Bengali text contains many.
 */
function neighbours(line: readonly Piece[]): (boolean | undefined)[] {
  let nearest: boolean | undefined
  return line.map(({ verdict, text }) => {
    const here = nearest
    if (verdict === 'bijoy') nearest = true
    else if (verdict === 'keep' && !ABBREVIATION.test(text)) nearest = false
    else if (verdict === 'between' && /[()[\]{}]/.test(text)) nearest = undefined
    return here
  })
}

/** Whether an unconverted word is in the same run without spaces: GPA-5, A4. */
function gluedToKept(line: readonly Piece[], words: readonly boolean[], index: number): boolean {
  for (const step of [-1, 1]) {
    for (let at = index + step; ; at += step) {
      const piece = line[at]
      if (!piece || /^\s/.test(piece.text)) break
      if (piece.verdict === 'digits' || piece.verdict === 'between') continue
      if (!words[at]) return true
      break
    }
  }
  return false
}
