import { suggestUnicode } from '@bidyaloy/shared/bengali/bijoy'

/**
 * Texts that belong together, such as cells of a list, with their Bijoy in Unicode; null where there
 * is none. They are judged together: a short word tells nothing by itself.
 */
export function unicodeTexts(texts: readonly string[]): string[] | null {
  // One line for each, so that they can be told apart again.
  const lines = texts.map((text) => text.replace(/\s+/g, ' '))
  const converted = suggestUnicode(lines.join('\n'))?.split('\n')
  if (converted?.length !== texts.length) return null
  // What was not Bijoy keeps its own blanks.
  return texts.map((text, at) => (converted[at] === lines[at] ? text : (converted[at] ?? text)))
}

/** A block of cells with its Bijoy in Unicode; null where there is none. */
export function unicodeCells(cells: readonly (readonly string[])[]): string[][] | null {
  const converted = unicodeTexts(cells.flat())
  let next = 0
  return (
    converted &&
    cells.map((line) => {
      next += line.length
      return converted.slice(next - line.length, next)
    })
  )
}
