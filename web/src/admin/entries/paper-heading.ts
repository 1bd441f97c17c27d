import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { titleOfFile } from '../uploads/prepare-file.ts'

/** Longer lines are sentences. */
const MAX_HEADING = 120
/** Lines below the first ones belong to the text. */
const HEAD_LINES = 12

/** As `line` below: some letters have two spellings. */
const pattern = (source: string, flags: string) => new RegExp(source.normalize('NFC'), flags)

/** «বিষয়: বার্ষিক পরীক্ষার সময়সূচি।» */
const SUBJECT = pattern('^বিষয়\\s*[:ঃ;–-]+\\s*(.+)$', 'u')

/** Lines of a letterhead, of greetings and of the sentence after them. */
const NOT_A_HEADING = pattern(
  [
    'বিদ্যালয়|স্কুল|গণপ্রজাতন্ত্রী|মন্ত্রণালয়|শিক্ষা বোর্ড|অধিদপ্তর|কার্যালয়|উপজেলা|ডাকঘর|জেলা|স্থাপিত',
    'স্মারক|তারিখ|EIIN|ইআইআইএন|মোবাইল|ফোন|ই-?মেইল|ওয়েব|@|www|প্রধান শিক্ষক|বিসমিল্লাহ|যাচ্ছে যে',
  ].join('|'),
  'iu',
)

/** Returns what a paper calls itself: its subject line, else its first line that reads like a heading. */
export function headingOf(text: string): string | null {
  const lines = text.split('\n').map((line) => line.normalize('NFC').trim())
  for (const line of lines) {
    const subject = SUBJECT.exec(line)?.[1]
    if (subject && subject.length <= MAX_HEADING) return trimmed(subject)
  }
  const heading = lines.slice(0, HEAD_LINES).find(isHeading)
  return heading === undefined ? null : trimmed(heading)
}

function isHeading(line: string): boolean {
  const words = line.split(/\s+/u)
  const letters = line.match(/\p{Script=Bengali}/gu)?.length ?? 0
  return (
    line.length <= MAX_HEADING &&
    words.length > 1 &&
    letters >= 6 &&
    !/[।,;…]$/u.test(line) &&
    !NOT_A_HEADING.test(line) &&
    titleOfFile({ name: `${line}.pdf` }) !== ''
  )
}

const trimmed = (heading: string) => heading.replace(/[\s।.:ঃ-]+$/u, '').replace(/\s+/gu, ' ')

/** Whether a title says nothing of its own: a generic one, or the name of a file. */
export function isMakeshiftTitle(entry: Entry): boolean {
  const title = entry.title.trim()
  if (titleOfFile({ name: `${title}.pdf` }) === '') return true
  return filesOf(entry).some(
    ({ fileName }) =>
      title === titleOfFile({ name: fileName }) || title === fileName.replace(/\.[^.]*$/, ''),
  )
}
