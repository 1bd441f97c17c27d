import { isFileAddress, webAddress } from './addresses.ts'
import { decodeText } from './charset.ts'
import { type HtmlElement, oneLine, parseHtml, parseXml, textOf } from './html-tree.ts'
import { beginningOf } from './inline-text.ts'

/** An item of a WordPress export as it is written there. */
export interface WxrPost {
  id: string
  type: string
  status: string
  title: string
  /** Address of its page. */
  link: string
  guid: string
  slug: string
  /** Local time of the site and UTC, `YYYY-MM-DD HH:MM:SS`; zeros if it was never published. */
  date: string
  dateUtc: string
  parent: string
  password: string
  content: string
  /** Summary. */
  excerpt: string
  categories: readonly { domain: string; name: string; slug: string }[]
  /** Address of the file of an attachment. */
  file: string
  meta: ReadonlyMap<string, string>
  /** Number of comments. */
  comments: number
}

/** What an export says about its site. */
export interface WxrSite {
  title: string
  /** Address of the site. */
  url: string
}

/** Parses the part of an export before its items. */
export function parseWxrHead(bytes: Uint8Array): WxrSite {
  const root = parseXml(decodeText(bytes))
  const texts = new Map<string, string>()
  const visit = (element: HtmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      const text = contentOf(child)
      if (!texts.has(child.name)) texts.set(child.name, text.trim())
      if (child.name === 'rss' || child.name === 'channel') visit(child)
    }
  }
  visit(root)
  const url = texts.get('wp:base_blog_url') || texts.get('link') || texts.get('wp:base_site_url')
  return { title: texts.get('title') ?? '', url: url ?? '' }
}

/** Letters of an id, and of a title or address. */
const MAX_ID = 20
const MAX_FIELD = 4000
const MAX_CATEGORIES = 50

/** Parses an item, also if it is not valid XML. */
export function parseWxrItem(bytes: Uint8Array): WxrPost {
  const [item = parseXml('')] = elementChildren(parseXml(decodeText(bytes)))
  const texts = new Map<string, string>()
  const meta = new Map<string, string>()
  const categories: { domain: string; name: string; slug: string }[] = []
  let comments = 0
  for (const child of elementChildren(item)) {
    if (child.name === 'category') {
      const { domain = 'category', nicename = '' } = child.attributes
      const name = plainText(beginningOf(contentOf(child), MAX_FIELD))
      if (categories.length < MAX_CATEGORIES) categories.push({ domain, name, slug: nicename })
    } else if (child.name === 'wp:postmeta') {
      const [key, value] = ['wp:meta_key', 'wp:meta_value'].map((name) =>
        elementChildren(child).find((one) => one.name === name),
      )
      if (key && value) meta.set(contentOf(key).trim(), contentOf(value))
    } else if (child.name === 'wp:comment') comments += 1
    else if (!texts.has(child.name)) texts.set(child.name, contentOf(child))
  }
  const text = (name: string, max = MAX_FIELD) => beginningOf((texts.get(name) ?? '').trim(), max)
  return {
    id: text('wp:post_id', MAX_ID),
    type: text('wp:post_type') || 'post',
    status: text('wp:status') || 'publish',
    title: plainText(text('title')),
    link: text('link'),
    guid: text('guid'),
    slug: text('wp:post_name'),
    date: text('wp:post_date'),
    dateUtc: text('wp:post_date_gmt'),
    parent: text('wp:post_parent', MAX_ID),
    password: text('wp:post_password'),
    content: texts.get('content:encoded') || texts.get('description') || '',
    excerpt: texts.get('excerpt:encoded') ?? '',
    categories,
    file: text('wp:attachment_url') || attachedFile(meta, text('guid')),
    meta,
    comments,
  }
}

/** Where a file of the media library is, if the export does not say it as a whole. */
function attachedFile(meta: ReadonlyMap<string, string>, guid: string): string {
  const url = webAddress(guid)
  if (url && isFileAddress(url)) return url.href
  const path = meta.get('_wp_attached_file')?.trim()
  return (path && webAddress(`wp-content/uploads/${path}`, url?.href)?.href) || ''
}

const elementChildren = ({ children }: HtmlElement) =>
  children.filter((child): child is HtmlElement => typeof child !== 'string')

/** Returns the text of an element. Elements within it stand where an export forgot CDATA. */
export function contentOf({ children }: HtmlElement): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      const attributes = Object.entries(child.attributes).map(
        ([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`,
      )
      return `<${child.name}${attributes.join('')}>${contentOf(child)}</${child.name}>`
    })
    .join('')
}

/** Returns a title without tags and character references, in one line. */
export function plainText(html: string): string {
  const text = /[<&]/.test(html) ? textOf(parseHtml(html)) : html
  return oneLine(text).normalize('NFC')
}
