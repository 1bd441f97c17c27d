import { readGlyphs, TYPOGRAPHIC } from './bijoy-glyphs.ts'
import model from './bijoy-model.json' with { type: 'json' }

/**
 * `digits` and what is `between` words follow from the words around them, and a `colon` (the visarga)
 * from the word before it. `keep` is unchanged and says nothing about its neighbours.
 */
type PieceKind = 'word' | 'colon' | 'digits' | 'between' | 'keep'

/** A piece of a text: a word of Latin letters and marks, a number, or what is between words. */
export interface Piece {
  text: string
  kind: PieceKind
  /** ln(P(word | Bijoy) / P(word | other)); 0 if it is not a word. */
  evidence: number
  shape: WordShape
}

/** A `marked` word has a letter that is not ASCII, a `short` one has less than four letters. */
export type WordShape = 'marked' | 'plain' | 'short'

/** URLs, email addresses and file names, which are never converted. */
const PROTECTED =
  /^[a-z][a-z0-9+.-]*:\/\/|^www\.|[^\s@]@[^\s@]+\.[a-z]|[a-z0-9-]\.(?:com|org|net|edu|gov|info|bd)(?![a-z0-9])|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|webp|svg|zip|rar|txt|csv|html?|mp[34]|exe|apk)$|[_/-][a-z0-9]+\.[a-z]{2,4}$/i
