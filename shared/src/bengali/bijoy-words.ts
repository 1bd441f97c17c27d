import { readGlyphs } from './bijoy-syllables.ts'
import { isTelling, letterWeights } from './bijoy-weights.ts'

/**
 * `bijoy` will be converted, `unsure` follows its neighbours, `keep` stays as it is. Digits have
 * no say of their own, nor has what stands between words.
 */
type Verdict = 'bijoy' | 'unsure' | 'keep' | 'digits' | 'between'

/** A piece of a line: a word in Latin letters and marks, a number, or what stands between. */
export interface Piece {
  text: string
  verdict: Verdict
  evidence: Evidence
}

/** What the letters of some words say together. */
interface Evidence {
  /** Sum of the weights of the letters. */
  weight: number
  letters: number
  /** Whether a mark stands among them that no European text has inside a word. */
  telling: boolean
  /** Whether a capital stands inside a word, or such a mark: typing by chance makes neither. */
  mixed: boolean
}

const NO_EVIDENCE: Evidence = { weight: 0, letters: 0, telling: false, mixed: false }

/** Addresses and names of files keep their letters whatever stands around them. */
const PROTECTED =
  /^[a-z][a-z0-9+.-]*:\/\/|^www\.|[^\s@]@[^\s@]+\.[a-z]|[a-z0-9-]\.(?:com|org|net|edu|gov|info|bd)(?![a-z0-9])|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|webp|svg|zip|rar|txt|csv|html?|mp[34]|exe|apk)$/i
