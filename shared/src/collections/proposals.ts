import { readDay } from '../lib/bengali/read-day.ts'
import { CLASS_NAMES, type ClassName } from '../school/classes.ts'
import type { KindedCollection } from './kinds.ts'
import type { CollectionName } from './registry.ts'

/*
 * What the words and files of a new entry say about it. Each rule is a row or a pattern below; the
 * first that applies wins. They are proposals: the dashboard shows each one, and a choice of the user
 * replaces it. Patterns are compared with normalised text, since some letters have two spellings.
 */

/** A file as far as the rules look at it. */
export interface ProposedFile {
  name: string
  /** MIME type. */
  type: string
  /** Whether a photo shows a sheet of paper; absent while it is unknown. */
  isPaper?: boolean
}

export interface WrittenEntry {
  title: string
  text: string
  files: readonly ProposedFile[]
}

const pattern = (source: string, flags = 'iu') => new RegExp(source.normalize('NFC'), flags)

/** Photos from which an event is assumed. */
const MANY_PHOTOS = 4

const DOWNLOAD_WORDS = pattern('ফরম|ফর্ম(?!াল)|সিলেবাস|পাঠ্যসূচি|বইয়ের তালিকা|বুক ?লিস্ট|syllabus|\\bform\\b')
/** A notice about a form, such as the dates to fill it in, is not the form. */
const NOTICE_WORDS = pattern('বিজ্ঞপ্তি|নোটিশ|নোটিস|পূরণ|জমা|notice')
const DAY_WORDS = pattern('ছুটি|বন্ধ|পরীক্ষা')
const NEWS_WORDS = pattern(
  'অনুষ্ঠিত|উদ্‌?যাপ|উদ্যাপ|পালিত|চ্যাম্পিয়ন|প্রথম স্থান|সাফল্য|অর্জন|জয়ী|বিজয়ী|সংবর্ধনা|পুরস্কার|শুভেচ্ছা সফর|পরিদর্শন কর',
)

const isPhoto = ({ type }: ProposedFile) => type.startsWith('image/')
const namesDownload = (title: string) => DOWNLOAD_WORDS.test(title) && !NOTICE_WORDS.test(title)
const isPaper = (file: ProposedFile) => !isPhoto(file) || file.isPaper === true

interface CollectionRule {
  collection: CollectionName
  applies(entry: WrittenEntry, today: string): boolean
}

const collectionRules: readonly CollectionRule[] = [
  {
    collection: 'downloads',
    applies: ({ title, files }) => files.some(isPaper) && namesDownload(title),
  },
  { collection: 'notices', applies: ({ files }) => files.some(isPaper) },
  { collection: 'albums', applies: ({ files }) => files.length >= MANY_PHOTOS },
  {
    collection: 'notices',
    applies: ({ title, text }, today) => proposedDays({ title, text }, today) !== null,
  },
  {
    collection: 'news',
    applies: ({ title, text, files }) =>
      NEWS_WORDS.test(title) || (files.length === 1 && text.trim() !== ''),
  },
  { collection: 'downloads', applies: ({ title }) => namesDownload(title) },
  { collection: 'notices', applies: ({ title, text }) => `${title}${text}`.trim() !== '' },
]

/**
 * Returns the collection that an entry seems to belong to; null while nothing is known.
 * @param today the present day, `YYYY-MM-DD`
 */
export function proposedCollection(entry: WrittenEntry, today: string): CollectionName | null {
  const { title, text, files } = entry
  const normal = { title: title.normalize('NFC'), text: text.normalize('NFC'), files }
  return collectionRules.find(({ applies }) => applies(normal, today))?.collection ?? null
}

/** Words of a title for each kind, by its id in `standardKinds`. */
const kindWords: Readonly<Record<KindedCollection, readonly (readonly [string, RegExp])[]>> = {
  notices: [
    ['holiday', pattern('ছুটি|বন্ধ|holiday|vacation')],
    ['admission', pattern('ভর্তি|admission')],
    ['stipend', pattern('বৃত্তি|stipend|scholarship')],
    ['fee', pattern('বেতন|ফি(?![\\p{L}\\p{M}])|টিউশন|\\bfees?\\b|tuition')],
    ['tender', pattern('দরপত্র|টেন্ডার|নিলাম|tender')],
    ['recruitment', pattern('নিয়োগ|recruit|vacancy')],
    ['exam', pattern('পরীক্ষা|টেস্ট|\\bexam')],
  ],
  news: [
    ['sport', pattern('ক্রীড়া|খেলা|ফুটবল|ক্রিকেট|হ্যান্ডবল|কাবাডি')],
    ['achievement', pattern('চ্যাম্পিয়ন|প্রথম|সাফল্য|অর্জন|জয়ী|বিজয়ী|পুরস্কার')],
    ['event', pattern('অনুষ্ঠ|উদ্‌?যাপ|উদ্যাপ|পালিত|সংবর্ধনা|মেলা|দিবস')],
  ],
  downloads: [
    ['form', pattern('ফরম|ফর্ম|\\bform\\b')],
    ['syllabus', pattern('সিলেবাস|পাঠ্যসূচি|syllabus')],
    ['booklist', pattern('বইয়ের তালিকা|বুক ?লিস্ট')],
    ['routine', pattern('রুটিন|সময়সূচি|routine')],
  ],
  events: [
    ['exam', pattern('পরীক্ষা')],
    ['holiday', pattern('ছুটি|বন্ধ')],
    ['meeting', pattern('সভা|সমাবেশ|মিটিং|বৈঠক')],
    ['event', pattern('অনুষ্ঠান|দিবস|মেলা|প্রতিযোগিতা|ক্রীড়া|সংবর্ধনা')],
  ],
  people: [
    [
      'staff',
      pattern('সহকারী(?! *(?:প্রধান|শিক্ষ|মৌলভী|পণ্ডিত))|অফিস|নৈশ|প্রহরী|আয়া|পিয়ন|পরিচ্ছন্ন|দপ্তরি|মালী|হিসাব'),
    ],
    ['teacher', pattern('শিক্ষক|শিক্ষিকা')],
  ],
}

