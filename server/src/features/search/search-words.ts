import { queryWords, type SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'

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
