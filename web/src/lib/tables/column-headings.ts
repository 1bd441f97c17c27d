import { foldForSearch } from '@bidyaloy/shared/lib/bengali/search-text'
import { bijoyToUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'

/** Words as they are compared: folded, with single spaces for all but letters and digits. */
export function foldWords(text: string): string {
  return foldForSearch(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Text without a Bengali letter may be Bijoy. */
export function toUnicode(text: string): string {
  return /[\u0980-\u09ff]/.test(text) ? text : bijoyToUnicode(text)
}

/**
 * Returns a function that finds the column that a heading names, in Unicode or Bijoy; null for an
 * unknown heading.
 * @param headings patterns of folded words; the first match wins
 */
export function headingReader<Column>(
  headings: readonly (readonly [Column, RegExp])[],
): (heading: string) => Column | null {
  // Folded text is NFC, in which য় and ড় are two code points each.
  const patterns = headings.map(
    ([column, pattern]) => [column, new RegExp(pattern.source.normalize('NFC'), 'u')] as const,
  )
  const columnIn = (folded: string) => patterns.find(([, pattern]) => pattern.test(folded))?.[0]
  return (heading) =>
    columnIn(foldWords(heading)) ?? columnIn(foldWords(toUnicode(heading))) ?? null
}
