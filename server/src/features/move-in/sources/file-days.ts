import { dhakaTime, MONTHS } from '@bidyaloy/shared/lib/bengali/dates'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { readDay } from '@bidyaloy/shared/lib/bengali/read-day'

const DIGIT = '[0-9০-৯]'
/** Year first or last with `-`, `/`, `.` or `_`; after a digit or before one there is no date. */
const NUMBERS = `(?<!${DIGIT})(?:${DIGIT}{4}([-/._])${DIGIT}{1,2}\\1${DIGIT}{1,2}|${DIGIT}{1,2}([-/._])${DIGIT}{1,2}\\2${DIGIT}{4})(?!${DIGIT})`
const ENGLISH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const BENGALI =
  '(?:জানু|ফেব|মার্চ|এপ্রি|মে|জুন|জুলা|আগস|আগষ|অগাস|অগস|সেপ্ট|অক্ট|নভে|ডিসে)[\\u0980-\\u09ff]{0,12}'
const MONTH = `(?:${ENGLISH}|${BENGALI})`
const DAY_FIRST = `(?<!${DIGIT})${DIGIT}{1,2}(?:st|nd|rd|th|ই|লা|রা|ঠা|শে)?[\\s,./-]{0,3}${MONTH}[\\s,./-]{0,3}${DIGIT}{4}(?!${DIGIT})`
const MONTH_FIRST = `${MONTH}\\s{0,3}${DIGIT}{1,2}(?:st|nd|rd|th)?[\\s,]{1,3}${DIGIT}{4}(?!${DIGIT})`
const DATE = new RegExp(`${NUMBERS}|${DAY_FIRST}|${MONTH_FIRST}`, 'giu')

/** Before the web; what is later than next year is no date of a notice. */
const FIRST_YEAR = 1950

/** A date within a text. */
export interface FoundDay {
  /** `YYYY-MM-DD`. */
  day: string
  start: number
  end: number
}

/**
 * Finds the first date with day, month and year in a text, in Bengali or Latin digits and letters. Day before
 * month; year first or last.
 */
export function findDay(text: string): FoundDay | null {
  for (const { 0: written, index } of text.normalize('NFC').matchAll(DATE)) {
    const day = readDay(written.replaceAll('_', '-'), '2000-01-01')
    if (day && isLikely(day)) return { day, start: index, end: index + written.length }
  }
  return null
}

function isLikely(day: string): boolean {
  const year = Number(day.slice(0, 4))
  return year >= FIRST_YEAR && year <= new Date().getUTCFullYear() + 1
}

/** Returns the date at the start or end of a file's name, and the rest of the name; null without one. */
export function dayInName(name: string): { day: string; rest: string } | null {
  const found = findDay(name)
  if (found) {
    const rest = `${name.slice(0, found.start)} ${name.slice(found.end)}`
    return { day: found.day, rest }
  }
  const latin = toLatinDigits(name)
  for (const [pattern, order] of SHORT) {
    const found = pattern.exec(latin)
    if (!found) continue
    const [year = '', month = '', date = ''] = order.map((at) => found[at] ?? '')
    const day = `${year.padStart(4, '20')}-${month}-${date}`
    if (!isDay(day) || !isLikely(day)) continue
    return { day, rest: latin.replace(found[0], ' ') }
  }
  return null
}

/** 20190503, as phones and scanners write it, 03052019 and 03-05-19, each with the groups of year, month and day. */
const SHORT: readonly (readonly [RegExp, readonly [number, number, number]])[] = [
  [/(?<!\d)((?:19|20)\d\d)(0\d|1[0-2])([0-3]\d)(?!\d)/, [1, 2, 3]],
  [/(?<!\d)([0-3]\d)(0\d|1[0-2])((?:19|20)\d\d)(?!\d)/, [3, 2, 1]],
  [/(?<![\d-])([0-3]\d)([-.])(0\d|1[0-2])\2([0-3]\d)(?![\d-])/, [4, 3, 1]],
]

/** Whether a name speaks of years that a time is far from, which is then not that of the document. */
export function isOtherYear(name: string, time: Date): boolean {
  const years = [...toLatinDigits(name).matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(Number)
  const year = time.getUTCFullYear()
  return years.length > 0 && years.every((one) => Math.abs(one - year) > 1)
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const IN_WORDS = /^(\d{1,2})\s+(\S+?),?\s+(\d{4})$/

/**
 * Parses a date that is alone in a cell: `2019-05-03`, `03/05/2019` (the day first), «৩ মে, ২০১৯».
 * @returns `YYYY-MM-DD`, or null if it is not a date
 */
export function readWrittenDay(text: string): string | null {
  const written = toLatinDigits(text.normalize('NFC').trim())
  const [, year, , month, day] = YEAR_FIRST.exec(written) ?? []
  if (year) return calendarDay(year, month, day)
  const [, dayFirst, , monthNext, yearLast] = YEAR_LAST.exec(written) ?? []
  if (yearLast) return calendarDay(yearLast, monthNext, dayFirst)
  const [, dayInWords, name, yearInWords] = IN_WORDS.exec(written) ?? []
  const at = MONTHS.findIndex((one) => one.normalize('NFC') === name)
  return at >= 0 ? calendarDay(yearInWords, String(at + 1), dayInWords) : null
}

function calendarDay(year = '', month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

/**
 * Reads a time as programs write it, or a day without one.
 * @returns day in Dhaka, and the time if it is known; null for what is neither, and for years that no entry has
 */
export function timeIn(written: string): { day: string; at: string | null } | null {
  // A day without a time is not one of UTC.
  if (/^\d{4}-\d\d-\d\d$/.test(written)) return isDay(written) ? { day: written, at: null } : null
  const time = new Date(written)
  // Asked before the time zone is: it leads beyond the last of all times.
  if (Number.isNaN(time.getTime()) || !isDay(time.toISOString().slice(0, 10))) return null
  const { iso } = dhakaTime(time)
  return isDay(iso) ? { day: iso, at: time.toISOString() } : null
}

/** Parses the date of a cell, as spreadsheets and people write it: also `3-May-19`, or with a time. */
export function dayOfCell(text: string): string | null {
  const day = readWrittenDay(text) ?? findDay(text)?.day ?? readDay(text, '2000-01-01')
  return day && isLikely(day) ? day : null
}
