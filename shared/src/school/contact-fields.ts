import { toLatinDigits } from '../bengali/digits.ts'
import { parseUrl } from '../web-address.ts'

/*
 * The fields of the contact record, apart from its schema: the public site's bundle uses these
 * without carrying the validation library.
 */

/** Field names in the order of table and form; labels are `contact.field.<name>` of the site copy. */
export const CONTACT_FIELDS = [
  'schoolName',
  'address',
  'wardNumber',
  'corporation',
  'postOffice',
  'postCode',
  'policeStation',
  'upazila',
  'district',
  'division',
  'phone',
  'email',
  'website',
] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

/**
 * The site's own address without a trailing slash, as the contact record's website states it.
 * Undefined where that is no plain address: a page of another site, for example.
 */
export function statedSiteAddress(website: string): string | undefined {
  const url = parseUrl(websiteUrl(website) ?? '')
  return url && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined
}

/** The address that «www.example.edu.bd» or «https://…» leads to, or null if it is none. */
export function websiteUrl(value: string): string | null {
  const url = /^https?:\/\//i.test(value) ? value : `https://${value}`
  const parsed = parseUrl(url)
  if (!parsed || parsed.username || parsed.password) return null
  return /^[^\s.]+(\.[^\s.]+)+$/.test(parsed.hostname) ? url : null
}

/** One of the numbers in a phone field. */
export interface PhoneNumber {
  /** As staff typed it, with the words beside it: «অফিস: ০২-৫৫৫০১২৩৪ বর্ধিত ১২». */
  text: string
  /** Latin digits, in front of them at most a «+»; null where the text holds no number to dial. */
  dial: string | null
}

const SEPARATORS = /[,،;/\\|&\r\n।]+/
/** Words between two numbers, standing alone. */
const CONJUNCTIONS = /(^|[^\p{L}\p{M}])(?:ও|এবং|বা|অথবা|and|or)(?![\p{L}\p{M}])/giu
/** What follows is dialled after the call is answered. */
const EXTENSION = /বর্ধিত|এক্সটেনশন|এক্স|ext|\bx\s*\d|#/i
const NUMBER = /\+?[\d(][\d\s().–—-]*/g
/** The first part of a landline's number: «০২-», «(০৮৪১) ». Mobile numbers begin with 01. */
const AREA_CODE = /^\(?(0[2-9]\d{0,4})(?:\)|[\s–—-])/

const FEWEST_DIGITS = 3
/** The longest telephone number there is (E.164). */
const MOST_DIGITS = 15

/**
 * The numbers in a phone field: schools type several into one, divided by signs, words or lines. A
 * later landline number without area code gets that of the one before.
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

/** The longest number in a text, Latin and as it is grouped; an extension is no part of it. */
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
