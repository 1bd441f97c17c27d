import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import { proposeCollection } from '@bidyaloy/shared/features/move-in/proposals'
import type { MovedCollection } from '@bidyaloy/shared/features/move-in/reasons'
import { formatMonth } from '@bidyaloy/shared/lib/bengali/days'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { excerptOf, pictureIn, plainTextOf } from '@bidyaloy/shared/lib/markdown'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { decoded, fileAt, isPictureName, isTakenName, siteOf, webAddress } from './addresses.ts'
import { timeIn } from './file-days.ts'
import { convertHtml } from './html-markdown.ts'
import { parseHtml } from './html-tree.ts'
import type { ConvertOptions } from './markdown-writer.ts'
import { replaceShortcodes } from './shortcodes.ts'
import {
  type Found,
  NO_ITEM,
  type RefusedItem,
  type SourceFile,
  type SourceItem,
} from './source.ts'
import type { WxrItem } from './wxr-items.ts'
import type { WxrPost } from './wxr-parse.ts'

/** A file of the media library. */
export interface Attachment {
  id: string
  /** Address of the file. */
  url: string
  title: string
  /** Address of its page. */
  link: string
  parent: string
}

/** What the texts of an export refer to: found before they are converted. */
export interface WxrEntry {
  id: string
  /** Whether it is an entry with a text that may show files. */
  hasText: boolean
  /** Whether its readers do not see it: drafts, private and deleted ones. */
  isHidden: boolean
  /** The media library's file, if it is one. */
  attachment: Attachment | null
  /** Ids of attachments in galleries, pictures and as the picture of the post. */
  ids: readonly string[]
  /** Paths of files below `uploads`, as `uploadPath` returns them. */
  paths: readonly string[]
}

/** What is no content, or was deleted. */
const DELETED = new Set(['trash', 'auto-draft'])
const NO_CONTENT =
  /^(nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|wp_\w+|user_request|acf-\w+|elementor_\w+|e-\w+|wpcf7_\w+|wpforms\w*|\w*forms?|nf_sub|mc4wp-\w+|popup\w*|\w*slider\w*|ml-slide|soliloquy|tablepress_table|shop_(order|coupon)\w*|product_variation|jp_\w+|feedback|flamingo_\w+|et_\w+|fusion_\w+|vc_\w+|scheduled-action|amp_\w+)$/
const ATTACHMENT = 'attachment'

/** Files that a post may show. */
export const MAX_SHOWN = 300

