import { createHash } from 'node:crypto'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { fileKindByMimeType } from '@bidyaloy/shared/collections/file-kinds'
import { type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import {
  type AnnouncedCollection,
  announcedCollections,
  entryFilePath,
  entryPath,
} from '@bidyaloy/shared/collections/registry'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { plainTextOf } from '@bidyaloy/shared/lib/markdown'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { lastChange, orNull, schoolName } from '../../document-data.ts'
import type { MakeDocument } from '../../feature.ts'
import { element, XML_HEAD } from './xml.ts'

const MAX_ITEMS = 30

interface FeedItem {
  collection: AnnouncedCollection
  entry: Entry
}

/**
 * Creates an Atom feed of the newest notices and news. If the site's URL is unknown, links are
 * relative to the feed, which Atom permits.
 */
export const makeFeed: MakeDocument = async ({ api, now, publicUrl = '' }) => {
  const school = await schoolName(api)
  const settings = await api.getSettings()
  const items = await Promise.all((await newestItems(api)).map((item) => withText(api, item)))
  const changed = items.map(({ entry }) => lastChange(entry)).sort()
  const feed = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'bn' }, [
    element('id', {}, publicUrl ? publicUrl + siteFiles.feed : uuidOf(`feed of ${school}`)),
    element('title', {}, fill(siteMessages['feed.title'].bn, { school })),
    element('updated', {}, changed.at(-1) ?? now.toISOString()),
    element('author', {}, [element('name', {}, school)]),
    element('link', {
      rel: 'self',
      type: 'application/atom+xml',
      href: publicUrl + siteFiles.feed,
    }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${publicUrl}/` }),
    element('icon', {}, `${publicUrl}${siteFiles.icon192}`),
    ...items.map((item) => atomEntry(item, kindsOf(item.collection, settings), publicUrl)),
  ])
  return { contentType: 'application/atom+xml; charset=utf-8', body: XML_HEAD + feed }
}

async function newestItems(api: ReadApi): Promise<FeedItem[]> {
  const lists = announcedCollections.map(async (collection) => {
    const entries = await api.listEntries({ params: { collection }, query: { limit: MAX_ITEMS } })
    return entries.map((entry) => ({ collection, entry }))
  })
  return (await Promise.all(lists))
    .flat()
    .sort(
      (a, b) =>
        compare(b.entry.date, a.entry.date) || compare(b.entry.createdAt, a.entry.createdAt),
    )
    .slice(0, MAX_ITEMS)
}

/** Adds the text, which lists shorten to an excerpt. */
async function withText(api: ReadApi, item: FeedItem): Promise<FeedItem> {
  const { collection, entry } = item
  if (!entry.excerpt) return item
  // It may have been deleted since the list was read.
  const whole = await orNull(api.getEntry({ params: { collection, id: entry._id } }))
  return { collection, entry: whole ?? entry }
}

function atomEntry(
  { collection, entry }: FeedItem,
  kinds: readonly Kind[],
  publicUrl: string,
): string {
  const { _id, title, date, excerpt, body, urgentUntil } = entry
  const kind = kinds.find(({ id }) => id === entry.kind)
  return element('entry', {}, [
    // Permanent, even if the title or the site's URL changes.
    element('id', {}, uuidOf(_id)),
    element('title', {}, urgentUntil ? fill(siteMessages['urgent.title'].bn, { title }) : title),
    element('published', {}, date),
    element('updated', {}, lastChange(entry)),
    element('category', { term: collection, label: siteCopy[`public.${collection}.one`] }),
    kind ? element('category', { term: kind.id, label: kind.name }) : '',
    element('link', {
      rel: 'alternate',
      type: 'text/html',
      href: publicUrl + entryPath(collection, _id),
    }),
    ...filesOf(entry).map(({ mimeType, size }, i) =>
      element('link', {
        rel: 'enclosure',
        href: publicUrl + entryFilePath(collection, _id, i + 1),
        type: mimeType,
        length: String(size),
      }),
    ),
    element('summary', {}, excerpt || summaryOf(entry)),
    body ? element('content', { type: 'html' }, htmlOf(body)) : '',
  ])
}

/** Returns the words of a text as paragraphs. */
function htmlOf(body: string): string {
  return plainTextOf(body)
    .split('\n')
    .map((line) => element('p', {}, line))
    .join('')
}

/** Returns date and file of an entry without a text: «৬ জানুয়ারি ২০২৬ · PDF, ১২ কিলোবাইট». */
function summaryOf({ date, mimeType, size }: Entry): string {
  const type = mimeType && fileKindByMimeType(mimeType)?.label
  if (!type || size === undefined) return formatDate(date)
  const file = fill(siteMessages['list.file.meta'].bn, { type, size: formatFileSize(size) })
  return `${formatDate(date)} · ${file}`
}

/** Returns the UUID (version 8) of a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `urn:uuid:${hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
