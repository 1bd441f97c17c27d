import { MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import type { LeftOutKind } from '@bidyaloy/shared/features/move-in/reasons'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { excerptOf, pictureMarkdown } from '@bidyaloy/shared/lib/markdown'
import { fileAt, isFileAddress, isPictureName, nameInAddress, webAddress } from './addresses.ts'
import { tableBlocks } from './html-table.ts'
import {
  findElement,
  type HtmlElement,
  type HtmlNode,
  INLINE,
  isHidden,
  isNamed,
  textOf,
} from './html-tree.ts'
import { type Run, writeLines } from './inline-text.ts'
import type { SourceFile } from './source.ts'

export interface ConvertOptions {
  /** Address of the page, for relative ones. */
  base: string
  /** Whether an address is of the site that moves. */
  isOwn(url: URL): boolean
  /** Whether line breaks of the text count, as in older texts of WordPress. */
  keepsLines?: boolean
  /** The pictures of a gallery of WordPress. */
  gallery?(attributes: Readonly<Record<string, string>>): readonly SourceFile[]
  /** The original of a picture that is shown in a smaller size. */
  original?(url: URL): SourceFile | null
}

export interface Converted {
  /** Small Markdown, whose `file 1` is the first of `files`. */
  body: string
  files: SourceFile[]
  leftOut: LeftOut[]
}

/** How the text around a place looks. */
interface Look {
  isBold: boolean
  href: string | null
  isBijoy: boolean
  isVerbatim: boolean
}

/** What the blocks of a text are written with. */
interface Writer {
  options: ConvertOptions
  blocks: string[]
  runs: Run[]
  /** Whether one line is written: of an item, cell or heading, in which blocks are words like others. */
  isInLine: boolean
  /** Pictures within a line, which follow it. */
  later: string[]
  files: Map<string, SourceFile>
  leftOut: Map<string, LeftOut>
}

const PLAIN: Look = { isBold: false, href: null, isBijoy: false, isVerbatim: false }

/** Converts HTML into the product's small Markdown. What does not fit is named. Never throws. */
export function convertHtml(root: HtmlElement, options: ConvertOptions): Converted {
  const writer = createWriter(options)
  addChildren(writer, root, PLAIN)
  endBlock(writer)
  const body = shortened(writer.blocks.join('\n\n').normalize('NFC'), writer)
  return {
    // Bijoy takes as many letters, or more.
    body: suggestUnicode(body)?.normalize('NFC') ?? body,
    files: [...writer.files.values()],
    leftOut: [...writer.leftOut.values()],
  }
}

function createWriter(options: ConvertOptions): Writer {
  return {
    options,
    blocks: [],
    runs: [],
    isInLine: false,
    later: [],
    files: new Map(),
    leftOut: new Map(),
  }
}

/** Cuts a text that no entry takes after a block, and names what follows. */
function shortened(body: string, writer: Writer): string {
  if (body.length <= MAX_BODY_LENGTH) return body
  const end = body.lastIndexOf('\n\n', MAX_BODY_LENGTH)
  const at = end > 0 ? end : MAX_BODY_LENGTH
  leaveOut(writer, 'text', excerptOf(body.slice(at, at + 500), 60))
  return body.slice(0, at)
}

const MAX_LEFT_OUT = 30

/** Names what does not fit, once. */
function leaveOut({ leftOut }: Writer, what: LeftOutKind, name: string): void {
  const short = [...name.replace(/\s+/g, ' ').trim().slice(0, 400)].slice(0, 120).join('')
  if (leftOut.size < MAX_LEFT_OUT) leftOut.set(`${what} ${short}`, { what, name: short })
}

function endBlock(writer: Writer): void {
  if (writer.isInLine) {
    writer.runs.push({ text: '\n', isBold: false, href: null, isBijoy: false })
    return
  }
  const paragraphs = writeLines(writer.runs)
    .join('\n')
    .split(/\n{2,}/)
  writer.blocks.push(...paragraphs.map((one) => one.trim()).filter(Boolean), ...writer.later)
  writer.runs = []
  writer.later = []
}

/** Ends what goes on, and returns one line of what `work` adds. */
function lineOf(writer: Writer, work: () => void): string {
  const { runs, isInLine } = writer
  writer.runs = []
  writer.isInLine = true
  work()
  const line = writeLines(writer.runs).filter(Boolean).join(' ')
  Object.assign(writer, { runs, isInLine })
  return line
}

function addChildren(writer: Writer, { children }: HtmlElement, look: Look): void {
  for (const child of children) addNode(writer, child, look)
}

function addNode(writer: Writer, node: HtmlNode, look: Look): void {
  if (typeof node === 'string') addText(writer, node, look)
  else if (!isHidden(node)) (WRITERS.get(node.name) ?? addElement)(writer, node, look)
}

function addElement(writer: Writer, element: HtmlElement, look: Look): void {
  const isBlock = !INLINE.has(element.name)
  if (isBlock) endBlock(writer)
  addChildren(writer, element, lookOf(element, look))
  if (isBlock) endBlock(writer)
}

function addText(writer: Writer, raw: string, { isVerbatim, ...look }: Look): void {
  const text = raw.replace(CONTROLS, '')
  const spaced = isVerbatim
    ? text
    : writer.options.keepsLines
      ? text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n')
      : text.replace(/\s+/g, ' ')
  if (spaced !== '') writer.runs.push({ text: spaced, ...look })
}

/** Also marks of direction and what is invisible, except the joiners of Bengali. */
const CONTROLS =
  /[^\P{Cc}\t\n]|[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu
const BIJOY_FONT = /sutonny|bijoy|sushree|ananda\s*mj|\w+mj\b/i

function lookOf({ name, attributes }: HtmlElement, look: Look): Look {
  const { style = '', face = '' } = attributes
  const font = /font-family\s*:\s*([^;]+)/i.exec(style)?.[1] ?? face
  const weight = /font-weight\s*:\s*(\w+)/i.exec(style)?.[1]
  const isBold = weight ? /^(bold|bolder|[6-9]00)$/i.test(weight) : look.isBold
  return {
    ...look,
    isBold: isBold || name === 'b' || name === 'strong',
    isBijoy: font ? BIJOY_FONT.test(font) : look.isBijoy,
  }
}

const nothing = () => undefined
const heading =
  (mark: string) =>
  (writer: Writer, element: HtmlElement, look: Look): void => {
    endBlock(writer)
    const line = lineOf(writer, () => addChildren(writer, element, lookOf(element, look)))
    const text = line.replaceAll('**', '').trim()
    if (text) writer.blocks.push(`${mark} ${text}`)
    endBlock(writer)
  }
const named =
  (what: LeftOutKind) =>
  (writer: Writer, element: HtmlElement): void => {
    const { src = '', data = '', action = '', id = '', name = '' } = element.attributes
    leaveOut(writer, what, src || data || action || name || id || textOf(element) || element.name)
  }

type Write = (writer: Writer, element: HtmlElement, look: Look) => void

/** Within a line, blocks are words like others. */
const block =
  (write: Write): Write =>
  (writer, element, look) =>
    (writer.isInLine ? addElement : write)(writer, element, look)

const UNSEEN = 'style template noscript head title link meta base select option input datalist area'

/** How elements are written that are more than a block or a look. */
const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ...UNSEEN.split(' ').map((name): [string, Write] => [name, nothing]),
  ['h1', block(heading('##'))],
  ['h2', block(heading('##'))],
  ['h3', block(heading('###'))],
  ['h4', block(heading('###'))],
  ['h5', block(heading('###'))],
  ['h6', block(heading('###'))],
  ['br', addLineBreak],
  ['pre', addVerbatim],
  ['a', addLink],
  ['img', (writer, element) => addPicture(writer, element, null)],
  ['ul', block(addList)],
  ['ol', block(addList)],
  ['table', block(addTable)],
  ['form', named('form')],
  ['button', named('form')],
  ['textarea', named('form')],
  ['script', addScript],
  ['svg', named('picture')],
  ['canvas', named('picture')],
  ['iframe', addMedia],
  ['embed', addMedia],
  ['object', addMedia],
  ['video', addMedia],
  ['audio', addMedia],
  ['wp-media', addMedia],
  ['wp-gallery', addGallery],
])

