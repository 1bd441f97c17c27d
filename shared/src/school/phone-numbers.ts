import { toLatinDigits } from '../lib/bengali/digits.ts'

/* Free of zod, and apart from the contact fields: the frame of every public page imports this file. */

/** One number of a phone field. */
export interface PhoneNumber {
  /** As typed, with the words beside it: «অফিস: ০২-৫৫৫০১২৩৪ বর্ধিত ১২». */
  text: string
  /** Latin digits with an optional leading «+»; null if there is no number to dial. */
  dial: string | null
}

const SEPARATORS = /[,،;/\\|&\r\n।]+/
/** Words between two numbers, standing alone. */
const CONJUNCTIONS = /(^|[^\p{L}\p{M}])(?:ও|এবং|বা|অথবা|and|or)(?![\p{L}\p{M}])/giu
/** Extension, dialled after the call is answered. */
const EXTENSION = /বর্ধিত|এক্সটেনশন|এক্স|ext|\bx\s*\d|#/i
const NUMBER = /\+?[\d(][\d\s().–—-]*/g
/** The first part of a landline's number: «০২-», «(০৮৪১) ». Mobile numbers begin with 01. */
const AREA_CODE = /^\(?(0[2-9]\d{0,4})(?:\)|[\s–—-])/

const FEWEST_DIGITS = 3
/** Maximum of E.164. */
const MOST_DIGITS = 15

/**
 * Splits a phone field with several numbers, separated by signs, words or lines. A later landline
 * number without an area code gets the previous one's.
 */
export function phoneNumbers(typed: string): PhoneNumber[] {
  const numbers: PhoneNumber[] = []
  let areaCode = ''
  for (const text of typed.replace(CONJUNCTIONS, '$1,').split(SEPARATORS)) {
    const written = writtenNumber(text)
    const dial = dialled(written)
    const before = numbers.at(-1)
    if (dial === null && before) {
      // «৬৩০০০/১» is one number with a second line, not two numbers.
      if (text.trim()) before.text += ` / ${text.trim()}`
      continue
    }
    const isLocal = dial !== null && /^[1-9]\d{4,7}$/.test(dial)
    if (text.trim()) numbers.push({ text: text.trim(), dial: isLocal ? areaCode + dial : dial })
    if (!isLocal) areaCode = AREA_CODE.exec(written)?.[1] ?? ''
  }
  return numbers
}

/** Returns the longest number in a text in Latin digits, without its extension. */
function writtenNumber(text: string): string {
  const [main = ''] = toLatinDigits(text).split(EXTENSION)
  const found = main.match(NUMBER) ?? []
  return found.sort((a, b) => digitsOf(b).length - digitsOf(a).length)[0] ?? ''
}

function dialled(written: string): string | null {
  const digits = digitsOf(written)
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return null
  // Bangladesh's own code with the + left out.
  return written.startsWith('+') || /^8801\d{9}$/.test(digits) ? `+${digits}` : digits
}

const digitsOf = (text: string) => toLatinDigits(text).replace(/\D/g, '')
