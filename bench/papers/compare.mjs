import { isSure } from '@bidyaloy/shared/lib/ocr/shown-text'

/* Compares what was read with what is written, as a person would: blanks and kinds of dashes and quotes
 * make no difference. */

/** Folds what nobody would call a mistake. */
export const folded = (text) =>
  text
    .normalize('NFC')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/[–—]/g, '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the characters to insert, remove or replace. */
export function distance(first, second) {
  const a = [...first]
  const b = [...second]
  let row = Uint32Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Uint32Array(b.length + 1)
    next[0] = i
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min(row[j - 1] + same, row[j] + 1, next[j - 1] + 1)
    }
    row = next
  }
  return row[b.length]
}

/** Distinct words of three letters or more. */
const wordsOf = (text) =>
  new Set(
    folded(text)
      .match(/[\u0980-\u09ffA-Za-z]{3,}/g)
      ?.filter((word) => /\p{L}/u.test(word)),
  )
/** Runs of digits with what stands between them, as they are written. */
const numbersOf = (text) => folded(text).match(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu) ?? []

/** Counts of one page; `sum` them over pages. */
export function compare(written, page) {
  const read = page.lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n')
  const truth = folded(written)
  const words = [...wordsOf(written)]
  const found = wordsOf(read)
  const numbers = numbersOf(written)
  const readNumbers = numbersOf(read)
  const left = [...readNumbers]
  const numbersFound = numbers.filter((number) => remove(left, number)).length
  const shown = page.lines.flat().filter((word) => page.source !== 'read' || isSure(word))
  const truths = [...numbers]
  const shownNumbers = shown.flatMap(({ text }) => numbersOf(text))
  return {
    letters: truth.length,
    errors: distance(truth, folded(read)),
    words: words.length,
    wordsFound: words.filter((word) => found.has(word)).length,
    numbers: numbers.length,
    numbersFound,
    shown: shownNumbers.length,
    shownRight: shownNumbers.filter((number) => remove(truths, number)).length,
    missed: words.filter((word) => !found.has(word)),
    wrongShown: shownNumbers.filter((number) => !numbers.includes(number)),
  }
}

function remove(list, item) {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
  return at >= 0
}
