// Apart from the lists of entries: search in the database and in the dashboard uses it too.

import { toLatinDigits } from './digits.ts'

/**
 * Normalizes titles and queries for comparison: NFC (both encodings of য়), Latin digits (২০২৬ finds
 * 2026), no joiners (উদ্যাপন finds উদ্‌যাপন), lower case, single spaces for control characters, too.
 */
export function foldForSearch(text: string): string {
  return toLatinDigits(text.normalize('NFC'))
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Returns the distinct folded words of a query. A title matches if it contains all of them. */
export function searchWords(query: string): string[] {
  return [...new Set(foldForSearch(query).split(' '))].filter(Boolean)
}
