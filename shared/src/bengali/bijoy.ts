import { ABBREVIATION, cutLine, type Piece, readGlyphs, sum } from './bijoy-words.ts'

/*
 * Bijoy is a set of glyphs on the codes of Windows-1252, in drawing order: `wk¶v` is শিক্ষা. The
 * name of the font is lost on the way into a form, so the text is recognised by its letters.
 */

/**
 * Reads all of `text` as Bijoy, whatever it is; for a person who said so.
 * Bengali letters in Unicode stay; NFC.
 */
export function bijoyToUnicode(text: string): string {
  return readGlyphs(decode(text)).replace(
    // Left over by converters with gaps: গ্র“প.
    /([\u0995-\u09b9])[“æ](?=[\u0995-\u09df])/g,
    '$1ু',
  )
}

/**
 * The text with what is surely Bijoy in it converted, or null where nothing is to be offered.
 * Abbreviations, addresses and other Latin words among it stay. English is never touched.
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

/** UTF-8 that was read as Latin-1, Windows-1252 or Windows-1257. */
const GARBLED_OTHERWISE = /à[¦§]|ā[Ļ§]|â€|Ã[\u0080-\u00bfƒ†’‚…¢€]/

/** Pages of the government hold the codes as entities or escapes. */
function decode(text: string): string {
  return text
    .normalize('NFC')
    .replace(/&#(\d{3,4});|\\u([0-9a-f]{4})/gi, (_, decimal?: string, hex?: string) =>
      String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)),
    )
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

/** Least averages over so many letters, of which fewer do where they say more. */
const PROOFS = [
  { letters: 8, average: 0.9, telling: false },
  { letters: 5, average: 2, telling: false },
  { letters: 4, average: 0.8, telling: true },
] as const
/** What part of the Latin letters must be of words that look like Bijoy. */
const LEAST_PART = 0.4

function isBijoy(pieces: readonly Piece[]): boolean {
  const candidates = pieces.filter(({ verdict }) => verdict === 'bijoy')
  const { weight, letters, telling, mixed } = sum(candidates.map(({ evidence }) => evidence))
  const { letters: latin } = sum(pieces.map(({ evidence }) => evidence))
  return (
    mixed &&
    letters >= LEAST_PART * latin &&
    PROOFS.some(
      (proof) =>
        letters >= proof.letters &&
        weight >= proof.average * letters &&
        (telling || !proof.telling),
    )
  )
}

/** Decides word by word, then reads what is to be converted in one go, so that marks see their letters. */
function convertLine(line: readonly Piece[]): string {
  const convert = whatToConvert(line)
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

function whatToConvert(line: readonly Piece[]): boolean[] {
  // Of the words before and after each place: whether the nearest decided one is Bijoy.
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
 * For each place whether the nearest decided word before it is Bijoy. Brackets stand between;
 * abbreviations, which Bengali is full of, say nothing.
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

/** Whether a kept word stands in the same run without blanks: GPA-5, A4. */
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
