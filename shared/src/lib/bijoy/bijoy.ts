import { readGlyphs } from './bijoy-glyphs.ts'
import { cutText, type Piece, type WordShape } from './bijoy-words.ts'

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
  if (!/[A-Za-z\u00a1-\u00ff\u2020\u2021]/.test(text) || GARBLED_OTHERWISE.test(text)) return null
  const pieces = cutText(decode(text))
  const isBijoy = findBijoy(pieces)
  if (isBijoy === null) return null
  const before = sidesOf(pieces, isBijoy)
  const after = sidesOf([...pieces].reverse(), [...isBijoy].reverse()).reverse()
  const convert = pieces.map(({ kind, text: piece }, index) => {
    const sides = [before[index] ?? {}, after[index] ?? {}]
    if (kind === 'word') return isBijoy[index] ?? false
    if (kind === 'colon') return sides[0]?.inLine === true
    if (kind === 'keep') return false
    if (kind === 'between' && /[ÒÓÔÕÑ]/.test(piece)) return true
    // GPA-5, A4
    if (sides.some(({ glued }) => glued === false)) return false
    const inLine = sides.map((side) => side.inLine).filter((side) => side !== undefined)
    return inLine.length > 0 ? inLine.some(Boolean) : sides.some(({ inText }) => inText)
  })
  // Runs of words are converted together, so that signs join their letters.
  let written = ''
  let run = ''
  for (const [index, { text: piece }] of pieces.entries()) {
    if (convert[index]) run += piece
    else {
      written += bijoyToUnicode(run) + piece
      run = ''
    }
  }
  return written + bijoyToUnicode(run)
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

/**
 * Cost of a change between Bijoy and other words: within a line, where a bracket begins or ends, and
 * where a line does.
 */
const CHANGE = { word: 5, bracket: 1, line: 2 } as const

/** Minimum gain of a run of Bijoy words, by the best shape among them. */
const PROOF: Readonly<Record<WordShape, number>> = {
  marked: 4.5,
  plain: 14,
  short: Infinity,
}

/**
 * Returns which pieces are Bijoy words: the likeliest sequence in which each change has its cost, so
 * that words without evidence follow their neighbours. Null if no run of Bijoy words is proven.
 */
function findBijoy(pieces: readonly Piece[]): boolean[] | null {
  const words = findWords(pieces)
  // The best gains of sequences whose last word is kept, or Bijoy.
  let kept = 0
  let bijoy = 0
  const stays = words.map(({ change, piece }) => {
    const stay = { kept: kept >= bijoy - change, bijoy: bijoy >= kept - change }
    const keptBefore = kept
    kept = Math.max(kept, bijoy - change)
    bijoy = Math.max(bijoy, keptBefore - change) + piece.evidence
    return stay
  })

  const found = new Set<Piece>()
  let isProven = false
  let isBijoy = bijoy > kept
  let run = NO_RUN
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at]
    const stay = stays[at]
    if (!word || !stay) break
    if (isBijoy) {
      found.add(word.piece)
      run = longer(run, word.piece)
    }
    const isSame = isBijoy ? stay.bijoy : stay.kept
    if (!isSame) run = { ...run, gain: run.gain - word.change }
    if (isBijoy && (!isSame || at === 0)) {
      isProven ||= run.gain >= PROOF[run.shape]
      run = NO_RUN
    }
    if (!isSame) isBijoy = !isBijoy
  }
  return isProven ? pieces.map((piece) => found.has(piece)) : null
}

interface Word {
  piece: Piece
  /** Cost of a change before it. */
  change: number
}

function findWords(pieces: readonly Piece[]): Word[] {
  const words: Word[] = []
  let change = 0
  for (const piece of pieces) {
    if (piece.kind === 'word') {
      words.push({ piece, change })
      change = CHANGE.word
    } else if (piece.kind === 'between') {
      if (/[()[\]{}]/.test(piece.text)) change = Math.min(change, CHANGE.bracket)
      else if (piece.text.includes('\n')) change = Math.min(change, CHANGE.line)
    }
  }
  return words
}

/** A run of Bijoy words. */
interface Run {
  gain: number
  shape: WordShape
}

const NO_RUN: Run = { gain: 0, shape: 'short' }

function longer({ gain, shape }: Run, piece: Piece): Run {
  const best = PROOF[piece.shape] < PROOF[shape] ? piece.shape : shape
  return { gain: gain + piece.evidence, shape: best }
}

/** What is on one side of a piece; undefined without a word. */
interface Side {
  /** Whether the nearest word without a space between is Bijoy. */
  glued?: boolean | undefined
  /** Whether a word of the line is. */
  inLine?: boolean | undefined
  /** Whether the nearest word of the text is. */
  inText?: boolean | undefined
}

/** Returns the side before each piece. */
function sidesOf(pieces: readonly Piece[], isBijoy: readonly boolean[]): Side[] {
  let side: Side = {}
  return pieces.map(({ kind, text }, index) => {
    const before = side
    const here = isBijoy[index]
    if (kind === 'word') side = { glued: here, inLine: side.inLine || here, inText: here }
    else if (kind === 'keep') side = { ...side, glued: false }
    else if (text.includes('\n')) side = { inText: side.inText }
    else if (/\s/.test(text)) side = { ...side, glued: undefined }
    return before
  })
}