function addVerbatim(writer: Writer, element: HtmlElement, look: Look): void {
  endBlock(writer)
  addChildren(writer, element, { ...look, isVerbatim: true })
  endBlock(writer)
}

function addTable(writer: Writer, element: HtmlElement, look: Look): void {
  endBlock(writer)
  const blocks = tableBlocks(element, (cell) =>
    lineOf(writer, () => addChildren(writer, cell, lookOf(cell, look))),
  )
  if (blocks) writer.blocks.push(...blocks)
  else addChildren(writer, element, look)
  endBlock(writer)
}

function addScript(writer: Writer, { attributes, children }: HtmlElement): void {
  const code = children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()
  if (attributes.src || code) leaveOut(writer, 'script', attributes.src || code.slice(0, 60))
}

function addLineBreak(writer: Writer, _: HtmlElement, { isVerbatim, ...look }: Look): void {
  writer.runs.push({ text: '\n', ...look })
}

function addLink(writer: Writer, element: HtmlElement, look: Look): void {
  const { options } = writer
  const written = element.attributes.href?.trim() ?? ''
  // A place of the same page, or a second link to the file beside it.
  if (written.startsWith('#')) {
    addChildren(writer, element, lookOf(element, look))
    return
  }
  if (isNamed(element, /wp-block-file__button/)) return
  const url = webAddress(written, options.base)
  const isOwn = url !== null && (options.isOwn(url) || isKnown(options, url))
  const pictures = onlyPictures(element)
  if (pictures) {
    const larger = isOwn && isPictureName(url.pathname) ? url : null
    for (const picture of pictures) addPicture(writer, picture, pictures.length > 1 ? null : larger)
    return
  }
  if (isOwn && isFileAddress(url)) {
    const file = options.original?.(url) ?? fileAt(url)
    addFile(writer, file)
  }
  const href = url ? safeAddress(url.href) : otherScheme(written)
  addChildren(writer, element, { ...lookOf(element, look), href: href ?? look.href })
}