/** Returns what a post refers to. */
export function indexPost(post: WxrPost): WxrEntry {
  const { id, type, file, title, link, parent, content, meta } = post
  const isHidden = post.status !== 'publish' || post.password !== ''
  const entry = { id, hasText: false, isHidden, attachment: null, ids: [], paths: [] }
  if (DELETED.has(post.status)) return entry
  if (type === ATTACHMENT) return { ...entry, attachment: { id, url: file, title, link, parent } }
  if (NO_CONTENT.test(type)) return entry
  const galleries = [
    ...content.matchAll(/\[gallery[^\]]{0,2000}?ids\s*=\s*["']?([\d,\s]+)/g),
    ...content.matchAll(
      /\[(?:vc|et_pb)_[^\]]{0,2000}?(?:images?|gallery_ids)\s*=\s*["']?([\d,\s]+)/g,
    ),
  ]
  const pictures = [
    ...content.matchAll(/wp-image-(\d+)/g),
    ...content.matchAll(/"ids?":\[?([\d,]+)/g),
  ]
  const ids = [...galleries, ...pictures].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  const paths = content.matchAll(/(?:\/uploads|\.files\.wordpress\.com)\/[^\s"'<>()[\]\\|]{1,600}/g)
  return {
    ...entry,
    hasText: true,
    ids: [...new Set([...(meta.get('_thumbnail_id')?.match(/\d+/g) ?? []), ...ids])]
      .slice(0, MAX_SHOWN)
      .map((one) => one.slice(0, 20)),
    paths: [...new Set(Array.from(paths, ([path]) => uploadPath(path)))].slice(0, MAX_SHOWN),
  }
}

/** Returns the path of a file below `uploads`, of a picture that of its original; '' for other addresses. */
export function uploadPath(address: string): string {
  const [, below, dated = ''] =
    /\/(?:uploads|files)\/([^?#]+)|\/(\d{4}\/\d\d\/[^/?#]+\.\w{2,5})(?:[?#]|$)/.exec(address) ?? []
  return decoded(below ?? dated).replace(
    /(-\d{1,5}x\d{1,5}|-scaled|-rotated|-e\d{10,})+(?=\.\w+$)/,
    '',
  )
}

/** A post that is to be converted, and what it may refer to. */
export interface PostToConvert {
  bytes: Uint8Array
  /** Why no more than its beginning is here. */
  flaw: WxrItem['flaw']
  attachments: readonly Attachment[]
  /**
   * What becomes of an attachment: it comes with its post, stands alone or for an album of `attachments`, or was
   * uploaded for a hidden post only.
   */
  use: 'post' | 'alone' | 'album' | 'hidden'
}

/** Converts a post of an export. Returns null for an attachment that comes with another entry. */
export function convertPost(
  post: WxrPost,
  site: string,
  { attachments, use, flaw }: Omit<PostToConvert, 'bytes'>,
): Found | null {
  const kind = post.type === ATTACHMENT ? 'attachment_id' : 'p'
  const short = `/?${kind}=${post.id}`
  // Without a number its own address is all that tells it from others.
  const own = post.id
    ? short
    : post.link || post.guid || `/?title=${encodeURIComponent(post.title)}`
  const key = webAddress(own, site)?.href ?? short
  const title = unicodeOf(post.title)
  if (DELETED.has(post.status)) return { key, title, reason: 'deleted' }
  if (post.type === ATTACHMENT && !flaw) {
    if (use === 'post') return null
    if (use === 'album') return loosePictures(post, key, attachments)
    return looseFile(post, key, use === 'hidden' || post.status === 'private')
  }
  if (NO_CONTENT.test(post.type)) return { key, title: title || post.type, reason: 'no-content' }
  if (flaw) return { key, title, reason: flaw }
  return convertText(post, key, title, site, attachments)
}

const unicodeOf = (text: string) => (suggestUnicode(text) ?? text).normalize('NFC')

function convertText(
  post: WxrPost,
  key: string,
  written: string,
  site: string,
  attachments: readonly Attachment[],
): SourceItem | RefusedItem {
  const leftOut: LeftOut[] = []
  const content = post.content.trim() === '' ? post.excerpt : post.content
  const html = replaceShortcodes(content, (one) => leftOut.push(one)).replace(
    // WordPress plays what an address alone on its line leads to.
    /^[^\S\n]*(https?:\/\/[^\s<>"]+)[^\S\n]*$/gm,
    '<wp-media>$1</wp-media>',
  )
  const options = optionsFor(post, site, attachments, !content.includes('<!-- wp:'))
  const text = convertHtml(parseHtml(html), options)
  const files = [...text.files]
  for (const attachment of restOf(post, attachments, files)) {
    const file = fileOf(attachment)
    if (file && !files.some((one) => one.key === file.key)) files.push(file)
  }
  const title = written || excerptOf(text.body, 80) || (files[0]?.name ?? '')
  if (!title) return { key, title: '', reason: 'no-title' }
  if (!text.body && files.length === 0) return { key, title, reason: 'empty' }
  const categories = categoriesOf(post)
  const proposed = proposedFor(post, categories, text.body, files)
  if (post.comments > 0) leftOut.push({ what: 'comments', name: String(post.comments) })
  return {
    key,
    addresses: addressesOf(post, key, site),
    title,
    ...timesOf(post),
    categories,
    // What is neither a post nor a page may be what nobody was meant to read as one.
    isDraft: post.status !== 'publish' || post.password !== '' || isStrange(post, categories),
    proposed,
    // An album shows its pictures itself.
    body: proposed === 'albums' ? withoutPictures(text.body) : text.body,
    files,
    leftOut: [...leftOut, ...text.leftOut],
    page: null,
    ...(proposed === 'events' && { properties: { startsOn: eventDay(post) } }),
  }
}

const OWN_TYPES = /^(post|page)$/

const isStrange = ({ type }: WxrPost, categories: readonly string[]) =>
  !OWN_TYPES.test(type) && proposeCollection(...categories, type) === null

/** The day on which an event begins, as plug-ins store it. */
function eventDay({ meta }: WxrPost): string | null {
  for (const [name, value] of meta) {
    const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(value.trim()) ?? []
    if (year && /start.*date|event.*date|date.*start/i.test(name)) return `${year}-${month}-${day}`
  }
  return null
}

function optionsFor(
  post: WxrPost,
  site: string,
  attachments: readonly Attachment[],
  keepsLines: boolean,
): ConvertOptions {
  const byId = new Map(attachments.map((one) => [one.id, one]))
  const byPath = new Map(attachments.map((one) => [uploadPath(one.url), one]))
  byPath.delete('')
  const isOwn = siteOf(site)
  return {
    base: webAddress(post.link, site)?.href ?? site,
    isOwn,
    keepsLines,
    gallery({ ids }) {
      const listed = ids?.match(/\d+/g)?.map((id) => byId.get(id))
      const shown = listed ?? attachments.filter((one) => isChild(one, post) && isPicture(one))
      return shown.flatMap((one) => (one && fileOf(one)) ?? [])
    },
    original(url) {
      const attachment = byPath.get(uploadPath(url.pathname))
      return attachment ? fileOf(attachment, url.href) : null
    },
  }
}

const isChild = ({ parent }: Attachment, { id }: WxrPost) => parent !== '' && parent === id
const isPicture = ({ url }: Attachment) => isPictureName(url)

/** The picture of the post, what it names by number, and its documents, if the text does not show them. */
function restOf(
  post: WxrPost,
  attachments: readonly Attachment[],
  shown: readonly SourceFile[],
): Attachment[] {
  const keys = new Set(shown.map(({ key }) => key))
  const { ids, paths } = indexPost(post)
  return attachments.filter((one) => {
    if (keys.has(webAddress(one.url)?.href ?? '')) return false
    if (isChild(one, post) && !isPicture(one)) return true
    const isNamed = ids.includes(one.id) || paths.includes(uploadPath(one.url))
    return isNamed && isTakenName(one.url)
  })
}

function fileOf({ url, link, id }: Attachment, shown?: string): SourceFile | null {
  const address = webAddress(url)
  if (!address) return null
  const page = webAddress(link)?.href
  const short = new URL(`/?attachment_id=${id}`, address).href
  return fileAt(address, [...(shown ? [shown] : []), ...(page ? [page] : []), short])
}

/** A document of the media library that no post has: an entry of its own. */
function looseFile(post: WxrPost, key: string, isDraft: boolean): Found {
  const { id, file: url, link, parent } = post
  const title = unicodeOf(post.title)
  const file = fileOf({ id, url, title, link, parent })
  if (!file) return { key, title, reason: 'empty' }
  const addresses = [key, ...(webAddress(link) ? [link] : [])]
  const times = timesOf(post)
  const own = { key, addresses, title: title || file.name, ...times, files: [file] }
  return { ...NO_ITEM, ...own, isDraft, proposed: 'downloads' }
}

function addressesOf(post: WxrPost, key: string, site: string): string[] {
  const isPage = post.type === 'page'
  const written = [post.link, post.guid, isPage ? `/?page_id=${post.id}` : '']
  const urls = written.flatMap((one) => (one ? (webAddress(one, site)?.href ?? []) : []))
  const isOwn = siteOf(site)
  return [...new Set([key, ...urls])].filter((one) => {
    const url = parseUrl(one)
    return url !== null && isOwn(url)
  })
}

/** The pictures of a month of the media library that no post has: an album, which stands for the first of them. */
function loosePictures(post: WxrPost, key: string, attachments: readonly Attachment[]): Found {
  const files = attachments.flatMap((one) => fileOf(one) ?? [])
  const { day, at } = timesOf(post)
  const title = day ? formatMonth(day.slice(0, 7)) : unicodeOf(post.title)
  if (files.length === 0) return { key, title, reason: 'empty' }
  return { ...NO_ITEM, key, title, day, at, files, proposed: 'albums' }
}

/** Day and time of publication; a draft has those of its last change, or none. */
function timesOf({ date, dateUtc }: WxrPost): { day: string | null; at: string | null } {
  const [utc, local] = [timeWritten(dateUtc, 'Z'), timeWritten(date, '+06:00')]
  return utc ?? local ?? { day: null, at: null }
}

function timeWritten(written: string, zone: string) {
  const [, day, time] = /^([12]\d{3}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(written) ?? []
  return timeIn(`${day}T${time}${zone}`)
}

const NO_CATEGORY = /^(post_tag|tag|nav_menu|post_format|wp_theme|link_category)$/

function categoriesOf({ type, categories }: WxrPost): string[] {
  const named = categories
    .filter(({ domain, slug }) => !NO_CATEGORY.test(domain) && slug !== 'uncategorized')
    .map(({ name }) => unicodeOf(name))
  // Its type is what the site sorts it by.
  if (named.length === 0 && !OWN_TYPES.test(type)) return [type]
  return [...new Set(named)]
}

function proposedFor(
  post: WxrPost,
  categories: readonly string[],
  body: string,
  files: readonly SourceFile[],
): MovedCollection {
  const { type, title } = post
  if (type === 'page') return 'pages'
  if (/event/i.test(type) && eventDay(post)) return 'events'
  const pictures = files.filter(({ name }) => isPictureName(name)).length
  const isAlbum = pictures > 2 && pictures === files.length && plainTextOf(body).length < 400
  const named =
    proposeCollection(...categories) ?? (type === 'post' ? null : proposeCollection(type))
  const onlyPictures = pictures > 0 && pictures === files.length
  if (named === 'albums') return onlyPictures ? 'albums' : 'news'
  if (named) return named
  if (isAlbum) return 'albums'
  const titled = proposeCollection(title)
  if (titled && (titled !== 'albums' || onlyPictures)) return titled
  return files.length > pictures ? 'notices' : 'news'
}

/** Leaves out the lines of a text that are pictures. */
export function withoutPictures(body: string): string {
  return body
    .split('\n')
    .filter((line) => !pictureIn(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
