import { suggestUnicode } from '@bidyaloy/shared/bengali/bijoy'
import {
  type FoldedWord,
  foldedWords,
  foldText,
  stemOf,
} from '@bidyaloy/shared/bengali/search-fold'
import { synonyms } from '@bidyaloy/shared/bengali/synonyms'

/** Folded words in a row. */
interface WordForm {
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
  const words = new Map<string, SearchWord>()
  for (let at = 0; at < typed.length && words.size < MAX_WORDS; ) {
    const folded = phraseAt(typed, at)
    const next = at + folded.length
    const others = [...(synonymsOf.get(folded.join(' ')) ?? [])]
    words.set(folded.join(' '), {
      typed: text.slice(typed[at]?.start, typed[next - 1]?.end),
      forms: [formOf(folded), ...others.map((other) => formOf(foldText(other).split(' ')))],
      synonyms: others,
    })
    at = next
  }
  return { ...(converted !== null && { converted }), words: [...words.values()] }
}

/** Returns the longest phrase from a place on that has synonyms, or the word there without ending. */
function phraseAt(typed: readonly FoldedWord[], at: number): string[] {
  for (let length = MAX_PHRASE; length > 0; length -= 1) {
    const phrase = typed.slice(at, at + length).map(({ word }) => word)
    const stemmed = phrase.with(-1, stemOf(phrase.at(-1) ?? ''))
    const known = [phrase, stemmed].find((words) => synonymsOf.has(words.join(' ')))
    if (known || length === 1) return known ?? stemmed
  }
  return []
}

/** Numbers and single letters are no beginnings: 1 is not 10, and শাখা ক is not কলা. */
function formOf(words: readonly string[]): WordForm {
  return { words, isBeginning: /^\P{N}./u.test(words.at(-1) ?? '') }
}

/** Where words are looked for: everywhere, or without the text of files, or only in the title. */
export type SearchFields = 'all' | 'text' | 'title'

const FTS5_COLUMNS: Record<SearchFields, string> = {
  all: '',
  text: '{title body} : ',
  title: 'title : ',
}

/**
 * Returns the FTS5 expression that all of some words match. Folded words contain only letters, marks
 * and digits.
 */
export function matchExpression(words: readonly SearchWord[], fields: SearchFields): string {
  const matches = words.map(({ forms }) => {
    const phrases = forms.map(
      ({ words: parts, isBeginning }) => `"${parts.join(' ')}"${isBeginning ? ' *' : ''}`,
    )
    return `(${phrases.join(' OR ')})`
  })
  return `${FTS5_COLUMNS[fields]}(${matches.join(' AND ')})`
}

const WEIGHTS: Record<SearchFields, string> = { all: '', text: 'AB', title: 'A' }

/** Returns the same as a `tsquery` of PostgreSQL, for the weights of `search-index.ts`. */
export function matchQuery(words: readonly SearchWord[], fields: SearchFields): string {
  const weights = WEIGHTS[fields]
  const matches = words.map(({ forms }) => {
    const phrases = forms.map(({ words: parts, isBeginning }) =>
      parts
        .map((part, at) => {
          const flags = `${isBeginning && at === parts.length - 1 ? '*' : ''}${weights}`
          return `'${part}'${flags && `:${flags}`}`
        })
        .join(' <-> '),
    )
    return `(${phrases.map((phrase) => `(${phrase})`).join(' | ')})`
  })
  return matches.join(' & ')
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
