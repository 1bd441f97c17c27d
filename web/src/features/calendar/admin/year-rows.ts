import type { Entry } from '@bidyaloy/shared/collections/entry'
import { addDays, countDays } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { DatedEntry } from './dated-entries.ts'

/**
 * Public holidays of Bangladesh on the same day each year, by month and day. From the list for 2026:
 * notification of the Ministry of Public Administration of 9 November 2025, general holidays and,
 * for 14 April, holidays by executive order.
 */
const FIXED_HOLIDAYS: Readonly<Record<string, string>> = {
  '02-21': 'শহিদ দিবস ও আন্তর্জাতিক মাতৃভাষা দিবস',
  '03-26': 'স্বাধীনতা ও জাতীয় দিবস',
  '04-14': 'বাংলা নববর্ষ',
  '05-01': 'মে দিবস',
  '08-05': 'জুলাই গণঅভ্যুত্থান দিবস',
  '12-16': 'বিজয় দিবস',
  '12-25': 'যিশু খ্রিষ্টের জন্মদিন (বড়দিন)',
}

/** Titles whose day depends on the moon: Muslim, Hindu, Buddhist and Christian holidays. */
const MOON =
  /(?:^|[\s(])(?:ঈদ|ইদ|রমজান|রমযান|রোজা|শবে|শব-ই|জুমাতুল|আশুরা|মিলাদ|আখেরি|হিজরি|দোল|ইস্টার)|পূজা|পুজা|জন্মাষ্টমী|শিবরাত্রি|পূর্ণিমা|প্রবারণা/

/** A row of the list for a new year. */
export interface YearRow {
  key: string
  title: string
  /** What is copied besides title and days. */
  fields: Pick<Entry, 'kind' | 'classes' | 'time'>
  /** Its days a year before; absent for a holiday that the school did not have. */
  last?: Pick<DatedEntry, 'startsOn' | 'endsOn'>
  /** `fixed` has the same day each year, that of `moon` is unknown, that of `other` is a guess. */
  day: 'fixed' | 'moon' | 'other'
  /** The proposed first day; empty if unknown. */
  startsOn: string
  /** Number of days. */
  count: number
}

/**
 * Returns what a year does not have yet: the fixed holidays, and the events of the year before.
 * @param before events of the year before
 * @param present events of the year
 */
export function yearRows(
  year: number,
  before: readonly DatedEntry[],
  present: readonly DatedEntry[],
): YearRow[] {
  const copied = before
    .filter(({ startsOn }) => startsOn.startsWith(String(year - 1)))
    .map((date) => copyOf(date, year))
  const isHoliday = (dates: readonly DatedEntry[], monthDay: string) =>
    dates.some(
      ({ entry, startsOn, endsOn }) =>
        entry.kind === 'holiday' && startsOn === endsOn && startsOn.endsWith(monthDay),
    )
  const fixed = Object.entries(FIXED_HOLIDAYS)
    .filter(([monthDay]) => !isHoliday(before, monthDay) && !isHoliday(present, monthDay))
    .map(
      ([monthDay, title]): YearRow => ({
        key: monthDay,
        title,
        fields: { kind: 'holiday' },
        day: 'fixed',
        startsOn: `${year}-${monthDay}`,
        count: 1,
      }),
    )
  const monthDayOf = ({ last, startsOn }: YearRow) => (last?.startsOn ?? startsOn).slice(5)
  return withoutPresent([...copied, ...fixed], present).sort((a, b) =>
    monthDayOf(a) < monthDayOf(b) ? -1 : 1,
  )
}

function copyOf({ entry, startsOn, endsOn }: DatedEntry, year: number): YearRow {
  const { _id, title, kind, classes, time } = entry
  const monthDay = startsOn.slice(5)
  const isFixed = kind === 'holiday' && startsOn === endsOn && monthDay in FIXED_HOLIDAYS
  const isMoon = MOON.test(title)
  return {
    key: _id,
    title: title.replaceAll(toBengaliDigits(year - 1), toBengaliDigits(year)),
    fields: { ...(kind && { kind }), ...(classes && { classes }), ...(time && { time }) },
    last: { startsOn, endsOn },
    day: isFixed ? 'fixed' : isMoon ? 'moon' : 'other',
    startsOn: isMoon && !isFixed ? '' : existing(`${year}-${monthDay}`),
    count: countDays(startsOn, endsOn),
  }
}

/** Returns a day, or an empty text for 29 February of a common year. */
const existing = (day: string) => (addDays(day, 0) === day ? day : '')

/** Leaves out as many rows of each title as the year has. */
function withoutPresent(rows: readonly YearRow[], present: readonly DatedEntry[]): YearRow[] {
  const left = present.map(({ entry }) => entry.title)
  return rows.filter(({ title }) => {
    const at = left.indexOf(title)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
