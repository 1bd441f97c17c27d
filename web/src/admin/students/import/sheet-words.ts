import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import type { ClassName, CountField, Section, Shift } from '@bidyaloy/shared/school/student-groups'

/** Turns text typed in a Bijoy font into Unicode. Given in, so that the words can be tested alone. */
export type FromBijoy = (text: string) => string

/** Words as they are compared: folded, with everything but letters and digits as single blanks. */
function foldWords(text: string): string {
  return foldForSearch(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

const classWords: Record<ClassName, string> = {
  Three: '3 3rd 3য় iii three third তৃতীয় তিন',
  Four: '4 4th 4র্থ iv four fourth চতুর্থ চার',
  Five: '5 5th 5ম v five fifth পঞ্চম পাঁচ',
  Six: '6 6th 6ষ্ঠ 6ষ্ট vi six sixth ষষ্ঠ ষষ্ট ছয়',
  Seven: '7 7th 7ম vii seven seventh সপ্তম সাত',
  Eight: '8 8th 8ম viii eight eighth অষ্টম অস্টম আট',
  Nine: '9 9th 9ম ix nine ninth নবম নয়',
  Ten: '10 10th 10ম x ten tenth দশম দশ',
}
const shiftWords: Record<Shift, string> = {
  Morning: 'morning প্রভাতী প্রভাতি প্রভাত প্রাতঃ প্রাত সকাল মর্নিং মর্ণিং',
  Day: 'day দিবা দিন ডে',
}
const sectionWords: Record<Section, string> = { A: 'a ক', B: 'b খ', C: 'c গ', D: 'd ঘ' }

/** Stand beside the words that matter: «ষষ্ঠ শ্রেণি», «Section A». */
const FILLERS = new Set(
  'শ্রেণি শ্রেণী শ্রেনি শ্রেনী ক্লাস class grade standard std শাখা সেকশন section sec শিফট সিফট shift'
    .split(' ')
    .map(foldWords),
)

type Word =
  | { kind: 'className'; value: ClassName }
  | { kind: 'shift'; value: Shift }
  | { kind: 'section'; value: Section }

const vocabulary = new Map<string, Word>()
function learn<K extends Word['kind'], V>(
  words: Readonly<Record<string, string>>,
  values: readonly V[],
  make: (value: V) => Word & { kind: K },
): void {
  for (const value of values) {
    for (const word of (words[String(value)] ?? '').split(' ')) {
      vocabulary.set(foldWords(word), make(value))
    }
  }
}
const keysOf = <K extends string>(record: Record<K, string>) => Object.keys(record) as K[]
learn(classWords, keysOf(classWords), (value) => ({ kind: 'className', value }))
learn(shiftWords, keysOf(shiftWords), (value) => ({ kind: 'shift', value }))
learn(sectionWords, keysOf(sectionWords), (value) => ({ kind: 'section', value }))

/** What a cell says of a class, a shift and a section. */
export interface GroupWords {
  className?: ClassName
  shift?: Shift
  section?: Section
}

/** The class, shift and section that a cell names; null where there is a word that is none. */
export function readGroupWords(cell: string, fromBijoy: FromBijoy): GroupWords | null {
  return wordsIn(foldWords(cell)) ?? wordsIn(foldWords(inUnicode(cell, fromBijoy)))
}

function wordsIn(folded: string): GroupWords | null {
  const found: GroupWords = {}
  // «৬ক» is «৬ ক», but «6th» is one word.
  const tokens = folded.replace(/(\d)([a-dকখগঘ])(?= |$)/g, '$1 $2').split(' ')
  for (const token of tokens) {
    if (token === '' || FILLERS.has(token)) continue
    const word = vocabulary.get(token)
    if (!word || word.kind in found) return null
    Object.assign(found, { [word.kind]: word.value })
  }
  return Object.keys(found).length > 0 ? found : null
}

/** What a column holds. */
export type Column = 'className' | 'shift' | 'section' | 'total' | CountField

/** The first that matches names the column; «ছাত্রী» must be asked for before «ছাত্র». */
const heads: readonly (readonly [Column, RegExp])[] = [
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

// Heads are compared in NFC, where য় and ড় are two signs each: so are the patterns.
const headPatterns = heads.map(
  ([column, pattern]) => [column, new RegExp(pattern.source.normalize('NFC'), 'u')] as const,
)

/** What a head names; null where it is none of ours. */
export function readHead(cell: string, fromBijoy: FromBijoy): Column | null {
  return headIn(foldWords(cell)) ?? headIn(foldWords(inUnicode(cell, fromBijoy)))
}

function headIn(folded: string): Column | null {
  return headPatterns.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}

/** Whether a cell says that its row is a sum of others. */
export function saysTotal(cell: string, fromBijoy: FromBijoy): boolean {
  const sum = /মোট|সর্বমোট|যোগফল|(^| )(sub ?)?total( |$)|(^| )sum( |$)/
  return sum.test(foldWords(cell)) || sum.test(foldWords(inUnicode(cell, fromBijoy)))
}

/** Text without a Bengali letter may have been typed in Bijoy; no other ever is. */
function inUnicode(text: string, fromBijoy: FromBijoy): string {
  return /[\u0980-\u09ff]/.test(text) ? text : fromBijoy(text)
}
