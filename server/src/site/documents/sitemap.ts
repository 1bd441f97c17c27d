import { entryPath, pagedCollections } from '@bidyaloy/shared/collections/registry'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { lastChange, type MakeDocument } from './site-document.ts'
import { element, XML_HEAD } from './xml.ts'

/** What the format allows in one file. */
const MOST = 50_000

/**
 * Every public page, notice and news item. None where the site does not know its own address: the
 * format knows only absolute ones.
 */
export const makeSitemap: MakeDocument = async ({ api, publicUrl }) => {
  if (publicUrl === undefined) return null
  const pages = Object.values(pagePaths).map((path) => place(publicUrl + path))
  const entries = await Promise.all(
    pagedCollections.map(async (collection) =>
      (await api.listEntries({ params: { collection } })).map((entry) => ({
        changed: lastChange(entry),
        address: publicUrl + entryPath(collection, entry._id),
      })),
    ),
  )
  const newest = entries
    .flat()
    .sort((a, b) => (a.changed < b.changed ? 1 : a.changed > b.changed ? -1 : 0))
    .slice(0, MOST - pages.length)
  const places = [...pages, ...newest.map(({ address, changed }) => place(address, changed))]
  const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return {
    contentType: 'application/xml; charset=utf-8',
    body: `${XML_HEAD}${element('urlset', { xmlns }, places)}`,
  }
}

function place(address: string, changed?: string): string {
  return element('url', {}, [
    element('loc', {}, encodeURI(address)),
    changed ? element('lastmod', {}, changed) : '',
  ])
}
