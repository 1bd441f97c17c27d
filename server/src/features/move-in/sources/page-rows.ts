import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { isFileAddress, webAddress } from './addresses.ts'
import { findDay, timeIn } from './file-days.ts'
import { elementsIn, type HtmlElement, isNamed, textOf } from './html-tree.ts'
import { beginningOf } from './inline-text.ts'

/** A row of a list: of a table, of cards, or of an archive. */
export interface ListRow {
  title: string
  day: string | null
  /** Page of the entry; null if the row leads to files only. */
  page: string | null
  /** Addresses of files. */
  files: readonly string[]
}

/** What may be a row, from the smallest to larger blocks. */
const ROW = new Set(['tr', 'li', 'article', 'div', 'dd', 'p', 'section', 'td'])
const MAX_ROW_TEXT = 900
/** Words of links that say nothing of what they lead to. */
const GENERIC =
  /^(?:ডাউনলোড.*|download.*|view.*|দেখুন|দেখতে.*|বিস্তারিত.*|আরও.*|আরো.*|read more.*|more.*|details?|pdf|doc|jpg|ফাইল|সংযুক্তি|click.*|ক্লিক.*|open|continue.*|[\s\d.()০-৯–-]*)$/iu

interface Link {
  url: URL
  text: string
}

/**
 * Finds the rows of a list: the smallest blocks that have a link and a date, or a link to a file.
 * @param main part of a page without its menus
 */
export function rowsIn(main: HtmlElement, base: string, isOwn: (url: URL) => boolean): ListRow[] {
  const rows: ListRow[] = []
  const visit = (element: HtmlElement): boolean => {
    let isInside = false
    for (const child of element.children) {
      if (typeof child !== 'string' && visit(child)) isInside = true
    }
    if (isInside || !ROW.has(element.name)) return isInside
    // A row is larger than its cells.
    if (element.name === 'td') return false
    const row = rowOf(element, base, isOwn)
    if (row) rows.push(row)
    return row !== null
  }
  visit(main)
  return rows
}

const LINE = /^(tr|li)$/
const DRIVES = /(^|\.)(drive|docs)\.google\.com$|(^|\.)dropbox\.com$/
const isFile = ({ url }: Link) => isFileAddress(url) || DRIVES.test(url.hostname)

function rowOf(element: HtmlElement, base: string, isOwn: (url: URL) => boolean): ListRow | null {
  const all = linksIn(element, base)
  const own = all.filter(({ url }) => isOwn(url))
  // A notice whose only file is on another host is named rather than missing.
  const links = own.length === 0 && LINE.test(element.name) ? all.filter(isFile) : own
  const [first] = links
  if (!first || links.length > 12) return null
  const text = textOf(element)
  if (text.length > MAX_ROW_TEXT) return null
  const day = dayOfRow(element, text)
  const files = links.filter(isFile)
  if (!day && (own.length === 0 || files.length === 0)) return null
  const [named] = links
    .filter((link) => !GENERIC.test(link.text))
    .sort((a, b) => b.text.length - a.text.length)
  const title = named?.text ?? titleBeside(element, links)
  if (!title) return null
  const pages = links.filter((link) => !files.includes(link))
  const page = named && pages.includes(named) ? named : pages[0]
  return {
    title,
    day,
    page: page?.url.href ?? null,
    files: [...new Set(files.map(({ url }) => url.href))],
  }
}

/** Letters beside a date that tells when something was published: «প্রকাশ: », a weekday. */
const MAX_BESIDE = 30
/** In a longer text a date is that of an exam or holiday. */
const MAX_SHORT = 200

