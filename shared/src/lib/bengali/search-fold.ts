import { toBengaliDigits } from './digits.ts'

/*
 * The folding of the site's search: words that people spell in several ways become one. Its result
 * is stored in the search index and never shown. Lists compare titles by `search-text.ts`, which
 * folds less.
 */

/** Increased with every change of the folding: the server then builds its index again. */
export const FOLDING_VERSION = 3

/** A word of a text: its folded form and its place in the text, in UTF-16 units. */
export interface FoldedWord {
  word: string
  start: number
  end: number
}

/** Vowel signs and joiners, for a class of a regular expression. */
const SIGNS = '\\p{Mn}\\p{Mc}\\u200c\\u200d'
/** A number (1) with the letters that follow it (2), or letters. */
const WORD = new RegExp(`(\\p{N}+)([\\p{L}${SIGNS}]*)|[\\p{L}${SIGNS}]+`, 'gu')

/** Yields the folded words of a text in order. */
export function* foldedWords(text: string): Generator<FoldedWord> {
  for (const { 0: whole, 1: digits, 2: suffix = '', index: start } of text.matchAll(WORD)) {
    const end = start + whole.length
    if (digits === undefined) {
      const word = foldLetters(whole)
      if (word) yield { word, start, end }
      continue
    }
    const number = foldLetters(digits)
    const letters = foldLetters(suffix)
    const ordinal = ORDINALS.get(number + letters)
    const middle = start + digits.length
    yield { word: ordinal ?? number, start, end: ordinal ? end : middle }
    if (letters && !ordinal) yield { word: letters, start: middle, end }
  }
}

/** Returns the folded words of a text, separated by spaces. */
export function foldText(text: string): string {
  return Array.from(foldedWords(text), ({ word }) => word).join(' ')
}

