import { MONTHS } from '@bidyaloy/shared/bengali/dates'
import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'

/** A year first or last, its parts with the same sign between them. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const IN_WORDS = /^(\d{1,2})\s+(\S+?),?\s+(\d{4})$/

/**
 * The calendar day that somebody wrote, in Bengali or Latin digits: `2019-05-03`, `03/05/2019` (the day
 * first), «৩ মে, ২০১৯». As `YYYY-MM-DD`, or null where it is none.
 */
export function readWrittenDate(text: string): string | null {
  const written = toLatinDigits(text.normalize('NFC').trim())
  const [, year, , month, day] = YEAR_FIRST.exec(written) ?? []
  if (year) return calendarDay(year, month, day)
  const [, dayFirst, , monthNext, yearLast] = YEAR_LAST.exec(written) ?? []
  if (yearLast) return calendarDay(yearLast, monthNext, dayFirst)
  const [, dayInWords, name, yearInWords] = IN_WORDS.exec(written) ?? []
  const at = MONTHS.findIndex((one) => one.normalize('NFC') === name)
  return at >= 0 ? calendarDay(yearInWords, String(at + 1), dayInWords) : null
}

/** The date at the beginning or the end of a name, and the rest of it; null where there is none. */
export function dateInName(name: string): { date: string; rest: string } | null {
  const digits = '[0-9০-৯]'
  const date = `${digits}{4}[-.]${digits}{1,2}[-.]${digits}{1,2}|${digits}{1,2}[-.]${digits}{1,2}[-.]${digits}{4}`
  for (const pattern of [`^(?<date>${date})(?<rest>\\D.*)$`, `^(?<rest>.*\\D)(?<date>${date})$`]) {
    const { date: written = '', rest = '' } = new RegExp(pattern, 'su').exec(name)?.groups ?? {}
    const day = readWrittenDate(written)
    if (day) return { date: day, rest }
  }
  return null
}

function calendarDay(year = '', month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${iso}T00:00:00Z`)
  // 31 February becomes a day of March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null
}