/** Whether the media library has it, perhaps on a host that the site had before. */
const isKnown = ({ original }: ConvertOptions, url: URL) => (original?.(url) ?? null) !== null

const otherScheme = (href: string) => (/^(mailto|tel):/i.test(href) ? safeAddress(href) : null)

/** Letters that the small Markdown takes for its own marks. */
function safeAddress(href: string): string {
  return href.replace(/[()[\]\s\\]/g, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16)}`).join(''),
  )
}

/** Returns the pictures of an element that has nothing else. */
function onlyPictures(element: HtmlElement): HtmlElement[] | null {
  const pictures: HtmlElement[] = []
  const isOnly = (one: HtmlElement): boolean =>
    one.children.every((child) => {
      if (typeof child === 'string') return child.trim() === ''
      if (child.name !== 'img') return isOnly(child)
      pictures.push(child)
      return true
    })
  return isOnly(element) && pictures.length > 0 ? pictures : null
}

/** Symbols and pixels for counting. */
const SYMBOL = /emoji|smiley|icon|spacer|pixel|avatar/i

/** @param larger the address to which the picture is linked, if that is a picture */
function addPicture(writer: Writer, element: HtmlElement, larger: URL | null): void {
  const { attributes } = element
  const { base, isOwn, original } = writer.options
  const { alt = '', src = '' } = attributes
  const lazy = attributes['data-orig-file'] || attributes['data-src'] || attributes['data-lazy-src']
  const shown = webAddress(lazy || src, base)
  const isTiny = [attributes.width, attributes.height].some((size) => size && Number(size) <= 3)
  if (isTiny || isNamed(element, SYMBOL)) {
    const text = [...alt].length <= 3 ? alt : ''
    if (text) writer.runs.push({ text, isBold: false, href: null, isBijoy: false })
    return
  }
  const isPicture = shown && (isPictureName(shown.pathname) || shown.search.length > 1)
  const known = shown && original?.(larger ?? shown)
  if (!shown || !isPicture || !(known || isOwn(shown))) {
    leaveOut(writer, 'picture', shown ? shown.href : src.slice(0, 40) || alt || 'img')
    return
  }
  const file = known ?? fileAt(larger ?? shown)
  const addresses = [...new Set([...file.addresses, shown.href])]
  showPicture(writer, { ...file, addresses }, alt.slice(0, 200))
}

/** More than any collection takes. */
const MAX_FILES = 300
/** Sizes in which a picture is shown, and its pages. */
const MAX_ADDRESSES = 30

/** Adds a file of the entry, unless there are too many. */
function addFile({ files }: Writer, file: SourceFile): void {
  const known = files.get(file.key)
  if (!known && files.size >= MAX_FILES) return
  const addresses = new Set([...(known?.addresses ?? []), ...file.addresses])
  files.set(file.key, { ...file, addresses: [...addresses].slice(0, MAX_ADDRESSES) })
}

/** Adds a picture after the present line. */
function showPicture(writer: Writer, file: SourceFile, description: string): void {
  if (writer.files.size >= MAX_FILES && !writer.files.has(file.key)) {
    leaveOut(writer, 'picture', file.name)
    return
  }
  addFile(writer, file)
  const number = [...writer.files.keys()].indexOf(file.key) + 1
  const isLineEmpty = writer.runs.every(({ text }) => text.trim() === '')
  const place = isLineEmpty && !writer.isInLine ? writer.blocks : writer.later
  place.push(pictureMarkdown(description, number))
}

function addGallery(writer: Writer, element: HtmlElement): void {
  endBlock(writer)
  for (const file of writer.options.gallery?.(element.attributes) ?? []) {
    showPicture(writer, file, '')
  }
  endBlock(writer)
}

/** Writes the numbers of an ordered list as text: the small Markdown has only one kind of list. */
function addList(writer: Writer, list: HtmlElement, look: Look): void {
  if (isGallery(list)) {
    addElement(writer, list, look)
    return
  }
  endBlock(writer)
  const items: string[] = []
  const isOrdered = list.name === 'ol'
  const addItems = ({ children }: HtmlElement) => {
    for (const child of children) {
      if (typeof child === 'string') continue
      if (child.name === 'ul' || child.name === 'ol') addItems(child)
      else addItem(child)
    }
  }
  const addItem = (item: HtmlElement) => {
    if (isHidden(item)) return
    const [nested, own] = split(item.children)
    const line = lineOf(writer, () =>
      addChildren(writer, { ...item, children: own }, lookOf(item, look)),
    )
    if (line) items.push(line)
    for (const one of nested) addItems(one)
  }
  addItems(list)
  const numbered = items.map((text, at) => `${numberOf(at + 1, text)} ${text}`)
  const lines = isOrdered ? numbered : items.map((text) => `- ${text.replace(/^- /, '')}`)
  if (lines.length > 0) writer.blocks.push(lines.join('\n'))
  endBlock(writer)
}

/** Whether each item is a picture, perhaps with words below it. */
function isGallery({ children }: HtmlElement): boolean {
  const items = children.filter((child) => typeof child !== 'string')
  return items.length > 0 && items.every((item) => findElement(item, ({ name }) => name === 'img'))
}

function split(children: readonly HtmlNode[]): [HtmlElement[], HtmlNode[]] {
  const isList = (child: HtmlNode): child is HtmlElement =>
    typeof child !== 'string' && (child.name === 'ul' || child.name === 'ol')
  return [children.filter(isList), children.filter((child) => !isList(child))]
}

const numberOf = (at: number, text: string) =>
  /[ঀ-৿]/.test(text) ? `${toBengaliDigits(at)}.` : `${at}.`

const VIDEO = /youtube|youtu\.be|vimeo|facebook\.com\/.*video|\.mp4|\.webm/i

function mediaKind({ name }: HtmlElement, address: string): LeftOutKind {
  if (name === 'video' || VIDEO.test(address)) return 'video'
  if (name === 'audio' || /\.(mp3|ogg|wav|m4a)\b|soundcloud/i.test(address)) return 'audio'
  return /google\.[a-z.]+\/maps|maps\.google|openstreetmap/i.test(address) ? 'map' : 'embed'
}

/** What plays or is embedded: named, and a link where it has an address. Documents shown so are files. */
function addMedia(writer: Writer, element: HtmlElement): void {
  const { src = '', data = '', mp4 = '' } = element.attributes
  const source = element.children.find(
    (child): child is HtmlElement => typeof child !== 'string' && child.name === 'source',
  )
  const address = src || data || mp4 || source?.attributes.src || textOf(element)
  const url = webAddress(address, writer.options.base)
  endBlock(writer)
  const shown =
    url && webAddress(url.searchParams.get('url') ?? url.searchParams.get('file') ?? '', url.href)
  const document = [shown, url].find(
    (one): one is URL =>
      !!one && isFileAddress(one) && writer.options.isOwn(one) && !VIDEO.test(one.href),
  )
  const target = document ?? url
  if (document) addFile(writer, writer.options.original?.(document) ?? fileAt(document))
  else leaveOut(writer, mediaKind(element, address), url?.href ?? (address || element.name))
  if (target) {
    const href = safeAddress(target.href)
    const isFile = document || isFileAddress(target)
    const text = isFile ? nameInAddress(target) : target.hostname
    writer.runs.push({ text, isBold: false, href, isBijoy: false })
  }
  endBlock(writer)
}