function dayOfRow(row: HtmlElement, text: string): string | null {
  let [best, bestLetters]: [string | null, number] = [null, MAX_BESIDE + 1]
  for (const element of elementsIn(row)) {
    const { datetime = '' } = element.name === 'time' ? element.attributes : {}
    const time = /^\d{4}-\d\d-\d\dT/.test(datetime) ? timeIn(datetime) : null
    if (time) return time.day
    const own = textOf(element)
    const found = own.length < 90 ? findDay(own) : null
    const letters = found ? own.length - (found.end - found.start) : Infinity
    // A date within a title is rather that of an exam.
    if (found && letters < bestLetters) [best, bestLetters] = [found.day, letters]
  }
  if (best) return best
  return text.length < MAX_SHORT ? (findDay(text)?.day ?? null) : null
}

/** The title of a row whose links only say «ডাউনলোড»: its longest cell, or what is left of its text. */
function titleBeside(element: HtmlElement, links: readonly Link[]): string {
  const cells = element.children.filter(
    (child): child is HtmlElement =>
      typeof child !== 'string' && /^(td|th|h\d|span|div|strong|b|p)$/.test(child.name),
  )
  // The whole counts where the title stands beside the elements rather than in one.
  const texts = [...cells, element].map(textOf)
  const plain = texts.map((text) => {
    const found = findDay(text)
    const rest = found ? `${text.slice(0, found.start)} ${text.slice(found.end)}` : text
    return links.reduce((left, { text: label }) => left.replace(label, ' '), rest).trim()
  })
  const ofCells = plain.slice(0, -1).sort((a, b) => b.length - a.length)
  const longest = ofCells[0] || plain.at(-1) || ''
  return longest.replace(/^[\s\d০-৯.)|:–-]+(?=\S)|[\s|:–-]+$/gu, '')
}

/** Letters of the text of a link. */
const MAX_LABEL = 1000

/** Returns the links of an element to the web. */
export function linksIn(element: HtmlElement, base: string): Link[] {
  const links: Link[] = []
  for (const one of elementsIn(element)) {
    if (one.name !== 'a' || one.attributes.href === undefined) continue
    if (/^\s*(#|javascript:|mailto:|tel:)/i.test(one.attributes.href)) continue
    const url = webAddress(one.attributes.href, base)
    const text = textOf(one) || (one.attributes.title ?? '').trim()
    if (url) links.push({ url, text: beginningOf(text, MAX_LABEL) })
  }
  return links
}

const NEXT = /^(?:পরবর্তী.*|পরের.*|next.*|older.*|পুরোনো.*|পুরাতন.*|[›»>→]+)$/iu
/** «পাতা ১৮৫», `Page 185`. */
const NAMED_PAGE = /^\D{2,10}\s\d{1,4}$/
const PAGER = /pag(e|ing|ination|er)|nav-links|numbers/i
const PAGE_PARAMETER = /[?&;/](?:page|paged|p|pg|start|offset|pageno|limitstart)[=/]?\d+/i

/** Returns the addresses of further pages of a list: «পরবর্তী», and numbers of pages. */
export function nextPages(root: HtmlElement, base: string, isOwn: (url: URL) => boolean): string[] {
  const next = new Set<string>()
  const visit = (element: HtmlElement, isPager: boolean) => {
    const { name, attributes } = element
    const inPager = isPager || isNamed(element, PAGER)
    if ((name === 'a' || name === 'link') && attributes.href !== undefined) {
      const url = webAddress(attributes.href, base)
      const text = textOf(element)
      const number = toLatinDigits(text).trim()
      const isNumber = /^\d{1,4}$/.test(number)
      const isNext =
        attributes.rel === 'next' || NEXT.test(text) || NEXT.test(attributes.title ?? '')
      const hasParameter = PAGE_PARAMETER.test(url?.href ?? '')
      const isNamedPage = inPager && hasParameter && NAMED_PAGE.test(number)
      const isPage = (isNumber && (inPager || hasParameter)) || isNamedPage
      if (url && isOwn(url) && (isNext || isPage) && url.href !== base) next.add(url.href)
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child, inPager)
  }
  visit(root, false)
  return [...next]
}
