/*
 * The folding of the site's search: words that people spell in several ways become one. Its result
 * is stored in the search index and never shown. Lists compare titles by `search-text.ts`, which
 * folds less.
 */

/** Increased with every change of the folding: the server then builds its index again. */
export const FOLDING_VERSION = 1

/** A word of a text: its folded form and its place in the text, in UTF-16 units. */
export interface FoldedWord {
  word: string
  start: number
  end: number
}

/** A number with the letters that follow it, or letters. Bengali vowel signs are marks (Mn, Mc). */
const WORD =
  /(?<digits>\p{N}+)(?<suffix>[\p{L}\p{Mn}\p{Mc}\u200c\u200d]*)|[\p{L}\p{Mn}\p{Mc}\u200c\u200d]+/gu

/** Yields the folded words of a text in order. */
export function* foldedWords(text: string): Generator<FoldedWord> {
  for (const { 0: whole, index: start, groups } of text.matchAll(WORD)) {
    const end = start + whole.length
    const { digits, suffix } = groups ?? {}
    if (!digits) {
      const word = foldLetters(whole)
      if (word) yield { word, start, end }
      continue
    }
    const number = foldLetters(digits)
    const letters = foldLetters(suffix ?? '')
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

/** Letters that sound alike, each before the one that stands for both. */
const SAME: ReadonlyMap<string, string> = new Map(
  ['ঈই', 'ীি', 'ঊউ', 'ূু', 'শস', 'ষস', 'ণন', 'ৎত', 'ঙং'].map((pair) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
)

/** Folded forms of words: few words make up most of all texts. Emptied when it is full. */
const known = new Map<string, string>()
const MAX_KNOWN = 20_000
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
      // কার্য্যালয়, ধর্ম্ম.
      .replace(/র্([ক-হ])্\1/g, 'র্$1')
      .replace(/র্য(?!়)/g, 'র্জ')
      .replace(/(?<!্)য(?!়)/g, 'জ')
      .replace(/ঙ্(?=[কখগঘ])/g, 'ং')
      .replace(/[ঈীঊূশষণৎঙ]/g, (letter) => SAME.get(letter) ?? letter)
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
