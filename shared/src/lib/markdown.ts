import { toLatinDigits } from './bengali/digits.ts'

/*
 * The subset of Markdown that staff use in the history and in the texts of entries: paragraphs
 * separated by blank lines, «## » and «### » headings, «- » lists, **bold**, [text](address), tables
 * of at least two lines «| cell | cell |» with the headings first, and on a line of its own
 * ![description](file 2), the second file of the entry. Everything else stays literal text, HTML too.
 */

/** Inline content. A link contains no other link. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; parts: TextPart[] }
  | { kind: 'link'; href: string; parts: TextPart[] }

/** A block of a text. */
export type MarkdownBlock =
  | { kind: 'heading' | 'subheading' | 'paragraph'; parts: TextPart[] }
  | { kind: 'list'; items: TextPart[][] }
  /** The first row has the headings. A row may have fewer or more cells than it. */
  | { kind: 'table'; rows: TextPart[][][] }
  | { kind: 'picture'; file: number; description: string }

/** A picture: description and number of the file, in Bengali digits after a conversion from Bijoy. */
const PICTURE = /^!\[([^[\]\n]*)\]\(file ([\d০-৯]{1,3})\)$/

/** Parses a line that is a picture: its description and the number of the file, counted from 1. */
export function pictureIn(line: string): { description: string; file: number } | null {
  const [, description = '', file] = PICTURE.exec(line.trim()) ?? []
  return file === undefined ? null : { description, file: Number(toLatinDigits(file)) }
}

/** Parses a text into blocks, in linear time. */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let paragraph: string[] = []
  let items: TextPart[][] = []
  let rows: string[] = []
  const endBlock = () => {
    const table = cellsIn(rows)
    if (table) blocks.push({ kind: 'table', rows: table.map((cells) => cells.map(textParts)) })
    else paragraph.push(...rows)
    if (paragraph.length > 0) {
      blocks.push({ kind: 'paragraph', parts: textParts(paragraph.join('\n')) })
    }
    if (items.length > 0) blocks.push({ kind: 'list', items })
    paragraph = []
    items = []
    rows = []
  }
  for (const line of markdown.split('\n').map((raw) => raw.trim())) {
    const heading = after('## ', line)
    const subheading = after('### ', line)
    const item = after('- ', line)
    const picture = pictureIn(line)
    const isRow = ROW.test(line)
    const isAlone = line === '' || heading || subheading || picture
    const continued = isRow ? rows : item ? items : paragraph
    if (isAlone || continued.length === 0) endBlock()
    if (heading) blocks.push({ kind: 'heading', parts: textParts(heading) })
    else if (subheading) blocks.push({ kind: 'subheading', parts: textParts(subheading) })
    else if (picture) blocks.push({ kind: 'picture', ...picture })
    else if (isRow) rows.push(line)
    else if (item) items.push(textParts(item))
    else if (line !== '') paragraph.push(line)
  }
  endBlock()
  return blocks
}

function after(mark: string, line: string): string {
  return line.startsWith(mark) ? line.slice(mark.length).trim() : ''
}

/** The line of a table. A conversion from Bijoy makes dandas of the bars. */
const ROW = /^([|।]).+\1$/
/** The line under the headings that other Markdown requires. */
const RULE = /^[|।:\s-]+$/

/** A bar within a cell is a danda too, as it could not be written again. */
function cellsOf(line: string): string[] {
  const [bar = '|'] = line
  return line
    .slice(1, -1)
    .split(bar)
    .map((cell) => (bar === '|' ? cell : cell.replaceAll('|', bar)).trim())
}

/** Returns the cells of lines that are rows, or null if they are no table. */
function cellsIn(lines: readonly string[]): string[][] | null {
  const rows = lines.filter((line, at) => at !== 1 || !RULE.test(line))
  return rows.length > 1 ? rows.map(cellsOf) : null
}

/** Writes cells as a table; a bar, which would end its cell, becomes the danda it stands for. */
export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => {
    const plain = cells.map((cell) =>
      cell
        .replaceAll('|', '।')
        .replace(/[^\S ]+/g, ' ')
        .trim(),
    )
    return `| ${plain.join(' | ')} |`
  })
  const [head = '', ...body] = lines
  // A first row that looks like the rule would be taken for it.
  if (RULE.test(body[0] ?? '')) body.unshift(head.replace(/[^|]+/g, ' --- '))
  return [head, ...body].join('\n')
}

/** Writes a picture of the entry: a line of its own. */
export function pictureMarkdown(description: string, file: number): string {
  return `![${description.replace(/[[\]\s]+/g, ' ').trim()}](file ${file})`
}

/** Whether the site renders this label and address as a link. */
export function isRenderedAsLink(label: string, href: string): boolean {
  const [block] = markdownBlocks(`[${label}](${href})`)
  if (block?.kind !== 'paragraph' || block.parts.length !== 1) return false
  return block.parts[0]?.kind === 'link'
}

/** Label and address exclude their own brackets, so matching takes linear time. */
const MARKS = /\*\*|\[([^[\]\n]+)\]\(([^()[\]\s]+)\)/g

/** A path on this site, or a safe scheme. No backslashes, which browsers treat as slashes. */
const SAFE_HREF = /^(?:\/(?!\/)|https?:\/\/|mailto:|tel:)[^\\]*$/i

function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  // Content after an opening mark without its end.
  let bold: TextPart[] | null = null
  const add = (part: TextPart) => (bold ?? parts).push(part)
  const addText = (between: string) => between && add({ kind: 'text', text: between })
  let done = 0
  for (const { 0: whole, 1: label, 2: href, index } of text.matchAll(MARKS)) {
    if (label !== undefined && href !== undefined && !SAFE_HREF.test(href)) continue
    addText(text.slice(done, index))
    done = index + whole.length
    if (label !== undefined && href !== undefined) {
      add({ kind: 'link', href, parts: textParts(label) })
    } else if (bold) {
      const inner: TextPart[] = bold
      bold = null
      if (inner.length > 0) add({ kind: 'bold', parts: inner })
      else addText('****')
    } else {
      bold = []
    }
  }
  addText(text.slice(done))
  if (bold) parts.push({ kind: 'text', text: '**' }, ...bold)
  return parts
}

/** Returns the words of a text without marks and pictures, each block on its own line. */
export function plainTextOf(markdown: string): string {
  return markdownBlocks(markdown)
    .flatMap((block) => {
      if (block.kind === 'picture') return []
      if (block.kind === 'list') return block.items.map(wordsOf)
      if (block.kind === 'table') return block.rows.map((row) => row.map(wordsOf).join(', '))
      return [wordsOf(block.parts)]
    })
    .join('\n')
}

/** Returns the words of inline content. */
export function wordsOf(parts: readonly TextPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : wordsOf(part.parts))).join('')
}

/**
 * Returns the beginning of a text in one line, without marks.
 * @param max maximum length in characters; a longer text ends after a word, with an ellipsis
 */
export function excerptOf(markdown: string, max: number): string {
  const line = plainTextOf(markdown).replace(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  if (letters.length <= max) return line
  const start = letters.slice(0, max - 1).join('')
  const end = start.lastIndexOf(' ')
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}…`
}
