import { addDays, countDays, isDay } from './days.ts'
import { toLatinDigits } from './digits.ts'

/** How the names of the months begin, in Bengali and English, with common spellings. */
const MONTHS = [
  /^(জানু|jan)/,
  /^(ফেব|feb)/,
  /^(মার্চ|mar)/,
  /^(এপ্রি|apr)/,
  /^(মে$|may)/,
  /^(জুন|jun)/,
  /^(জুলা|jul)/,
  /^(আগস|আগষ|অগাস|অগাষ|অগস|aug)/,
  /^(সেপ্ট|sep)/,
  /^(অক্ট|oct)/,
  /^(নভে|nov)/,
  /^(ডিসে|dec)/,
]

/** Words beside a date: weekdays, the ends of ordinals, «তারিখ» and «সাল». */
const BESIDE = /^(\S+বার|[a-z]+day|ই|লা|রা|ঠা|শে|এ|th|st|nd|rd|of|তারিখ|সাল|সালে?র?|খ্রি\S*)$/

const RELATIVE: Readonly<Partial<Record<string, number>>> = { গতকাল: -1, আজ: 0, আগামীকাল: 1 }

/**
 * Reads a day as people write it, in Bengali or Latin digits: «১২/৩/২০২৭», «12-3-27», «১২ মার্চ»,
 * «2027-03-12». Day, then month. Without a year it is the nearest such day.
 * @param today the present day, `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`, or null for other text
 */
export function readDay(text: string, today: string): string | null {
  const written = toLatinDigits(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .trim()
  const away = RELATIVE[written.replace(/\s/g, '')]
  if (away !== undefined) return addDays(today, away)
  const parts = written.match(/\d+|[^\d\s,./।–-]+/g) ?? []
  const numbers = parts.filter((part) => /^\d/.test(part))
  const words = parts.filter((part) => !/^\d/.test(part) && !BESIDE.test(part))
  const [first = '', second = '', third] = numbers
  if (first.length === 4 && third) {
    return words.length === 0 && numbers.length === 3 ? dayOf(first, second, third) : null
  }
  const [word, ...more] = words
  if (more.length > 0) return null
  if (word === undefined) return numbers.length <= 3 ? near(third, second, first, today) : null
  const month = MONTHS.findIndex((name) => name.test(word)) + 1
  if (month === 0 || numbers.length > 2) return null
  return near(second || undefined, String(month), first, today)
}

function dayOf(year: string, month: string, day: string): string | null {
  const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDay(iso) ? iso : null
}

/** @param year of two or four digits; without it, the year that brings the day nearest to `today` */
function near(year: string | undefined, month: string, day: string, today: string): string | null {
  if (year !== undefined) return dayOf(year.length === 2 ? `20${year}` : year, month, day)
  const present = Number(today.slice(0, 4))
  const distance = (one: string) => Math.abs(countDays(today, one) - 1)
  const [nearest = null] = [present - 1, present, present + 1]
    .flatMap((each) => dayOf(String(each), month, day) ?? [])
    .sort((a, b) => distance(a) - distance(b))
  return nearest
}
