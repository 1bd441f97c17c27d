import { toBengaliDigits, toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { readDay } from '@bidyaloy/shared/lib/bengali/read-day'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { foldWords, headingReader } from '../../../../lib/tables/column-headings.ts'
import { parseGroup } from '../../../../school/group-words.ts'

/* Days, periods, classes and dates as schools write them in routines: «রবিবার», «১ম ১০:০০-১০:৪৫», «নবম-ক». */

const DAYS = [
  'রবি রবিবার sun sunday',
  'সোম সোমবার mon monday',
  'মঙ্গল মঙ্গলবার মংগলবার tue tues tuesday',
  'বুধ বুধবার wed wednesday',
  'বৃহ বৃহঃ বৃহস্পতি বৃহস্পতিবার বৃহঃবার বৃহষ্পতিবার thu thur thurs thursday',
  'শুক্র শুক্রবার fri friday',
  'শনি শনিবার sat saturday',
]
const dayOfWord = new Map(
  DAYS.flatMap((words, day) => words.split(' ').map((word) => [foldWords(word), day] as const)),
)
const DAY_FILLERS = new Set(['বার', 'দিন', 'day'].map(foldWords))

/** Returns the day of the week, 0 (Sunday) to 6, that a cell names; null for other text. */
export function dayIn(cell: string): number | null {
  const words = foldWords(cell)
    .split(' ')
    .filter((word) => word !== '' && !DAY_FILLERS.has(word))
  const [day, ...more] = words.map((word) => dayOfWord.get(word))
  return day !== undefined && more.every((one) => one === day) ? day : null
}

/** Returns the days of a list or range, such as «রবি-মঙ্গল»; null for other text. */
export function daysIn(text: string): number[] | null {
  const parts = text.split(/[,،/+&]|\sও\s/).map((part) => {
    const [first, last = first, ...more] = part.split(/[-–—]|থেকে/).map(dayIn)
    if (more.length > 0 || first == null || last == null) return null
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7)
  })
  return parts.every((part) => part !== null) ? parts.flat() : null
}

interface Times {
  from: string
  to: string
}

const TIME = String.raw`(\d{1,2})(?:\s*[:.ঃ]\s*(\d{2}))?\s*(?:টা|মি(?:নিট|ঃ)?|[ap]\.?m\.?)?`
const RANGE = new RegExp(
  String.raw`${TIME}\s*(?:-|–|—|~|থেকে|হতে|to)\s*(?:দুপুর|বিকাল|সকাল)?\s*${TIME}`,
)
const SINGLE = /(\d{1,2})\s*[:.ঃ]\s*(\d{2})(?!\s*[:.]?\d)/

/** School is between six in the morning and six in the evening. */
const FIRST_HOUR = 6

function clockOf(hour: string, minute = '00'): string | null {
  const number = Number(hour)
  if (number > 23 || Number(minute) > 59) return null
  const ofDay = number < FIRST_HOUR ? number + 12 : number
  return `${String(ofDay).padStart(2, '0')}:${minute}`
}

/** Returns the times in a text, and the text without them; null without times. */
export function timesIn(text: string): (Times & { rest: string }) | null {
  const latin = toLatinDigits(text.normalize('NFC'))
  const range = RANGE.exec(latin)
  if (range && (range[2] || range[4] || /টা|[ap]m/i.test(range[0]))) {
    const [from, to] = [clockOf(range[1] ?? '', range[2]), clockOf(range[3] ?? '', range[4])]
    if (from && to) return { from, to, rest: latin.replace(range[0], ' ') }
  }
  const single = SINGLE.exec(latin)
  const from = single && clockOf(single[1] ?? '', single[2])
  return from ? { from, to: '', rest: latin.replace(single[0], ' ') } : null
}

const ORDINALS = 'প্রথম দ্বিতীয় তৃতীয় চতুর্থ পঞ্চম ষষ্ঠ সপ্তম অষ্টম নবম দশম'.split(' ').map(foldWords)
const BREAK =
  /^(টিফিন|বিরতি|মধ্যাহ্ন|নামাজ|যোহর|জোহর|tiffin|break|recess|lunch|prayer|সমাবেশ|প্রাত্যহিক সমাবেশ|অ্যাসেম্বলি|এসেম্বলি|assembly)/

export interface PeriodHead extends Times {
  /** Empty for a number. */
  name: string
  /** Null unless the heading has one. */
  number: number | null
  isBreak: boolean
}

/** Whether a text is the name of a break, also if its letters are below each other. */
export function isBreakName(text: string): boolean {
  const withoutTimes = timesIn(text)?.rest ?? text
  return [withoutTimes, withoutTimes.replace(/\s+/g, '')].some((one) => BREAK.test(foldWords(one)))
}