/** Returns the id of the kind that a title, or a person's post, names; empty if none. */
export function proposedKind(collection: KindedCollection, title: string): string {
  const text = title.normalize('NFC')
  return kindWords[collection].find(([, words]) => words.test(text))?.[0] ?? ''
}

/** How the classes are written, in the order of `CLASS_NAMES`. */
const CLASS_WORDS = [
  '৩য়|3rd|তৃতীয়|three|III',
  '৪র্থ|4th|চতুর্থ|four|IV',
  '৫ম|5th|পঞ্চম|five|V',
  '৬ষ্ঠ|6th|ষষ্ঠ|six|VI',
  '৭ম|7th|সপ্তম|seven|VII',
  '৮ম|8th|অষ্টম|eight|VIII',
  '৯ম|9th|নবম|nine|IX',
  '১০ম|10th|দশম|ten|X',
].map((words) => words.normalize('NFC'))

const END = '(?![\\p{L}\\p{M}\\p{N}])'
const ONE_CLASS = `(?:${CLASS_WORDS.join('|')})${END}`
const TO = '\\s*(?:থেকে|হতে|[-–—]|to)\\s*'
const AND = '\\s*(?:,|ও|এবং|[/&]|and)\\s*'
const BEGIN = '(?<![\\p{L}\\p{M}\\p{N}])'
/** «ষষ্ঠ থেকে নবম শ্রেণি», «৯ম ও ১০ম শ্রেণির», «Class IX»: a number without the word could be a place. */
const CLASSES = pattern(
  `${BEGIN}(?:(${ONE_CLASS}(?:(?:${TO}|${AND})${ONE_CLASS})*)\\s*শ্রেণ[িী]|class(?:es)?\\s+(${ONE_CLASS}(?:(?:${TO}|${AND})${ONE_CLASS})*))`,
)
const RANGE = pattern(`(${ONE_CLASS})(?:${TO})(${ONE_CLASS})`)
const EACH = pattern(ONE_CLASS, 'giu')

/** Returns the classes that a title names, in their order. */
export function proposedClasses(title: string): ClassName[] {
  const [, before, after] = CLASSES.exec(title.normalize('NFC')) ?? []
  const named = before ?? after
  if (named === undefined) return []
  const [, first, last] = RANGE.exec(named) ?? []
  const places = (named.match(EACH) ?? []).map(placeOfClass)
  const [from, to] = [placeOfClass(first ?? ''), placeOfClass(last ?? '')]
  return CLASS_NAMES.filter(
    (_, place) => places.includes(place) || (from >= 0 && place > from && place < to),
  )
}

const placeOfClass = (word: string) =>
  CLASS_WORDS.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(word))

const NUMBER = '[০-৯\\d]{1,2}'
const MONTH = '(?:জানু|ফেব|মার্চ|এপ্রি|মে|জুন|জুলা|আগস|আগষ|অগাস|সেপ্ট|অক্ট|নভে|ডিসে)[\\p{L}\\p{M}]*'
const YEAR = '(?:,?\\s*[০-৯\\d]{4})?'
const DATE = `${NUMBER}(?:ই|লা|রা|ঠা|শে|এ)?\\s+${MONTH}${YEAR}|${NUMBER}[/.-]${NUMBER}[/.-][০-৯\\d]{2,4}`
/** «২৪–২৬ ডিসেম্বর», «২৯ নভেম্বর থেকে ১০ ডিসেম্বর». */
const PERIOD = pattern(`${BEGIN}(?:(${NUMBER})|(${DATE}))(?:\\s*(?:থেকে|হতে|[-–—])\\s*)(${DATE})`)
const EACH_DATE = pattern(`${BEGIN}(?:${DATE})`, 'giu')
const DAY = pattern(`${BEGIN}(?:${DATE}|আগামীকাল)`)

/**
 * Returns the days of a holiday or an examination that an entry announces, or null.
 * @param today the present day, `YYYY-MM-DD`
 */
export function proposedDays(
  { title, text }: Pick<WrittenEntry, 'title' | 'text'>,
  today: string,
): { startsOn: string; endsOn: string } | null {
  const all = `${title}\n${text}`.normalize('NFC')
  if (!DAY_WORDS.test(all)) return null
  const [, day, date, end] = PERIOD.exec(all) ?? []
  if (end !== undefined) {
    const last = readDay(end, today)
    const first = date === undefined ? dayOfMonth(day, last) : readDay(date, last ?? today)
    if (first !== null && last !== null && first < last) return { startsOn: first, endsOn: last }
  }
  const single = DAY.exec(all)?.[0]
  const startsOn = single === undefined ? null : readDay(single, today)
  return startsOn === null ? null : { startsOn, endsOn: '' }
}

/** Returns the dates in a text as they are written, in Unicode's normal form. */
export const datesIn = (text: string): string[] => [
  ...new Set(text.normalize('NFC').match(EACH_DATE) ?? []),
]

/** Returns a day of the month of another date. */
const dayOfMonth = (day = '', date: string | null) =>
  date && readDay(`${day}/${date.slice(5, 7)}/${date.slice(0, 4)}`, date)
