import { MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import type { LeftOutKind } from '@bidyaloy/shared/features/move-in/reasons'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { excerptOf } from '@bidyaloy/shared/lib/markdown'
import { fileAt, isFileAddress, isPictureName, webAddress } from './addresses.ts'
import { addGallery, addMedia, addPicture, onlyPictures } from './html-media.ts'
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
import { beginningOf, writeLines } from './inline-text.ts'
import {
  addFile,
  type ConvertOptions,
  createWriter,
  endBlock,
  leaveOut,
  safeAddress,
  type Writer,
} from './markdown-writer.ts'
import type { SourceFile } from './source.ts'

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

/** Cuts a text that no entry takes after a block, and names what follows. */
function shortened(body: string, writer: Writer): string {
  if (body.length <= MAX_BODY_LENGTH) return body
  const end = body.lastIndexOf('\n\n', MAX_BODY_LENGTH)
  const at = end > 0 ? end : MAX_BODY_LENGTH
  leaveOut(writer, 'text', excerptOf(body.slice(at, at + 500), 60))
  return beginningOf(body, at).trimEnd()
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
