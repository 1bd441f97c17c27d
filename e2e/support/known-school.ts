import type { Api } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { blankPdf } from './papers.ts'

/** Contents of the known school, so that tests can name expected results. */
export const known = {
  /** Entered last and yet the oldest: first on the board, last in the list. */
  backDated: 'পুরোনো রেজিস্টার থেকে: প্রতিষ্ঠাবার্ষিকীর নোটিশ',
  today: 'আজ বিকালের ক্লাস স্থগিত',
  sixDaysOld: 'অভিভাবক সমাবেশের নোটিশ',
  nineDaysOld: 'গ্রন্থাগার ব্যবহারের নিয়ম',
  bengaliYear: '২০২৬ শিক্ষাবর্ষে ভর্তি বিজ্ঞপ্তি',
  latinYear: 'Annual examination 2026 routine',
  joined: 'মহান বিজয় দিবস উদ্\u200cযাপন',
  /** With the letter য় as two code points, as most keyboards type it. */
  twoSigns: 'বিদ্যাল\u09af\u09bc পরিষ্কার অভিযান',
  /** Weekly notices of past years: more than two pages of the list. */
  in2024: 30,
  in2023: 22,
  news: ['ক্রীড়া প্রতিযোগিতায় জেলা চ্যাম্পিয়ন', 'বিজ্ঞান মেলায় প্রথম পুরস্কার', 'নতুন গ্রন্থাগার উদ্বোধন'],
  downloads: [
    'ভর্তির আবেদন ফরম',
    'ছাড়পত্রের আবেদন ফরম',
    'ছুটির তালিকা',
    'পাঠ্যসূচি',
    'প্রশংসাপত্রের আবেদন ফরম',
    'বেতনের রসিদ',
  ],
} as const

/** Publishes an entry whose file does not matter. */
export function publish(
  admin: Api,
  collection: CollectionName,
  title: string,
  date?: string,
  file = blankPdf(),
): Promise<Entry> {
  return admin.createEntry({
    params: { collection },
    body: { title, ...(date && { date }) },
    file,
  })
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const weekOf = (year: number, week: number) =>
  new Date(Date.UTC(year, 0, 5 + week * 7)).toISOString()

/** Fills an empty school, one entry after the other. News and downloads are given newest first. */
export async function fillKnownSchool(admin: Api): Promise<void> {
  for (let week = 0; week < known.in2023; week += 1) {
    await publish(admin, 'notices', `সাপ্তাহিক নোটিশ ${week + 1}, ২০২৩`, weekOf(2023, week))
  }
  for (let week = 0; week < known.in2024; week += 1) {
    await publish(admin, 'notices', `সাপ্তাহিক নোটিশ ${week + 1}, ২০২৪`, weekOf(2024, week))
  }
  for (const [title, week] of [
    [known.bengaliYear, 1],
    [known.latinYear, 2],
    [known.joined, 3],
    [known.twoSigns, 4],
  ] as const) {
    // Each with its own bytes, so that comparing its file names it.
    await publish(admin, 'notices', title, weekOf(2025, week), blankPdf(title))
  }
  await publish(admin, 'notices', known.nineDaysOld, daysAgo(9))
  await publish(admin, 'notices', known.sixDaysOld, daysAgo(6))
  await publish(admin, 'notices', known.today)
  await publish(admin, 'notices', known.backDated, '1975-01-10')
  for (const [age, title] of known.news.entries()) {
    await publish(admin, 'news', title, daysAgo(age + 1))
  }
  for (const [age, title] of known.downloads.entries()) {
    await publish(admin, 'downloads', title, daysAgo(age + 1))
  }
}
