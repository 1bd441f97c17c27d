import type { ReadWord } from '@bidyaloy/shared/lib/ocr/read-page'
import type { FoundWord } from './recognise.ts'

/** A word as it was read, and where it was found. */
export interface Reading {
  word: ReadWord
  found: FoundWord
  /** What the other pass read. */
  other: string
  /** Sureness of the less sure pass. */
  least: number
}

/**
 * Marks numbers as not agreed that both passes have read alike but hardly rightly, since both use the
 * same data: numbers too narrow for their digits, without the
 * comma that others have, or in Latin digits amid Bengali ones.
 */
export function doubtNumbers(readings: readonly Reading[]): void {
  const numbers = readings.filter(({ word }) => NUMBER.test(word.text))
  const usual = median(numbers.filter(({ word }) => digitsOf(word) >= 3).map(digitWidth))
  const haveCommas = numbers.some(({ word }) => /\p{Nd},\p{Nd}/u.test(word.text))
  const latin = numbers.filter(({ word }) => LATIN.test(word.text)).length
  const isBengali = latin <= MAX_LATIN * numbers.length
  for (const reading of numbers) {
    const { word } = reading
    const isNarrow = digitsOf(word) >= 2 && digitWidth(reading) < NARROW * usual
    const misses = haveCommas && WITHOUT_COMMA.test(word.text)
    if (isNarrow || misses || (isBengali && LATIN.test(word.text))) word.agreed = false
  }
}

export const NUMBER = /^[(]?\p{Nd}+(?:[.,:/-]\p{Nd}+)*[।),.]*$/u
const LATIN = /[0-9]/
/** Share of numbers in Latin digits below which they are taken for misread letters. */
const MAX_LATIN = 0.2
/** Four or five digits that are no year. */
const WITHOUT_COMMA = /^[(]?(?!১[৮৯]..|২০..|1[89]..|20..)\p{Nd}{4,5}[।),.]*$/u
/** Width of a digit, relative to the usual one of the page, below which a digit was read twice. */
const NARROW = 0.9
/** Widths of signs, in digits. */
const SIGNS: Readonly<Record<string, number>> = { '-': 0.6, '/': 0.7, '(': 0.5, ')': 0.5, '।': 0.4 }

const digitsOf = ({ text }: ReadWord) => text.match(/\p{Nd}/gu)?.length ?? 0

function digitWidth({ word, found }: Reading): number {
  const units = [...word.text].reduce(
    (sum, sign) => sum + (/\p{Nd}/u.test(sign) ? 1 : (SIGNS[sign] ?? 0.45)),
    0,
  )
  return (found.right - found.left) / units
}

/** Returns the median; 0 of fewer than four values, which say nothing. */
function median(values: readonly number[]): number {
  if (values.length < 4) return 0
  return [...values].sort((first, second) => first - second)[values.length >> 1] ?? 0
}
