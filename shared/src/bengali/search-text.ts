import { toLatinDigits } from './digits.ts'

/**
 * The form in which titles and queries are compared: NFC (both spellings of য় meet), Latin
 * digits (২০২৬ finds 2026), no joiners (উদ্যাপন finds উদ্‌যাপন), lower case, single blanks.
 */
export function foldForSearch(text: string): string {
  return toLatinDigits(text.normalize('NFC'))
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a query, folded, each once. A title is found where every one of them occurs in it. */
export function searchWords(query: string): string[] {
  return [...new Set(foldForSearch(query).split(' '))].filter(Boolean)
}
