import type { Kind } from '../../collections/kinds.ts'
import type { MovedCollection } from './reasons.ts'

/* Where an entry of an older site belongs, by the names that its categories, pages, folders and titles have. */

/** Words that speak of a collection, of a standard kind, or of both. */
interface Proposal {
  collection?: MovedCollection
  kind?: string
  /** Source of a regular expression; `^` is the start of a word of Bengali. */
  words: string
}

/** A letter or sign of Bengali. */
const LETTER = '[\\u0980-\\u09ff]'

/** The first collection that fits counts. */
const PROPOSALS: readonly Proposal[] = [
  { collection: 'albums', words: 'gallery|album|photo|গ্যালা|গ্যালে|অ্যালবাম|এলবাম|ছবি|ফটো' },
  // Filling in the form of an examination is told by a notice.
  {
    collection: 'notices',
    kind: 'exam',
    words: 'form[ -]?fill|ফরম ?(?:পূরণ|ফিলাপ|ফিল)|প্রবেশপত্র|admit card',
  },
  { collection: 'downloads', words: 'download|ডাউনলোড' },
  { collection: 'downloads', kind: 'form', words: 'form\\b|forms\\b|ফরম' },
  { collection: 'downloads', kind: 'syllabus', words: 'syllab|curricul|সিলেবাস|পাঠ্যসূচি' },
  { collection: 'downloads', kind: 'booklist', words: 'book-?list|পাঠ্যবই|বইয়ের তালিকা' },
  { collection: 'news', words: 'news|খবর|সংবাদ|blog|article' },
  { collection: 'news', kind: 'event', words: 'event|অনুষ্ঠান|activit|কার্যক্রম' },
  { collection: 'news', kind: 'achievement', words: 'সাফল্য|অর্জন' },
  {
    collection: 'notices',
    words: 'notice|নোটিশ|বিজ্ঞপ্তি|নোটিস|circular|order|আদেশ|result|ফলাফল|announce|ঘোষণা|office',
  },
  { collection: 'notices', kind: 'admission', words: 'admission|ভর্তি' },
  { collection: 'notices', kind: 'exam', words: 'exam|পরীক্ষা' },
  { collection: 'notices', kind: 'routine', words: 'routine|রুটিন' },
  { collection: 'notices', kind: 'tender', words: 'tender|দরপত্র|টেন্ডার|নিলাম' },
  { collection: 'notices', kind: 'holiday', words: '^ছুটি' },
  { kind: 'exam', words: '\\btests?\\b|মূল্যায়ন|টেস্ট' },
  { kind: 'routine', words: 'schedule|সময়সূচি' },
  { kind: 'holiday', words: 'holiday|vacation|\\bleave\\b|^বন্ধ' },
  { kind: 'fee', words: `\\bfees?\\b|payment|^বেতন|টিউশন|tuition|^ফি(?!${LETTER})` },
  { kind: 'stipend', words: 'stipend|scholarship|^(?:উপ)?বৃত্তি' },
  { kind: 'tender', words: 'quotation|কোটেশন' },
  { kind: 'recruitment', words: 'recruit|\\bjobs?\\b|career|vacancy|^নিয়োগ' },
  { kind: 'event', words: 'programme|program\\b|function|উদযাপন|উদ্‌যাপন|সংবর্ধনা|মেলা|দিবস' },
  { kind: 'achievement', words: 'achieve|award|success|কৃতিত্ব|চ্যাম্পিয়ন|বিজয়ী|পুরস্কার' },
  { kind: 'sport', words: 'sport|\\bgames?\\b|ক্রীড়া|খেলা|ফুটবল|ক্রিকেট|হ্যান্ডবল|কাবাডি' },
  { kind: 'meeting', words: 'meeting|^সভা(?!প)|সমাবেশ|বৈঠক' },
  { kind: 'booklist', words: '\\bbooks?\\b' },
]

const patternOf = (words: string) =>
  new RegExp(words.normalize('NFC').replaceAll('^', `(?<!${LETTER})`), 'i')

const patterns = PROPOSALS.map((one) => ({ ...one, pattern: patternOf(one.words) }))

/** Returns the collection that one of these names speaks of; null if none does. */
export function proposeCollection(...names: readonly string[]): MovedCollection | null {
  for (const name of names) {
    const text = name.normalize('NFC')
    const found = patterns.find(({ collection, pattern }) => collection && pattern.test(text))
    if (found?.collection) return found.collection
  }
  return null
}

/** Endings of words: «পরীক্ষার», «ছুটিতে». */
const ENDING = '(?:র|ের|য়|ে|তে|কে|সমূহ|গুলো|টি|ও|ই)?'
const MARKS = /[.*+?^${}()|[\]\\]/g

/** Returns the id of the kind that an old category or title speaks of; null without one that fits. */
export function proposeKind(name: string, kinds: readonly Kind[]): string | null {
  const text = name.normalize('NFC')
  const isMeant = ({ id, name: own }: Kind) =>
    patternOf(`^${own.replace(MARKS, '\\$&')}${ENDING}(?!${LETTER})`).test(text) ||
    patterns.some(({ kind, pattern }) => kind === id && pattern.test(text))
  if (text === '') return null
  return kinds.find((kind) => kind.id !== 'other' && isMeant(kind))?.id ?? null
}