/** A word between two backticks is a quotation of programmers; the code alone is দ. */
const QUOTED = /^[^`\w]*`[^`\s]+`[^`\w]*$/
const BETWEEN = '.,;:?!()[\\]{}/\\-+=*%#@<>"|\\\\$ÒÓÔÕÑ\\u0980-\\u09ff\\u200c\\u200d'
const DIGIT = /^[0-9]/
const STARTS_BETWEEN = new RegExp(`^[${BETWEEN}–—]`)
/** The two dashes are letters after these: রু, ন্ত, স্ত. */
const PIECES = new RegExp(`[0-9]+|[${BETWEEN}–—]+|(?:[iªÖ«]–|[š›¯]—|[^0-9${BETWEEN}–—])+`, 'g')

/** Words all of capitals that are no abbreviations: ও, এ, গক, কত. */
const CAPITAL_WORDS: ReadonlySet<string> = new Set(['I', 'G', 'GK', 'GB', 'GKB', 'GZ', 'KZ'])
/** Abbreviations, also those of other languages. Bijoy itself has few short words without a small letter. */
export const ABBREVIATION = /^(?:[A-Z]{2,}s?|[A-ZÀ-ÖØ-Þ]{4,})$/
/** Names of sections and classes. */
const SECTION = /^[A-FVX]$/
/** Words so common and of such letters that the next word tells: এর, এবং, সহ, ফরম, নবম, ছবি, খবর. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'lô Gi Ges bs Uv wU wUi Rb wW wg eb gv bv Kx wK gvm n‡e dig dg beg feb mn nq ev ‡h †h hv we Qwe Lei Ni Drme me ci c‡i eo nvU NÈv ewn niY cwi Wvt ivR NiwU QwewU LeiwU Lye Qq wbR Pvi GLb Avi eB NUbv weUv nvi bvg mn dj'.split(
    ' ',
  ),
)
/** What no word is as long as. */
const LONGEST_WORD = 80

/** So few letters say less. */
const FEW_LETTERS = 3
/** A word over this average counts as Bijoy; one over the other may be, as its neighbours are. */
const CONVINCING = { few: 1, many: 0.3, telling: -1 }
const POSSIBLE = { few: -0.7, many: -0.5, marked: -1.8 }
/** Has a mark inside, or a reph at its end. */
const MARKED = /.[¡-ÿŒœŠšŸƒˆ˜‚„†‡•‰‹›].|©$/

const CONSONANT = '(?:[\\u0995-\\u09b9]\\u09bc?|\\u09ce)'
const JOIN = '\\u200d?\\u09cd[\\u200c\\u200d]?'
const SIGN = '[\\u09be-\\u09c4\\u09c7\\u09c8\\u09cb\\u09cc]'
/** A word as Bengali can be written: no sign without its letter, no two signs on one. */
const WELL_FORMED = new RegExp(
  `^(?:(?:[\\u0985-\\u0994](?:${JOIN}\\u09af\\u09be?)?|${CONSONANT}(?:${JOIN}${CONSONANT}){0,3}(?:\\u09cd(?!.)|${SIGN})?)\\u0981?[\\u0982\\u0983]?)+$`,
)

/** Cuts a line into pieces, each with its verdict as far as it can be told alone. */
export function cutLine(line: string): Piece[] {
  return (line.match(/\s+|\S+/g) ?? []).flatMap((chunk) => {
    if (chunk.trim() === '') return [{ text: chunk, verdict: 'between', evidence: NO_EVIDENCE }]
    if (PROTECTED.test(chunk) || QUOTED.test(chunk)) {
      return [{ text: chunk, verdict: 'keep', evidence: NO_EVIDENCE }]
    }
    return (chunk.match(PIECES) ?? []).map(judgePiece)
  })
}

function judgePiece(text: string, index: number, chunk: readonly string[]): Piece {
  if (DIGIT.test(text)) return { text, verdict: 'digits', evidence: NO_EVIDENCE }
  const evidence = STARTS_BETWEEN.test(text) ? NO_EVIDENCE : weigh(text)
  if (evidence.letters === 0) return { text, verdict: 'between', evidence }
  const [before = '', after = ''] = [chunk[index - 1], chunk[index + 1]]
  if (after.startsWith('-') && SECTION.test(text)) return { text, verdict: 'unsure', evidence }
  const byDigits = DIGIT.test(before) || DIGIT.test(after)
  return { text, verdict: judge(text, evidence, byDigits), evidence }
}

function judge(word: string, evidence: Evidence, byDigits: boolean): Verdict {
  const { weight, letters, telling } = evidence
  const average = weight / letters
  // Alone, t is how typists write a colon.
  if (COMMON_WORDS.has(word) || CAPITAL_WORDS.has(word) || word === 't') return 'unsure'
  if (ABBREVIATION.test(word) || SECTION.test(word) || (byDigits && /^[A-Z]$/.test(word))) {
    return 'keep'
  }
  // The other sections: ক, খ, গ.
  if (/^[A-Z]$/.test(word)) return 'unsure'
  const size = letters <= FEW_LETTERS ? 'few' : 'many'
  const convincing = CONVINCING[telling ? 'telling' : size]
  const possible = telling || MARKED.test(word) ? POSSIBLE.marked : POSSIBLE[size]
  if (average <= possible || word.length > LONGEST_WORD) return 'keep'
  // What breaks the rules of writing may still be a slip of a typist, where the marks tell.
  if (!WELL_FORMED.test(readGlyphs(word))) return telling && average > 1 ? 'bijoy' : 'keep'
  return average > convincing ? 'bijoy' : 'unsure'
}

function weigh(word: string): Evidence {
  const last = word.length - 1
  let weight = 0
  let letters = 0
  for (let at = 0; at <= last; at += 1) {
    const code = word.charAt(at)
    const found = letterWeights.get(code)
    // At the edge of a word these are signs of programmers.
    if (found === undefined || ((at === 0 || at === last) && '`_^~&'.includes(code))) continue
    weight += found
    letters += 1
  }
  if (letters === 0) return NO_EVIDENCE
  const telling = isTelling(word)
  return { weight, letters, telling, mixed: telling || /[^A-Z][A-Z]|[a-z]©/.test(word) }
}

/** The evidence of several words. */
export function sum(words: readonly Evidence[]): Evidence {
  return words.reduce(
    (all, one) => ({
      weight: all.weight + one.weight,
      letters: all.letters + one.letters,
      telling: all.telling || one.telling,
      mixed: all.mixed || one.mixed,
    }),
    NO_EVIDENCE,
  )
}
