import { MAX_TEACHERS } from '@bidyaloy/shared/features/routine/routine'
import { foldWords } from '../../../../lib/tables/column-headings.ts'
import { daysIn, isBreakName, roomIn } from './routine-words.ts'

/** What a cell of a routine says. */
export interface ParsedLesson {
  subject: string
  teachers: string[]
  room: string
  /** The days that the cell itself names; null: those of its place. */
  days: number[] | null
}

const SURNAMES = new Set(
  (
    'বেগম আক্তার আখতার আকতার খাতুন রহমান হোসেন হোসাইন উদ্দিন উদ্দীন আলী মিয়া হক করিম ইসলাম দাস পাল রায় ' +
    'সরকার চৌধুরী সুলতানা পারভীন পারভিন জাহান রানী রাণী ইয়াসমিন আহমেদ আহমদ খান মণ্ডল মন্ডল শেখ দেবনাথ'
  )
    .split(' ')
    .map(foldWords),
)

/** Returns a test of whether a text is a teacher's name. @param people names of the school's staff */
export function teacherTest(people: readonly string[]): (text: string) => boolean {
  const names = new Set(people.map(foldWords))
  const words = new Set(
    [...names].flatMap((name) => name.split(' ')).filter((one) => one.length > 2),
  )
  return (text) => {
    const folded = foldWords(text)
    if (folded === '' || /\d/.test(folded)) return false
    if (names.has(folded) || words.has(folded)) return true
    // «শ. রহমান», «মোছাঃ রহিমা», «MR»
    if (/[\p{L}\p{M}]{1,4}[.।ঃ]\s*[\p{L}]/u.test(text) || /^[A-Z]{2,4}$/.test(text.trim()))
      return true
    const parts = folded.split(' ')
    return parts.length > 1 && SURNAMES.has(parts.at(-1) ?? '')
  }
}

const NOTHING = /^[-–—_=.×xX\s]*$|^(ফাঁকা|নেই|অফ|off|free)$/i

/** Whether a cell has no lesson. */
export const isNoLesson = (cell: string) => NOTHING.test(cell.trim()) || isBreakName(cell)

/** Returns the lessons in a cell: one, or several on different days. */
export function parseLessons(cell: string, isTeacher: (text: string) => boolean): ParsedLesson[] {
  const lines = linesOf(cell)
  const dated = lines.map(withDays)
  if (dated.some(({ days }) => days !== null)) {
    return dated.flatMap(({ text, days }) =>
      text ? [{ ...parseLines([text], isTeacher), days }] : [],
    )
  }
  return [{ ...parseLines(lines, isTeacher), days: null }]
}

const linesOf = (cell: string) =>
  cell
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** Takes the days in brackets out of a line: «গণিত (রবি-মঙ্গল)». */
function withDays(line: string): { text: string; days: number[] | null } {
  for (const [brackets, inside = ''] of line.matchAll(/[([]([^)\]]*)[)\]]/g)) {
    const days = daysIn(inside)
    if (days) return { text: line.replace(brackets, ' ').replace(/\s+/g, ' ').trim(), days }
  }
  return { text: line, days: null }
}

function parseLines(
  lines: readonly string[],
  isTeacher: (text: string) => boolean,
): Omit<ParsedLesson, 'days'> {
  const found = roomIn(lines.join('\n'))
  const [first = '', ...more] = linesOf(found?.rest ?? lines.join('\n'))
  const parts = [first, ...more].map((line) => splitLine(line, isTeacher))
  const isOfSeveral = more.length > 0 && parts.every(({ teachers }) => teachers.length > 0)
  const { subject, teachers } = isOfSeveral
    ? {
        subject: [...new Set(parts.map((part) => part.subject))].filter(Boolean).join(' / '),
        teachers: parts.flatMap((part) => part.teachers),
      }
    : {
        subject: parts[0]?.subject ?? '',
        teachers: [...(parts[0]?.teachers ?? []), ...more.flatMap(namesIn)],
      }
  return {
    subject,
    teachers: [...new Set(teachers)].slice(0, MAX_TEACHERS),
    room: found?.room ?? '',
  }
}

/** Parts a line in subject and teachers: «গণিত (শ. রহমান)», «গণিত - শ. রহমান». */
function splitLine(
  line: string,
  isTeacher: (text: string) => boolean,
): { subject: string; teachers: string[] } {
  const [, before = '', inside] = /^(.*?)\s*[([]([^)\]]+)[)\]]\s*$/.exec(line) ?? []
  if (inside !== undefined && namesIn(inside).every(isTeacher)) {
    return { subject: before.trim(), teachers: namesIn(inside) }
  }
  for (const { 0: mark, index } of [...line.matchAll(/\s*[-–—:,/|]\s*/g)].reverse()) {
    const after = line.slice(index + mark.length)
    if (index > 0 && isTeacher(after)) {
      const left = splitLine(line.slice(0, index), isTeacher)
      return { subject: left.subject, teachers: [...left.teachers, after.trim()] }
    }
  }
  return isTeacher(line) && line.includes('.')
    ? { subject: '', teachers: [line] }
    : { subject: line, teachers: [] }
}

/** Returns the names in a line: «আ. হক / সু. দাস». */
export const namesIn = (line: string): string[] =>
  line
    .replace(/^[([]|[)\]]$/g, '')
    .split(/\s*[/,،+&|]\s*|\s+ও\s+/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !NOTHING.test(name))
