import type { GroupKey } from '@bidyaloy/shared/features/student-counts/student-count'
import type {
  CountField,
  Section,
  Shift,
} from '@bidyaloy/shared/features/student-counts/student-groups'
import type { ClassName } from '@bidyaloy/shared/school/classes'
import { foldWords, headingReader, toUnicode } from '../../../../lib/tables/column-headings.ts'

const classNames: Record<ClassName, string> = {
  Three: '3 3rd 3য় iii three third তৃতীয় তিন',
  Four: '4 4th 4র্থ iv four fourth চতুর্থ চার',
  Five: '5 5th 5ম v five fifth পঞ্চম পাঁচ',
  Six: '6 6th 6ষ্ঠ 6ষ্ট vi six sixth ষষ্ঠ ষষ্ট ছয়',
  Seven: '7 7th 7ম vii seven seventh সপ্তম সাত',
  Eight: '8 8th 8ম viii eight eighth অষ্টম অস্টম আট',
  Nine: '9 9th 9ম ix nine ninth নবম নয়',
  Ten: '10 10th 10ম x ten tenth দশম দশ',
}
const shifts: Record<Shift, string> = {
  Morning: 'morning প্রভাতী প্রভাতি প্রভাত প্রাতঃ প্রাত সকাল মর্নিং মর্ণিং',
  Day: 'day দিবা দিন ডে',
}
const sections: Record<Section, string> = { A: 'a ক', B: 'b খ', C: 'c গ', D: 'd ঘ' }

/** The class, shift or section that a folded word names. */
const vocabulary = new Map<string, Partial<GroupKey>>()
function learn<Value extends string>(
  words: Record<Value, string>,
  groupOf: (value: Value) => Partial<GroupKey>,
): void {
  for (const value in words) {
    for (const word of words[value].split(' ')) vocabulary.set(foldWords(word), groupOf(value))
  }
}
learn(classNames, (className) => ({ className }))
learn(shifts, (shift) => ({ shift }))
learn(sections, (section) => ({ section }))

/** Words without a meaning of their own: «ষষ্ঠ শ্রেণি», «Section A». */
const FILLERS = new Set(
  'শ্রেণি শ্রেণী শ্রেনি শ্রেনী ক্লাস class grade standard std শাখা সেকশন section sec শিফট সিফট shift'
    .split(' ')
    .map(foldWords),
)

/** Returns the class, shift and section that a cell names, or null if it contains another word. */
export function parseGroup(cell: string): Partial<GroupKey> | null {
  return groupIn(foldWords(cell)) ?? groupIn(foldWords(toUnicode(cell)))
}

function groupIn(folded: string): Partial<GroupKey> | null {
  const group: Partial<GroupKey> = {}
  // «৬ক» is «৬ ক», but «6th» is one word.
  const words = folded.replace(/(\d)([a-dকখগঘ])(?= |$)/g, '$1 $2').split(' ')
  for (const word of words) {
    if (word === '' || FILLERS.has(word)) continue
    const part = vocabulary.get(word)
    if (!part || Object.keys(part).some((key) => key in group)) return null
    Object.assign(group, part)
  }
  return Object.keys(group).length > 0 ? group : null
}

export type Column = keyof GroupKey | 'total' | CountField

/** The first match wins; «ছাত্রী» comes before «ছাত্র», which it contains. */
const headings: readonly (readonly [Column, RegExp])[] = [
  [
    'total',
    /^(সর্ব ?)?মোট( শিক্ষার্থী.*)?$|^শিক্ষার্থী|ছাত্র ছাত্রী|^(grand )?total( students)?$|^students?$/,
  ],
  ['className', /^(শ্রেণ[িী]|শ্রেন[িী]|ক্লাস|class|grade|standard|std)( |$|র |name)/],
  ['shift', /শিফট|সিফট|shift/],
  ['section', /শাখা|সেকশন|section|^sec$/],
  ['girls', /ছাত্রী|বালিকা|মেয়ে|girl|female/],
  ['boys', /ছাত্র|বালক|ছেলে|boy|(^| )male/],
  ['muslim', /মুসলিম|মুসলমান|ইসলাম|muslim|islam/],
  ['hindu', /হিন্দু|সনাতন|hindu/],
  ['bouddho', /বৌদ্ধ|বুদ্ধ|buddh|boud+h/],
  ['christian', /খ্র[িী][ষস]্ট|খৃ[ষস]্ট|christ/],
  ['science', /বিজ্ঞান|science/],
  ['business', /ব্যবসা|বাণিজ্য|বানিজ্য|business|commerce/],
  ['humanities', /মানবিক|humanit|(^| )arts( |$)/],
  ['muktiJoddharSontan', /মুক্তিযো.*(সন্তান|পোষ্য)|^সন্তান|(mukti|freedom).*(sontan|child|son|daughter)/],
  ['muktiJoddha', /মুক্তিযো|^নিজে$|mukti|freedom/],
  ['autistic', /অটি|autis/],
  ['physicalDisabled', /প্রতিবন্ধী|শারীরিক|disab|physical/],
]

/** Returns the column that a heading names, or null for an unknown heading. */
export const columnOf = headingReader(headings)

/** Whether a cell marks its row as a total. */
export function isTotal(cell: string): boolean {
  const total = /মোট|সর্বমোট|যোগফল|(^| )(sub ?)?total( |$)|(^| )sum( |$)/
  return total.test(foldWords(cell)) || total.test(foldWords(toUnicode(cell)))
}
