import { foldWords } from '../../../lib/tables/column-headings.ts'

/* Which columns a class teacher's sheet has. */

/** A column with one value for a girl. */
export type Column = 'roll' | 'name' | 'total' | 'gpa' | 'grade' | 'place'

/** What a column says of a subject. */
export type Part = 'mark' | 'grade' | 'part' | 'point'

/** The first match wins. */
const known: readonly (readonly [Column | 'ignored', RegExp])[] = [
  [
    'ignored',
    /পিতা|মাতা|অভিভাবক|father|mother|guardian|^ক্রমিক|^ক্র নং|^sl|^serial|মন্তব্য|remark|মোবাইল|phone|^শ্রেণি|^শাখা|^শিফট|^class|^section|^shift/,
  ],
  ['roll', /রোল|^roll|^id$/],
  ['name', /নাম|^name|name of/],
  ['gpa', /জিপিএ|জি পি এ|^gpa|g p a|গ্রেড পয়েন্ট|^grade point/],
  ['place', /মেধা|স্থান|অবস্থান|position|merit|^rank|^place/],
  ['total', /^(সর্ব ?)?মোট|^প্রাপ্ত মোট|^(grand )?total/],
  ['grade', /গ্রেড|^(letter )?grade|^lg$/],
  ['ignored', /^ফলাফল|^ফল$|^result|^গড়|^average|^স্বাক্ষর|^percent|শতকরা/],
]
const parts: readonly (readonly [Part, RegExp])[] = [
  ['point', /পয়েন্ট|point|^gp$|জিপি|^gpa/],
  ['grade', /গ্রেড|grade|^lg$|^l g$/],
  ['mark', /^মোট|^প্রাপ্ত|^নম্বর|^total|^mark|^obtained/],
]

const patternsOf = <K>(list: readonly (readonly [K, RegExp])[]) =>
  // Folded text is NFC, in which য় and ড় are two code points each.
  list.map(([key, { source }]) => [key, new RegExp(source.normalize('NFC'), 'u')] as const)
const knownPatterns = patternsOf(known)
const partPatterns = patternsOf(parts)

/** Returns the column that a heading names; null for a subject. */
export function columnOf(heading: string): Column | 'ignored' | null {
  const folded = foldWords(heading)
  return knownPatterns.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}

/** Returns what a heading below that of a subject names. */
export function partOf(heading: string): Part {
  const folded = foldWords(heading)
  return partPatterns.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'part'
}

/** Returns a subject's name, and its full marks if the heading has them: «গণিত (১০০)». */
export function subjectOf(heading: string): { subject: string; full: number | null } {
  const [, name = heading, full] =
    /^(.*?)[\s:：-]*[([]\s*(?:পূর্ণমান|পূর্ণ নম্বর|full marks?)?[\s:-]*([0-9০-৯]{2,3})\s*[)\]]\s*$/iu.exec(
      heading,
    ) ?? []
  return { subject: name.trim() || heading, full: full === undefined ? null : numberOf(full) }
}

const numberOf = (digits: string) =>
  Number(digits.replace(/[০-৯]/g, (one) => String('০১২৩৪৫৬৭৮৯'.indexOf(one))))
