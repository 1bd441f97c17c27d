import { suggestUnicode } from '@bidyaloy/shared/bengali/bijoy'

/**
 * Texts that belong together, such as the cells of a list, with their Bijoy in Unicode; null where
 * there is none. They are judged together, and a short word, which tells nothing by itself, by
 * those beside it.
 * @param lines each with the texts that stand beside one another
 */
export function unicodeTexts(lines: readonly (readonly string[])[]): string[][] | null {
  // Blanks are made one, so that line ends and tabs tell the texts apart again.
  const plain = lines.map((texts) => texts.map((text) => text.replace(/\s+/g, ' ')))
  const together = plain.map((texts) => texts.join('\t')).join('\n')
  const converted = suggestUnicode(together)
    ?.split('\n')
    .map((line) => line.split('\t'))
  if (converted?.length !== lines.length) return null
  // What was not Bijoy keeps its own blanks.
  return lines.map((texts, at) =>
    texts.map((text, place) => {
      const unicode = converted[at]?.[place] ?? ''
      return unicode === plain[at]?.[place] ? text : unicode
    }),
  )
}
