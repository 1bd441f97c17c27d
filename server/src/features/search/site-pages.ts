import type { SearchStats } from '@bidyaloy/shared/collections/search'
import { publicCollectionCopy } from '@bidyaloy/shared/copy/collection-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { type FoldedWord, foldedWords } from '@bidyaloy/shared/lib/bengali/search-fold'
import { foundAt, joinPhones, type SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { EntityManager } from 'typeorm'
import type { SitePage } from '../../feature.ts'
import { features } from '../../features.ts'
import { getSettings } from '../site-records/settings-commands.ts'
import { findSingle } from '../site-records/single-record-commands.ts'
import { contactRecord } from '../site-records/single-record-routes.ts'

/* The pages of the site that are no entries: few, so they are compared with each query. */

const t = translator(siteCopy, publicCollectionCopy)

const pages: readonly SitePage[] = [
  {
    path: pagePaths.schoolInfo,
    title: t('nav.intro.glance'),
    words: 'বিদ্যালয়ের পরিচিতি, EIIN, কোড, জমি, ভবন, শ্রেণিকক্ষ, শিফট',
  },
  { path: pagePaths.history, title: t('nav.intro.history'), words: 'প্রতিষ্ঠা' },
  { path: pagePaths.teachers, title: t('nav.manpower.officersTeachers'), words: 'তালিকা' },
  ...features.flatMap(({ searchPages = [] }) => searchPages),
  { path: pagePaths.attendance, title: t('nav.students.attendance'), words: 'অনুপস্থিত' },
  { path: pagePaths.payment, title: t('nav.students.payment'), words: 'বেতন, টাকা, বিকাশ, নগদ' },
  { path: pagePaths.publicResult, title: t('nav.results.public'), words: 'বোর্ড, এসএসসি' },
  { path: pagePaths.gallery, title: t('public.gallery.title'), words: 'ছবি, ভিডিও' },
  { path: pagePaths.jubilee, title: t('nav.gallery.jubilee'), words: 'ছবি' },
  {
    path: pagePaths.contact,
    title: t('public.contact.title'),
    words: 'ফোন নম্বর, ঠিকানা, ইমেইল, মানচিত্র, ম্যাপ, location',
  },
  { path: pagePaths.notices, title: t('public.notices.title'), words: '' },
  { path: pagePaths.downloads, title: t('public.downloads.title'), words: 'ফরম' },
]

const MOST_PAGES = 3

/** Returns the pages that have all words, those with more of them in the title first. */
export async function findPages(
  read: EntityManager,
  words: readonly SearchWord[],
): Promise<SearchStats['pages']> {
  if (words.length === 0) return []
  const [{ identity }, contact] = await Promise.all([
    getSettings(read),
    findSingle(read, contactRecord),
  ])
  const facts: Readonly<Record<string, string>> = {
    [pagePaths.schoolInfo]: [identity.eiin, identity.schoolCode, identity.established].join(' '),
    [pagePaths.contact]: joinPhones([contact?.phone, contact?.address, contact?.email].join(' ')),
  }
  return foldedPages
    .flatMap(({ path, title, inTitle, inAll }) => {
      const all = facts[path] ? [...inAll, ...foldedWords(facts[path])] : inAll
      if (countFound(words, all) < words.length) return []
      return [{ path, title, worth: countFound(words, inTitle) }]
    })
    .sort((one, other) => other.worth - one.worth)
    .slice(0, MOST_PAGES)
    .map(({ path, title }) => ({ path, title }))
}

const foldedPages = pages.map(({ path, title, words }) => ({
  path,
  title,
  inTitle: [...foldedWords(title)],
  inAll: [...foldedWords(`${title} ${words}`)],
}))

const countFound = (words: readonly SearchWord[], text: readonly FoldedWord[]) =>
  words.filter((word) => text.some((_, at) => foundAt(word, text, at) > 0)).length
