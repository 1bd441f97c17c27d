import { suggestUnicode } from '@bidyaloy/shared/bengali/bijoy'
import { queryWords, type SearchWord } from '@bidyaloy/shared/bengali/search-query'

/** A query as the search understands it. */
export interface ParsedQuery {
  /** In Unicode, if it was typed in Bijoy. */
  converted?: string
  /** In Unicode. */
  text: string
  words: readonly SearchWord[]
}

/** Parses a query, which may be typed in Bijoy. */
export function parseQuery(query: string): ParsedQuery {
  const converted = suggestUnicode(query)
  const text = converted ?? query
  return { ...(converted !== null && { converted }), text, words: queryWords(text) }
}

/** Where words are looked for: everywhere, or without the text of files, or only in the title. */
export type SearchFields = 'all' | 'text' | 'title'

const FTS5_COLUMNS: Record<SearchFields, string> = {
  all: '',
  text: '{title body} : ',
  title: 'title : ',
}

/** Whether all words must occur, or one of them. */
export type SearchMode = 'all' | 'any'

/**
 * Returns the FTS5 expression that all or any of some words match. Folded words contain only letters,
 * marks and digits.
 */
export function matchExpression(
  words: readonly SearchWord[],
  fields: SearchFields,
  mode: SearchMode = 'all',
): string {
  const matches = words.map(({ forms }) => {
    const phrases = forms.map(
      ({ words: parts, isBeginning }) => `"${parts.join(' ')}"${isBeginning ? ' *' : ''}`,
    )
    return `(${phrases.join(' OR ')})`
  })
  return `${FTS5_COLUMNS[fields]}(${matches.join(mode === 'all' ? ' AND ' : ' OR ')})`
}

const WEIGHTS: Record<SearchFields, string> = { all: '', text: 'AB', title: 'A' }

/** Returns the same as a `tsquery` of PostgreSQL, for the weights of `search-index.ts`. */
export function matchQuery(
  words: readonly SearchWord[],
  fields: SearchFields,
  mode: SearchMode = 'all',
): string {
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
  return matches.join(mode === 'all' ? ' & ' : ' | ')
}