/** Returns the period that a heading names: by number, times, or as a break; null for other text. */
export function periodIn(cell: string): PeriodHead | null {
  const times = timesIn(cell)
  const rest = (times?.rest ?? cell).replace(/(সকাল|দুপুর|বিকাল|বেলা)/g, ' ')
  const { from = '', to = '' } = times ?? {}
  if (isBreakName(rest)) {
    const name = rest.replace(/[()[\]]/g, ' ').replace(/\s+/g, /\S\s\S\s\S/.test(rest) ? '' : ' ')
    return { from, to, name: toBengaliDigits(name.trim()), number: null, isBreak: true }
  }
  const folded = foldWords(rest)
  const bare = folded.replace(
    /(^| )(পিরিয়ড|পিরিয়ড|পিরিয়ড|ঘণ্টা|ঘন্টা|ঘণ্টার|period|hour|class|ক্লাস|পাঠ|সময়|time)(?= |$)/g,
    ' ',
  )
  const word = bare.trim()
  const [, digits] = /^(\d{1,2}) ?(ম|য়|য়|র্থ|ষ্ঠ|ষ্ট|st|nd|rd|th)?$/.exec(word) ?? []
  const ordinal = ORDINALS.indexOf(word) + 1
  const number = digits ? Number(digits) : ordinal > 0 ? ordinal : null
  if (number === null && !(times && word === '')) return null
  if (number !== null && (number < 1 || number > 12)) return null
  return { from, to, name: '', number, isBreak: false }
}

export type Label = 'className' | 'shift' | 'section' | 'day' | 'period' | 'room' | 'serial'

/** Returns what a column of labels has, by its heading. */
export const labelOf = headingReader<Label>([
  ['serial', /^(ক্র|ক্রমিক|sl|serial|no)( |$|মিক)/],
  ['section', /শাখা|সেকশন|section|^sec$/],
  ['shift', /শিফট|সিফট|shift/],
  ['className', /^(শ্রেণ[িী]|শ্রেন[িী]|ক্লাস|class|grade)( |$|র )/],
  ['room', /^(কক্ষ|রুম|room)/],
  ['day', /^(দিন|বার|day|days|weekday)( |$)/],
  ['period', /^(পিরিয়ড|ঘণ্টা|ঘন্টা|সময়|period|time)/],
])

const CLASS_WORD = /^(শ্রেণ[িী](র)?|শ্রেন[িী](র)?|ক্লাস|class|grade)$/
const SECTION_WORD = /^(শাখা(র)?|সেকশন|section|sec)$/
/** Words that also mean something else in a title. */
const AMBIGUOUS = new Set(
  ['দিন', 'ডে', 'x', 'v', 'এক', 'তিন', 'চার', 'ছয়', 'সাত', 'আট'].map(foldWords),
)

/** Returns the class, shift and section in a title among other words. */
export function groupInTitle(title: string): Partial<GroupKey> {
  const whole = parseGroup(title)
  if (whole && !/^[\d\s]+$/.test(foldWords(title))) return whole
  const words = foldWords(title)
    .replace(/(\d)([কখগঘ])(?= |$)/g, '$1 $2')
    .split(' ')
  const found: { className: Set<string>; group: Partial<GroupKey> } = {
    className: new Set(),
    group: {},
  }
  for (const [at, word] of words.entries()) {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]]
    const isByClass = CLASS_WORD.test(before) || CLASS_WORD.test(after)
    if ((AMBIGUOUS.has(word) || /^\d+$/.test(word)) && !isByClass) continue
    const part = parseGroup(word)
    if (!part) continue
    const isLetter = word.length === 1
    const isBySection =
      SECTION_WORD.test(before) || SECTION_WORD.test(after) || parseGroup(before)?.className
    if (part.section && isLetter && !isBySection) continue
    if (part.className) found.className.add(part.className)
    found.group = { ...part, ...found.group }
  }
  // A title of several classes is of none.
  const { className, ...others } = found.group
  return found.className.size > 1 || !className ? others : found.group
}

const ROOM = /(?:কক্ষ|রুম|room)\s*(?:নং|নম্বর|no)?\.?\s*[:ঃ-]?\s*([\p{L}\p{M}\p{N}]+(?:-[\p{N}]+)?)/iu

/** Returns the room that a text names, and the text without it. */
export function roomIn(text: string): { room: string; rest: string } | null {
  const found = ROOM.exec(text)
  return found?.[1]
    ? { room: found[1], rest: text.replace(found[0], ' ').replace(/\(\s*\)/, '') }
    : null
}

const DATE =
  /\d{1,2}\s*[/.-]\s*\d{1,2}\s*[/.-]\s*\d{4}|\d{1,2}(?:\s*(?:লা|রা|ঠা|ই|শে))?\s+[\u0980-\u09ff]+,?\s+\d{4}/

/** Returns the day in a title such as «কার্যকর ১ জানুয়ারি ২০২৭ থেকে», `YYYY-MM-DD`. */
export function dateIn(title: string, today: string): string | null {
  const [date] = DATE.exec(toLatinDigits(title)) ?? []
  return date ? readDay(date.replace(',', ''), today) : null
}