/** Letters that sound alike or that programs read as another, each before the one for both. */
const SAME: ReadonlyMap<string, string> = new Map(
  ['ঈই', 'ীি', 'ঊউ', 'ূু', 'ঐএ', 'ঔও', 'শস', 'ষস', 'ণন', 'ৎত', 'ঙং'].map((pair) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
)

/** Folded forms of words: few words make up most of all texts. Emptied when it is full. */
const known = new Map<string, string>()
const MAX_KNOWN = 40_000
const MAX_KNOWN_LENGTH = 30

function foldLetters(word: string): string {
  const found = known.get(word)
  if (found !== undefined) return found
  const folded = foldNewWord(word)
  if (known.size >= MAX_KNOWN) known.clear()
  if (word.length <= MAX_KNOWN_LENGTH) known.set(word, folded)
  return folded
}

function foldNewWord(word: string): string {
  return (
    word
      .normalize('NFC')
      .toLowerCase()
      .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
      // Joiners, then the signs of চাঁদ and মোঃ.
      .replace(/\u200c|\u200d|[ঁঃ]/g, '')
      // এ্যাডমিট, অ্যাডমিট and এডমিট.
      .replace(/^[অএ]্যা/, 'এ')
      // ঋতু, ঋণ, ঋষি, ঋগ্বেদ and ঋজু as programs read them, but not খণ্ড.
      .replace(/^খ(?=তু|ণ(?!্)|ষি|গ্বেদ|জু)/, 'ঋ')
      // কার্য্যালয়, ধর্ম্ম.
      .replace(/র্([ক-হ])্\1/g, 'র্$1')
      .replace(/র্য(?!়)/g, 'র্জ')
      .replace(/(?<!্)য(?!়)/g, 'জ')
      .replace(/ঙ্(?=[কখগঘ])/g, 'ং')
      .replace(/[ঈীঊূঐঔশষণৎঙ]/g, (letter) => SAME.get(letter) ?? letter)
      // উত্সব and উৎসব.
      .replace(/ত্(?=[কখপফস])/g, 'ত')
  )
}

const ORDINAL_WORDS: readonly (readonly [suffixes: readonly string[], word: string])[] = [
  [['ম', 'st'], 'প্রথম'],
  [['য়', 'nd'], 'দ্বিতীয়'],
  [['য়', 'rd'], 'তৃতীয়'],
  [['র্থ', 'th'], 'চতুর্থ'],
  [['ম', 'th'], 'পঞ্চম'],
  [['ষ্ঠ', 'th'], 'ষষ্ঠ'],
  [['ম', 'th'], 'সপ্তম'],
  [['ম', 'th'], 'অষ্টম'],
  [['ম', 'th'], 'নবম'],
  [['ম', 'th'], 'দশম'],
  [['শ', 'th'], 'একাদশ'],
  [['শ', 'th'], 'দ্বাদশ'],
]

/** Folded ordinal words by their form with a number: 9ম → নবম. */
const ORDINALS: ReadonlyMap<string, string> = new Map(
  ORDINAL_WORDS.flatMap(([suffixes, word], index) =>
    suffixes.map((suffix) => [`${index + 1}${foldLetters(suffix)}`, foldLetters(word)] as const),
  ),
)

/**
 * Endings of nouns, folded, after a stem of at least three characters: plural or article, then case.
 * The longest one counts.
 */
const ENDING =
  /^(.{3,}?)(?:(?:গুলো|গুলি|(?<!ং)গন|সমুহ|বৃন্দ)(?:র|ের|কে|তে|ে)?|টির?|ে?রা|(?<!্)(?:ে|য়ে)?দের(?:কে)?|(?<=[া-ৌই])(?:র|তে|কে|য়ের)|(?<=া)য়|ের|ে)$/u

/** Words that only seem to have such an ending, and whose beginning is that of other words. */
const WHOLE: ReadonlySet<string> = new Set(
  ['অধিকার', 'আকার', 'প্রকার', 'দিয়ে', 'নিয়ে'].map(foldLetters),
)

/** Returns a folded word without its ending: পরীক্ষা for পরীক্ষার and পরীক্ষাগুলোতে. */
export function stemOf(word: string): string {
  return WHOLE.has(word) ? word : word.replace(ENDING, '$1')
}

/** Letters with which words are written, by the first letter of their folded form. */
const FIRST_LETTERS: ReadonlyMap<string, string> = collectFirstLetters()

function collectFirstLetters(): Map<string, string> {
  const found = new Map<string, string>()
  for (let code = 0x0985; code <= 0x09e1; code += 1) {
    const letter = String.fromCharCode(code)
    // য is জ, but not in য়; অ is এ in অ্যা; খ is ঋ in খণ.
    for (const written of [letter, `${letter}়`, `${letter}্যা`, `${letter}ণ`]) {
      const first = foldLetters(written).charAt(0)
      const letters = found.get(first) ?? ''
      if (!letters.includes(letter)) found.set(first, letters + letter)
    }
  }
  return found
}

/**
 * Returns a function that yields where words of a text begin whose folded form begins with one of the
 * given folded words, each to be checked. Folding the whole text would take far longer.
 */
export function beginningsOf(words: readonly string[]): (text: string) => Generator<number> {
  // নবম may be written ৯ম.
  const ordinals = [...ORDINALS].filter(([, ordinal]) =>
    words.some((one) => ordinal.startsWith(one)),
  )
  const firsts = [...words, ...ordinals.map(([written]) => written)].map(([first = '']) => first)
  const digits = firsts.filter((first) => /\p{N}/u.test(first)).join('')
  const letters = firsts.map((first) => FIRST_LETTERS.get(first) ?? first + first.toUpperCase())
  const places = new RegExp(
    `[${letters.join('').replace(/\p{N}/gu, '')}](?<!\\p{L}[${SIGNS}]*.)[\\p{L}${SIGNS}]*|` +
      `[${digits}${toBengaliDigits(digits)}](?<!\\p{N}.)`,
    'gu',
  )
  return function* beginnings(text) {
    for (const { 0: written, index } of text.matchAll(places)) {
      const folded = foldLetters(written)
      if (/^\p{N}/u.test(written)) yield index
      else if (words.some((word) => folded.startsWith(word)) && !isSuffix(folded, text, index)) {
        yield index
      }
    }
  }
}

/** Whether a folded word of a text is part of the one before it: ম in ৯ম. */
function isSuffix(folded: string, text: string, index: number): boolean {
  const [number] = /\p{N}+$/u.exec(text.slice(Math.max(0, index - 3), index)) ?? []
  return number !== undefined && ORDINALS.has(foldLetters(number) + folded)
}
