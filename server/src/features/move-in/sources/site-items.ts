import { proposeCollection } from '@bidyaloy/shared/features/move-in/proposals'
import type { MovedCollection } from '@bidyaloy/shared/features/move-in/reasons'
import { fileAt, nameInAddress } from './addresses.ts'
import type { PageRead } from './page.ts'
import type { ListRow } from './page-rows.ts'
import type { Reader } from './reader.ts'
import type { FetchedPage, SiteFetcher } from './site-fetcher.ts'
import { type Found, NO_ITEM, type SourceItem } from './source.ts'
import { titleFromName } from './zip-names.ts'

/** How PDFs, zips, documents and pictures begin. */
const FILE_STARTS = ['%PDF', 'PK\x03\x04', '\xff\xd8\xff', '\x89PNG', '\xd0\xcf\x11\xe0']

/** Whether a response is a page rather than a file. */
export function isHtml({ bytes, contentType }: FetchedPage): boolean {
  const head = bytes.subarray(0, 400).toString('latin1')
  if (FILE_STARTS.some((start) => head.startsWith(start))) return false
  return /html|xml|text\/plain/i.test(contentType) || contentType === '' || /<\w/.test(head)
}

export function itemOfRow(
  { title, day, page, files }: ListRow,
  key: string,
  list: string,
): SourceItem {
  return {
    ...NO_ITEM,
    key,
    addresses: page ? [page] : [],
    title,
    day,
    categories: list ? [list] : [],
    proposed:
      proposeCollection(list, title) ?? (day || files.length === 0 ? 'notices' : 'downloads'),
    files: files.map((file) => fileAt(new URL(file))),
    page,
  }
}

export function itemOfFile(url: URL, title: string, fileName = ''): SourceItem {
  const name = fileName || nameInAddress(url)
  const named = title || titleFromName(name.replace(/\.\w{2,5}$/, '')) || name
  const proposed: MovedCollection = proposeCollection(title, url.pathname) ?? 'downloads'
  return { ...NO_ITEM, key: url.href, title: named, proposed, files: [fileAt(url, [], name)] }
}

export function itemOfPage(page: PageRead, url: string, link: string): Found {
  const { day, at, body, files, leftOut } = page
  const title = page.title || link
  if (!title) return { key: url, title: url, reason: 'no-title' }
  if (page.isLocked) return { key: url, title, reason: 'forbidden' }
  if (!body && files.length === 0) return { key: url, title, reason: 'empty' }
  const named = proposeCollection(link, title, new URL(url).pathname)
  // A page without a time of its own is one of the menu, unless it has a day and is called a notice.
  const proposed = at ? (named ?? 'notices') : day ? (named ?? 'pages') : 'pages'
  return { ...NO_ITEM, key: url, addresses: [url], title, day, at, body, files, leftOut, proposed }
}

/** Reads the page of an item. */
export async function readItem(
  item: SourceItem,
  fetcher: SiteFetcher,
  reader: Reader,
  signal: AbortSignal,
): Promise<Found> {
  if (item.page === null) return item
  const { key, title } = item
  const address = new URL(item.page)
  const answer = await fetcher.page(address, signal)
  const isFile = 'reason' in answer ? answer.reason === 'too-large' : !isHtml(answer)
  if (isFile) {
    const name = 'reason' in answer ? '' : answer.fileName
    return { ...item, page: null, files: merged(item, [fileAt(address, [], name)]) }
  }
  if ('reason' in answer) return { key, title, reason: answer.reason }
  const { bytes, contentType, url } = answer
  const page = await reader.read('page', { bytes, contentType, url: url.href, title })
  if (!page) return { key, title, reason: 'damaged' }
  if (page.isLocked) return { key, title, reason: 'forbidden' }
  // Pictures of the text count by the files of the page, which come first.
  const files = merged({ files: page.files }, item.files)
  if (!page.body && files.length === 0) return { key, title, reason: 'empty' }
  return {
    ...item,
    addresses: [...new Set([...item.addresses, item.page, url.href])],
    title: title || page.title,
    // What a page says of its own time counts more than a date beside a link.
    day: page.at ? page.day : (item.day ?? page.day),
    at: page.at ?? item.at,
    body: page.body,
    files,
    leftOut: [...item.leftOut, ...page.leftOut],
    page: null,
  }
}

function merged(
  { files }: Pick<SourceItem, 'files'>,
  more: SourceItem['files'],
): SourceItem['files'] {
  const keys = new Set(files.map(({ key }) => key))
  return [...files, ...more.filter(({ key }) => !keys.has(key))]
}
