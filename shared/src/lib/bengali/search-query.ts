import { toLatinDigits } from './digits.ts'
import { type FoldedWord, foldedWords, foldText, stemOf } from './search-fold.ts'
import { stopWords, synonyms } from './synonyms.ts'

/** Folded words in a row. */
export interface WordForm {
  words: readonly string[]
  /**
   * Whether it also finds words that begin with its last one, as Bengali endings are suffixes:
   * পরীক্ষা finds পরীক্ষার.
   */
  isBeginning: boolean
}

/** A word or phrase of a query. */
export interface SearchWord {
  /** As typed. */
  typed: string
  /** One of them must occur: first the typed one without its ending, then synonyms. */
  forms: readonly [WordForm, ...WordForm[]]
  /** The synonyms as people write them. */
  synonyms: readonly string[]
}

/** Further words of a query are ignored: they cost time and hardly change the result. */
const MAX_WORDS = 10
/** Number of words of the longest synonym. */
const MAX_PHRASE = 4

/** Synonyms by each of their folded forms. */
const synonymsOf: ReadonlyMap<string, ReadonlySet<string>> = collectSynonyms()

function collectSynonyms(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const row of synonyms) {
    for (const form of row.map(foldText)) {
      const others = row.filter((one) => foldText(one) !== form)
      found.set(form, new Set([...(found.get(form) ?? []), ...others]))
    }
  }
  return found
}

const STOP_WORDS: ReadonlySet<string> = new Set(stopWords.map(foldText))

/** Returns the words without those that say little; all of them if all say little. */
export function withoutStopWords(words: readonly SearchWord[]): readonly SearchWord[] {
  const telling = words.filter(({ typed }) => !STOP_WORDS.has(foldText(typed)))
  return telling.length > 0 ? telling : words
}

/** Single words that have synonyms, folded. */
export const knownWords: readonly string[] = [...synonymsOf.keys()].filter(
  (form) => !/[\s\p{N}]/u.test(form),
)

/** Returns a word that other words, and their synonyms, are found for, too. */
export function widened(word: SearchWord, others: readonly string[]): SearchWord {
  const all = others.flatMap((other) => [
    other,
    ...[...(synonymsOf.get(other) ?? [])].map((synonym) => foldText(synonym)),
  ])
  const added = [...new Set(all)].map((other) => formOf(other.split(' ')))
  return { ...word, forms: [...word.forms, ...added] }
}

/** Phone numbers, in Latin digits, with what separates their parts. */
const PHONE = /(?<!\p{N})(?:\+?88)?(0\d[\d –—-]{6,12}\d)(?!\p{N})/gu

/** Returns a text with each phone number as one word: ০১৭০০-০০০০০২ as 01700000002. */
export function joinPhones(text: string): string {
  return toLatinDigits(text).replace(PHONE, (_, number: string) => number.replace(/\D/g, ''))
}

/** Splits a query into distinct words. Everything but letters and digits only separates them. */
export function queryWords(written: string): SearchWord[] {
  const query = joinPhones(written)
  const typed = [...foldedWords(query)]
  const words = new Map<string, SearchWord>()
  for (let at = 0; at < typed.length && words.size < MAX_WORDS; ) {
    const folded = phraseAt(typed, at)
    const next = at + folded.length
    const others = [...(synonymsOf.get(folded.join(' ')) ?? [])]
    words.set(folded.join(' '), {
      typed: query.slice(typed[at]?.start, typed[next - 1]?.end),
      forms: [formOf(folded), ...others.map((other) => formOf(foldText(other).split(' ')))],
      synonyms: others,
    })
    at = next
  }
  return [...words.values()]
}

/** Returns the longest phrase from a place on that has synonyms, or the word there without ending. */
function phraseAt(typed: readonly FoldedWord[], at: number): string[] {
  for (let length = MAX_PHRASE; length > 0; length -= 1) {
    const phrase = typed.slice(at, at + length).map(({ word }) => word)
    const stemmed = [...phrase.slice(0, -1), stemOf(phrase.at(-1) ?? '')]
    const known = [phrase, stemmed].find((words) => synonymsOf.has(words.join(' ')))
    if (known || length === 1) return known ?? stemmed
  }
  return []
}

/**
 * Numbers, single letters and short English words are no beginnings: 1 is not 10, শাখা ক is not কলা,
 * and ten is not tender.
 */
function formOf(words: readonly string[]): WordForm {
  const last = words.at(-1) ?? ''
  return { words, isBeginning: /^\P{N}./u.test(last) && !/^[a-z]{1,3}$/.test(last) }
}

/**
 * Returns how many words from a place on are found: the length of the form that matches there, or 0.
 * @param folded folded words of a text
 */
export function foundAt(
  { forms }: SearchWord,
  folded: readonly Pick<FoldedWord, 'word'>[],
  at: number,
): number {
  const form = forms.find(({ words, isBeginning }) =>
    words.every((part, index) => {
      const word = folded[at + index]?.word
      if (word === undefined) return false
      return isBeginning && index === words.length - 1 ? word.startsWith(part) : word === part
    }),
  )
  return form?.words.length ?? 0
}
