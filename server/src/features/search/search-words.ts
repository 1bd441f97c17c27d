import { suggestUnicode } from '@bidyaloy/shared/bengali/bijoy'
import { type FoldedWord, foldedWords, foldText } from '@bidyaloy/shared/bengali/search-fold'
import { synonyms } from '@bidyaloy/shared/bengali/synonyms'

/** A word or phrase of a query. */
export interface SearchWord {
  /** As typed. */
  typed: string
  /** Folded words in a row, one of which must occur: first the typed ones, then synonyms. */
  forms: readonly string[][]
  /** The synonyms as people write them. */
  synonyms: readonly string[]
}

/** A query as the search understands it. */
export interface ParsedQuery {
  /** In Unicode, if it was typed in Bijoy. */
  converted?: string
  words: readonly SearchWord[]
}

/** Further words of a query are ignored: they cost time and hardly change the result. */
const MAX_WORDS = 10
/** Number of words of the longest synonym. */
const MAX_PHRASE = 3

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

/** Splits a query into words. Everything but letters and digits only separates them. */
export function parseQuery(query: string): ParsedQuery {
  const converted = suggestUnicode(query)
  const text = converted ?? query
  const typed = [...foldedWords(text)]
  const words: SearchWord[] = []
  for (let at = 0; at < typed.length && words.length < MAX_WORDS; ) {
    const phrase = phraseAt(typed, at)
    const folded = phrase.map(({ word }) => word)
    const others = [...(synonymsOf.get(folded.join(' ')) ?? [])]
    words.push({
      typed: text.slice(phrase[0]?.start, phrase.at(-1)?.end),
      forms: [folded, ...others.map((other) => foldText(other).split(' '))],
      synonyms: others,
    })
    at += phrase.length
  }
  const different = new Map(words.map((word) => [word.forms[0]?.join(' '), word]))
  return { ...(converted !== null && { converted }), words: [...different.values()] }
}

/** Returns the longest phrase from a place on that has synonyms, or the word there. */
function phraseAt(typed: readonly FoldedWord[], at: number): FoldedWord[] {
  for (let length = MAX_PHRASE; length > 1; length -= 1) {
    const phrase = typed.slice(at, at + length)
    if (synonymsOf.has(phrase.map(({ word }) => word).join(' '))) return phrase
  }
  return typed.slice(at, at + 1)
}

/**
 * Whether a word of a query also finds words that begin with it, as Bengali endings are suffixes:
 * পরীক্ষা finds পরীক্ষার. Not numbers and single letters: 1 is not 10, and শাখা ক is not কলা.
 */
const isBeginning = (word: string) => word.length > 1 && !/^\p{N}/u.test(word)

/** Returns the FTS5 expression of one word. Folded words contain only letters, marks and digits. */
export function matchExpression({ forms }: SearchWord): string {
  const phrases = forms.map((form) => {
    return `"${form.join(' ')}"${isBeginning(form.at(-1) ?? '') ? ' *' : ''}`
  })
  return `(${phrases.join(' OR ')})`
}

/**
 * Returns how many words from a place on are found: the length of the form that matches there, or 0.
 * @param words folded words of a text
 */
export function foundAt(
  { forms }: SearchWord,
  words: readonly Pick<FoldedWord, 'word'>[],
  at: number,
): number {
  const form = forms.find((one) =>
    one.every((part, index) => {
      const word = words[at + index]?.word
      if (word === undefined) return false
      return index === one.length - 1 && isBeginning(part) ? word.startsWith(part) : word === part
    }),
  )
  return form?.length ?? 0
}