/** A word between backticks is mostly quoted code; a single backtick is দ. */
const QUOTED = /^[^`\w]*`[^`\s]+`[^`\w]*$/
const BETWEEN = '.,;:?!()[\\]{}/\\-+=*%#@<>"|\\\\$ÒÓÔÕÑ\\u0980-\\u09ff\\u200c\\u200d'
const DIGIT = /^[0-9]/
const STARTS_BETWEEN = new RegExp(`^[${BETWEEN}–—]`)
/** Both dashes are letters after these: রু, ন্ত, স্ত. */
const PIECES = new RegExp(`[0-9]+|[${BETWEEN}–—]+|(?:[iªÖ«]–|[š›¯]—|[^0-9${BETWEEN}–—])+`, 'g')

/** Abbreviations in any language. Few short Bijoy words have no small letter. */
const ABBREVIATION = /^[A-Z]{2,}s?$/
/** In capitals, of a European language. */
const CAPITALS = /^(?=.*[À-ÖØ-Þ].|.*[A-Z]{4})[A-ZÀ-ÖØ-Þ]{3,}$/
/** Names of sections and classes. */
const SECTION = /^[A-FVX]$/
/** Longer sequences of letters are not words. */
const MAX_WORD_LENGTH = 80

/** Codes: base64, UUIDs, product names. */
const CODE = /[A-Za-z][0-9+]|\+[A-Za-z]/
/** Lines, and code blocks of Markdown. No word begins with two of these. */
const RULED = /^[`_^~&]{2}|[`_^~&]{3}/

/** Splits a text into pieces and judges each one on its own. */
export function cutText(text: string): Piece[] {
  return (text.match(/\s+|\S+/g) ?? []).flatMap((chunk) => {
    if (chunk.trim() === '') return [plain(chunk, 'between')]
    if (PROTECTED.test(chunk)) return [plain(chunk, 'keep')]
    const pieces = (chunk.match(PIECES) ?? []).map(judgePiece)
    if (!QUOTED.test(chunk) && !CODE.test(chunk)) return pieces
    return pieces.map((piece) => ({ ...piece, evidence: piece.evidence + IN_CODE }))
  })
}

const plain = (text: string, kind: PieceKind): Piece => ({
  text,
  kind,
  evidence: 0,
  shape: 'short',
})

function judgePiece(text: string, index: number, chunk: readonly string[]): Piece {
  if (DIGIT.test(text)) return plain(text, 'digits')
  const word = text.replace(LITERAL_BEFORE, '')
  const bare = word.replace(LITERAL_AFTER, '')
  if (STARTS_BETWEEN.test(text) || bare === '') return plain(text, 'between')
  // Typists use a single t as a colon.
  if (text === 't') return plain(text, 'colon')
  const [before = '', after = ''] = [chunk[index - 1], chunk[index + 1]]
  const byDigits = DIGIT.test(before) || DIGIT.test(after)
  const isKept =
    text.length > MAX_WORD_LENGTH ||
    RULED.test(text) ||
    CAPITALS.test(text) ||
    (SECTION.test(text) && !after.startsWith('-')) ||
    (byDigits && /^[A-Z]$/.test(text))
  if (isKept) return plain(text, 'keep')
  const [evidence, form] = weigh(word) > weigh(bare) ? [weigh(word), word] : [weigh(bare), bare]
  if (evidence < 0 && ABBREVIATION.test(text)) return plain(text, 'keep')
  return { text, kind: 'word', evidence, shape: shapeOf(form) }
}

function shapeOf(word: string): WordShape {
  if (/[^\0-\x7f]/.test(word)) return 'marked'
  return word.length < 4 ? 'short' : 'plain'
}

/** Evidence of a word that is no well-formed Bengali word, is part of a code, or is English. */
const MALFORMED = -8
const IN_CODE = -10
const ENGLISH = -8

/**
 * Signs where no language has them: Ÿ beside a small letter, as French has it among capitals only; º
 * between letters, not after a number or at an end; † or ‡ before œ, but not the French œu and œi. The
 * model has seen some of the rarer ones too seldom to be sure.
 */
const UNMISTAKABLE_SIGN = /[a-z]Ÿ|Ÿ[a-z]|[a-z‡]º.|^†[^A-Z].*œ(?![ui])/
const UNMISTAKABLE = 10.5

/** Returns the evidence of a word, of which quotes and signs around it may be letters. */
function weigh(word: string): number {
  const { evidence, english } = unpacked()
  const reads = readGlyphs(word).replace(LITERAL_AFTER, '')
  const isEnglish = english.has(word.toLowerCase()) && !/.[A-Z]/.test(word)
  const form = !WELL_FORMED.test(reads)
    ? MALFORMED
    : UNMISTAKABLE_SIGN.test(word)
      ? UNMISTAKABLE
      : 0
  return likelihood(word, evidence) + form + (isEnglish ? ENGLISH : 0)
}

/** Quotes, dashes and signs around a word. Some of them end a Bijoy word. */
const LITERAL_BEFORE = new RegExp(`^[${TYPOGRAPHIC.replace(/[÷‰]/g, '')}]+`)
const LITERAL_AFTER = new RegExp(`[${TYPOGRAPHIC}]+$`)

const CONSONANT = '(?:[\\u0995-\\u09b9]\\u09bc?|\\u09ce)'
const JOIN = '\\u200d?\\u09cd[\\u200c\\u200d]?'
const SIGN = '[\\u09be-\\u09c4\\u09c7\\u09c8\\u09cb\\u09cc]'
/** A well-formed Bengali word: each vowel sign has its own letter. */
const WELL_FORMED = new RegExp(
  `^(?:(?:[\\u0985-\\u0994](?:${JOIN}\\u09af\\u09be?)?|${CONSONANT}(?:${JOIN}${CONSONANT}){0,3}(?:\\u09cd(?!.)|${SIGN})?)\\u0981?[\\u0982\\u0983]?)+$`,
)

/** As in `scripts/bijoy-model`. */
const START = '<'
const END = '>'
const STEP = 0.5
const ZERO = '@'.charCodeAt(0)
/** Evidence of a letter that the font lacks. */
const FOREIGN = -8

/** Sums the evidence of each letter after the two before it. */
function likelihood(word: string, evidence: ReadonlyMap<string, number>): number {
  const marked = START + START + word + END
  let sum = 0
  for (let at = 2; at < marked.length; at += 1) {
    sum +=
      evidence.get(marked.slice(at - 2, at + 1)) ??
      evidence.get(marked.slice(at - 1, at + 1)) ??
      evidence.get(marked.charAt(at)) ??
      FOREIGN
  }
  return sum
}

interface Model {
  /** By pieces of one to three letters. */
  evidence: ReadonlyMap<string, number>
  /** English words that follow their neighbours without this list. */
  english: ReadonlySet<string>
}

let unpackedModel: Model | undefined

/** Unpacks the model on its first use. */
function unpacked(): Model {
  unpackedModel ??= {
    evidence: new Map(
      [model.letters, model.pairs, model.triples].flatMap((groups, length) =>
        groups.split(' ').flatMap((group) => {
          const before = group.slice(0, length)
          return (group.slice(length).match(/../gs) ?? []).map((pair): [string, number] => [
            before + pair.charAt(0),
            (pair.charCodeAt(1) - ZERO) * STEP,
          ])
        }),
      ),
    ),
    english: new Set(model.english.split(' ')),
  }
  return unpackedModel
}
