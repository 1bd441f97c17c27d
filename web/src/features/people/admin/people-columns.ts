import type { PersonFields } from '@bidyaloy/shared/features/people/person-fields'
import { headingReader } from '../../../lib/tables/column-headings.ts'

/** What a column of a list of people has; `none` is left out. */
export type PersonColumn = 'name' | keyof PersonFields | 'none'

/** Returns the column that a heading names, or null for an unknown heading. */
export const personColumnOf = headingReader<PersonColumn>([
  ['none', /ক্রমিক|^ক্র( |$)|^নং$|^(sl|si|serial|s no|no)( |$)/],
  ['none', /পিতা|মাতা|স্বামী|father|mother|husband|spouse|বিদ্যালয়|প্রতিষ্ঠান|school/],
  ['post', /পদের নাম|name of (the )?post/],
  ['subject', /বিষয়ের নাম/],
  ['name', /(^| )নাম( |$)|(^| )names?( |$)/],
  ['email', /মেইল|mail/],
  ['phone', /মোবাইল|ফোন|mobile|phone|(^| )cell( |$)|contact/],
  ['qualification', /যোগ্যতা|ডিগ্রি|qualification|degree|education/],
  ['post', /পদব[িী]|(^| )পদ( |$)|designation|(^| )post( |$)|position/],
  ['subject', /বিষয়|subject/],
  ['period', /কার্যকাল|মেয়াদ|সময়কাল|period|tenure|duration/],
])

/** Whether a row contains only column headings. */
export function isHeading(cells: readonly string[] = []): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 1 && filled.every((cell) => personColumnOf(cell) !== null)
}
