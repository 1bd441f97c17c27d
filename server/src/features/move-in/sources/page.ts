import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { siteOf, webAddress } from './addresses.ts'
import { decodeText } from './charset.ts'
import { findDay, timeIn } from './file-days.ts'
import { convertHtml } from './html-markdown.ts'
import {
  elementsIn,
  findElement,
  type HtmlElement,
  isNamed,
  parseHtml,
  textOf,
} from './html-tree.ts'
import { beginningOf } from './inline-text.ts'
import { mainOf, metaOf, pageTitle, withoutFooters, withoutSurroundings } from './page-main.ts'
import { type ListRow, linksIn, nextPages, rowsIn } from './page-rows.ts'
import type { SourceFile } from './source.ts'

export interface PageJob {
  bytes: Uint8Array
  contentType: string
  /** Address of the page. */
  url: string
  /** Title that a list has for it, which its text need not repeat. */
  title: string
}

/** What a page has. */
export interface PageRead {
  title: string
  /** `YYYY-MM-DD`, and the time if it is known. */
  day: string | null
  at: string | null
  body: string
  files: readonly SourceFile[]
  leftOut: readonly LeftOut[]
  rows: readonly ListRow[]
  /** Further pages of the list. */
  next: readonly string[]
  /** Links of the page to its site, with menus. */
  links: readonly { href: string; text: string }[]
  feeds: readonly string[]
  isWordPress: boolean
  /** Whether its text is shown only with a password. */
  isLocked: boolean
}

const MAX_LINKS = 1000
const MAX_ROWS = 5000
const MAX_FEEDS = 10
/** Letters of a title; the rest is left out. */
const MAX_TITLE = 2000

/** Reads a page of a site. */
export function readPage({ bytes, contentType, url, title: known }: PageJob): PageRead {
  const root = parseHtml(decodeText(bytes, contentType))
  const base = baseOf(root, url)
  const isOwn = siteOf(url)
  const page = withoutSurroundings(root)
  const main = withoutFooters(mainOf(page))
  const { day, at } = timeOf(root, page, main)
  const title = unicodeOf(beginningOf(pageTitle(root, page, main), MAX_TITLE))
  const { body, files, leftOut } = convertHtml(main, { base, isOwn })
  return {
    title,
    day,
    at,
    body: withoutTitle(body, [known, title]),
    files,
    leftOut,
    rows: rowsIn(page, base, isOwn)
      .slice(0, MAX_ROWS)
      .map((row) => ({ ...row, title: unicodeOf(row.title) })),
    next: nextPages(root, base, isOwn).slice(0, MAX_LINKS),
    links: ownLinks(root, base, isOwn),
    feeds: feedsOf(root, base, isOwn),
    isWordPress: /wordpress/i.test(metaOf(root, 'generator')),
    isLocked: !!findElement(main, (one) => isNamed(one, LOCK)),
  }
}

/** Reads a text without marks. */
export function readText({ bytes }: { bytes: Uint8Array }): Pick<PageRead, 'body' | 'leftOut'> {
  const root: HtmlElement = { name: '', attributes: {}, children: [decodeText(bytes)] }
  const { body, leftOut } = convertHtml(root, { base: '', isOwn: () => false, keepsLines: true })
  return { body, leftOut }
}

const unicodeOf = (text: string) => (suggestUnicode(text) ?? text).normalize('NFC').trim()

function baseOf(root: HtmlElement, url: string): string {
  const base = findElement(root, ({ name }) => name === 'base')?.attributes.href
  return (base && webAddress(base, url)?.href) || url
}

/** Leaves out a first heading that only repeats the title. */
function withoutTitle(body: string, titles: readonly string[]): string {
  const [first = '', ...rest] = body.split('\n\n')
  const heading = first.replace(/^#+ /, '').replaceAll('**', '')
  return titles.includes(heading) ? rest.join('\n\n') : body
}

/** The form of WordPress in place of a text with a password. */
const LOCK = /(?:^|\s)post-password-form(?:$|\s)/

/** Words before the day of a notice. */
const PUBLISHED = /(?:প্রকাশ\S*|তারিখ|published|posted|date|আপডেট|হাল-?নাগাদ)[^\d০-৯]{0,30}/giu

/** What a page says about its time, or else the first date of its text. */
function timeOf(
  root: HtmlElement,
  page: HtmlElement,
  main: HtmlElement,
): { day: string | null; at: string | null } {
  const element = findElement(
    page,
    ({ name, attributes }) => name === 'time' && !!attributes.datetime,
  )
  const written = [
    metaOf(root, 'article:published_time'),
    element?.attributes.datetime,
    metaOf(root, 'date'),
    datePublished(root),
  ]
  for (const one of written) {
    if (!one || !/^\d{4}-\d\d-\d\d/.test(one)) continue
    const time = timeIn(one)
    if (time) return time
  }
  const text = textOf(main)
  for (const { index, 0: words } of text.matchAll(PUBLISHED)) {
    const found = findDay(text.slice(index, index + words.length + 40))
    if (found) return { day: found.day, at: null }
  }
  return { day: findDay(text.slice(0, 300))?.day ?? null, at: null }
}

function datePublished(root: HtmlElement): string | undefined {
  for (const { name, attributes, children } of elementsIn(root)) {
    if (name !== 'script' || attributes.type !== 'application/ld+json') continue
    const [, date] = /"datePublished"\s*:\s*"([^"]{8,40})"/.exec(children.join('')) ?? []
    if (date) return date
  }
  return undefined
}

function ownLinks(
  root: HtmlElement,
  base: string,
  isOwn: (url: URL) => boolean,
): { href: string; text: string }[] {
  const links = new Map<string, string>()
  for (const { url, text } of linksIn(root, base)) {
    if (links.size >= MAX_LINKS) break
    if (isOwn(url) && !links.has(url.href)) links.set(url.href, unicodeOf(text))
  }
  return [...links].map(([href, text]) => ({ href, text }))
}

function feedsOf(root: HtmlElement, base: string, isOwn: (url: URL) => boolean): string[] {
  const feeds: string[] = []
  for (const { name, attributes } of elementsIn(root)) {
    if (name !== 'link' || !/(rss|atom|rdf)\+xml/i.test(attributes.type ?? '')) continue
    const url = webAddress(attributes.href ?? '', base)
    const isOfComments = /comments/i.test(`${attributes.title} ${url?.pathname}`)
    if (url && isOwn(url) && !isOfComments) feeds.push(url.href)
  }
  return feeds.slice(0, MAX_FEEDS)
}
