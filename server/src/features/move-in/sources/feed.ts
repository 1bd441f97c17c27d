import { gunzipSync } from 'node:zlib'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { webAddress } from './addresses.ts'
import { decodeText } from './charset.ts'
import { timeIn } from './file-days.ts'
import { elementsIn, findElement, type HtmlElement, parseXml } from './html-tree.ts'
import { beginningOf } from './inline-text.ts'
import { contentOf, plainText } from './wxr-parse.ts'

export interface FeedItem {
  href: string
  title: string
  day: string | null
  at: string | null
  categories: readonly string[]
}

/** What a feed or sitemap has. */
export interface FeedRead {
  items: readonly FeedItem[]
  /** Pages of a sitemap. */
  pages: readonly string[]
  /** Sitemaps of an index. */
  sitemaps: readonly string[]
}

const MAX_ENTRIES = 10_000
const MAX_CATEGORIES = 10
/** Letters of a title or category. */
const MAX_TEXT = 1000
const MAX_UNPACKED = 50 * 1024 * 1024

/** Reads RSS, Atom, a sitemap or an index of sitemaps, perhaps in gzip. What is none of them has nothing. */
export function readFeed({ bytes, url }: { bytes: Uint8Array; url: string }): FeedRead {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }) : bytes
  const items: FeedItem[] = []
  const pages: string[] = []
  const sitemaps: string[] = []
  for (const element of elementsIn(parseXml(decodeText(text)))) {
    if (items.length + pages.length + sitemaps.length >= MAX_ENTRIES) break
    if (element.name === 'item' || element.name === 'entry') {
      const item = itemOf(element, url)
      if (item) items.push(item)
    } else if (element.name === 'url') pages.push(...addressIn(element, url))
    else if (element.name === 'sitemap') sitemaps.push(...addressIn(element, url))
  }
  return { items, pages, sitemaps }
}

function itemOf(element: HtmlElement, base: string): FeedItem | null {
  const texts = new Map<string, string>()
  const categories: string[] = []
  let href = ''
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const { rel = 'alternate', href: written, term } = child.attributes
    const text = child.children.filter((one) => typeof one === 'string').join('')
    if (child.name === 'link' && rel === 'alternate') href ||= written ?? text.trim()
    else if (child.name === 'category' || child.name === 'dc:subject') {
      if (categories.length < MAX_CATEGORIES) categories.push(textFrom(term ?? text))
    } else if (!texts.has(child.name)) texts.set(child.name, text)
  }
  const written = href || (texts.get('guid') ?? '')
  const url = written ? webAddress(written, base) : null
  // A comment would stand for the page that it is about.
  if (!url || /#comment/.test(written)) return null
  const times = ['pubDate', 'pubdate', 'published', 'dc:date', 'updated'].map((name) =>
    texts.get(name),
  )
  const { day = null, at = null } = timeIn(times.find(Boolean)?.trim() ?? '') ?? {}
  return {
    href: url.href,
    title: textFrom(texts.get('title') ?? ''),
    day,
    at,
    categories: categories.filter((one) => one && !/^uncategori[sz]ed$/i.test(one)),
  }
}

function textFrom(html: string): string {
  const text = beginningOf(plainText(beginningOf(html, 10 * MAX_TEXT)), MAX_TEXT)
  return (suggestUnicode(text) ?? text).normalize('NFC')
}

function addressIn(element: HtmlElement, base: string): string[] {
  for (const child of element.children) {
    if (typeof child === 'string' || child.name !== 'loc') continue
    const url = webAddress(child.children.filter((one) => typeof one === 'string').join(''), base)
    return url ? [url.href] : []
  }
  return []
}

/** A post of a feed that was saved, or of an export of Blogger. */
export interface FeedPost extends FeedItem {
  /** As it was written; HTML. */
  html: string
  isDraft: boolean
  isPage: boolean
  /** Why it is no entry. */
  reason: 'deleted' | 'no-content' | null
}

/**
 * Reads the posts of a feed with their texts: RSS, Atom, and the exports of Blogger, older and newer ones.
 * @returns null for another document
 */
export function readFeedPosts({
  bytes,
}: {
  bytes: Uint8Array
}): { site: string; posts: FeedPost[]; comments: number } | null {
  const root = parseXml(decodeText(bytes))
  const isFeed = /^(rss|feed|rdf:rdf)$/
  const feed = findElement(root, ({ name }) => isFeed.test(name))
  if (!feed) return null
  const site = siteOfFeed(feed)
  const posts: FeedPost[] = []
  let comments = 0
  for (const element of elementsIn(feed)) {
    if (posts.length >= MAX_ENTRIES) break
    if (element.name !== 'item' && element.name !== 'entry') continue
    const post = postOf(element, site)
    if (post === 'comment') comments += 1
    else if (post) posts.push(post)
  }
  return { site, posts, comments }
}

/** The address of its own pages. */
function siteOfFeed(feed: HtmlElement): string {
  for (const { name, attributes, children } of elementsIn(feed)) {
    const { rel = 'alternate', href } = attributes
    if (name !== 'link' || rel !== 'alternate') continue
    const url = webAddress(href ?? children.join(''))
    if (url && !/(^|\.)blogger\.com$/.test(url.hostname)) return new URL('/', url).href
  }
  return ''
}

function postOf(element: HtmlElement, site: string): FeedPost | 'comment' | null {
  const texts = new Map<string, string>()
  let kind = ''
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const text = contentOf(child).trim()
    if (!texts.has(child.name)) texts.set(child.name, text)
    if (child.name === 'app:control' && /draft>\s*yes/.test(text)) texts.set('status', 'DRAFT')
    if (child.name === 'category' && /#kind$/.test(child.attributes.scheme ?? '')) {
      kind = /#(\w+)$/.exec(child.attributes.term ?? '')?.[1] ?? ''
    }
  }
  const type = (texts.get('blogger:type') ?? kind).toLowerCase()
  if (type === 'comment') return 'comment'
  const status = texts.get('blogger:status') ?? texts.get('status') ?? ''
  const name = texts.get('id') ?? texts.get('title') ?? ''
  const path =
    texts.get('blogger:filename') || `/?post=${encodeURIComponent(beginningOf(name, 300))}`
  const item = itemOf(element, site) ?? itemOf(withLink(element, path), site || NO_SITE)
  if (!item) return null
  const html = ['content:encoded', 'content', 'description', 'summary'].map((name) =>
    texts.get(name),
  )
  const isOther = type !== '' && type !== 'post' && type !== 'page'
  return {
    ...item,
    categories: item.categories.filter((one) => !/kind#/.test(one)),
    html: html.find(Boolean) ?? '',
    isDraft: status === 'DRAFT' || status === 'SCHEDULED',
    isPage: type === 'page',
    reason: isOther ? 'no-content' : /TRASHED/.test(status) ? 'deleted' : null,
  }
}

const NO_SITE = 'http://feed.invalid/'
const withLink = (element: HtmlElement, href: string): HtmlElement => ({
  ...element,
  children: [...element.children, { name: 'link', attributes: { href }, children: [] }],
})
