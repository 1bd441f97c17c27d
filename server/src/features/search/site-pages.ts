import type { SearchStats } from '@bidyaloy/shared/collections/search'
import { publicCollectionCopy } from '@bidyaloy/shared/copy/collection-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { type FoldedWord, foldedWords } from '@bidyaloy/shared/lib/bengali/search-fold'
import { foundAt, type SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { EntityManager } from 'typeorm'
import type { SitePage } from '../../feature.ts'
import { features } from '../../features.ts'

/* The pages of the site that are no entries: few, so they are compared with each query. */

const t = translator(siteCopy, publicCollectionCopy)

const pages: readonly SitePage[] = [
  ...features.flatMap(({ searchPages = [] }) => searchPages),
  { path: pagePaths.history, title: t('nav.intro.history'), words: 'প্রতিষ্ঠা' },
  { path: pagePaths.payment, title: t('nav.students.payment'), words: 'বেতন, টাকা, বিকাশ, নগদ' },
  { path: pagePaths.publicResult, title: t('nav.results.public'), words: 'বোর্ড, এসএসসি' },
  { path: pagePaths.gallery, title: t('public.gallery.title'), words: 'ছবি, ভিডিও' },
  { path: pagePaths.jubilee, title: t('nav.gallery.jubilee'), words: 'ছবি' },
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
  const withFacts = foldedPages.map(async ({ facts, inAll, ...page }) => ({
    ...page,
    inAll: facts ? [...inAll, ...foldedWords(await facts(read))] : inAll,
  }))
  return (await Promise.all(withFacts))
    .flatMap(({ path, title, inTitle, inAll }) => {
      if (countFound(words, inAll) < words.length) return []
      return [{ path, title, worth: countFound(words, inTitle) }]
    })
    .sort((one, other) => other.worth - one.worth)
    .slice(0, MOST_PAGES)
    .map(({ path, title }) => ({ path, title }))
}

const foldedPages = pages.map(({ words, ...page }) => ({
  ...page,
  inTitle: [...foldedWords(page.title)],
  inAll: [...foldedWords(`${page.title} ${words}`)],
}))

const countFound = (words: readonly SearchWord[], text: readonly FoldedWord[]) =>
  words.filter((word) => text.some((_, at) => foundAt(word, text, at) > 0)).length
