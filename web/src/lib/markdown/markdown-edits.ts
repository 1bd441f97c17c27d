import { markdownBlocks, pictureIn } from '@bidyaloy/shared/lib/markdown'

/** A text and its selection; `start` equals `end` for a bare cursor. */
export interface SelectedText {
  text: string
  start: number
  end: number
}

/** Replaces `from` to `to` by `insert`, then selects `start` to `end`. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

const BOLD = '**'

/** Makes the selected words bold, or plain if they are bold. */
export function toggleBold({ text, start, end }: SelectedText): TextEdit {
  const selected = text.slice(start, end)
  if (text.slice(0, start).endsWith(BOLD) && text.startsWith(BOLD, end)) {
    const from = start - BOLD.length
    const to = end + BOLD.length
    return { from, to, insert: selected, start: from, end: from + selected.length }
  }
  if (selected.length > 2 * BOLD.length && selected.startsWith(BOLD) && selected.endsWith(BOLD)) {
    const insert = selected.slice(BOLD.length, -BOLD.length)
    return { from: start, to: end, insert, start, end: start + insert.length }
  }
  // Spaces at the ends stay outside: «**word **» is not bold.
  const words = selected.trim()
  const from = start + (selected.length - selected.trimStart().length)
  const to = from + words.length
  const insert = `${BOLD}${words}${BOLD}`
  return { from, to, insert, start: from + BOLD.length, end: to + BOLD.length }
}

const LINE_MARK = /^(?:##{1,2} |- )/

/** Adds `mark` to the selected lines, or removes it if all of them have it. */
function toggleLines({ text, start, end }: SelectedText, mark: '## ' | '### ' | '- '): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const isMarked = filled.length > 0 && filled.every((line) => line.startsWith(mark))
  const changed = lines.map((line) => {
    if (isMarked) return line.slice(line.startsWith(mark) ? mark.length : 0)
    return line.trim() === '' && filled.length > 0 ? line : mark + line.replace(LINE_MARK, '')
  })
  const insert = changed.join('\n')
  const after = from + insert.length
  return { from, to, insert, start: lines.length === 1 ? after : from, end: after }
}

/** Turns the selected lines into headings, or back. */
export const toggleHeading = (selected: SelectedText) => toggleLines(selected, '## ')
/** Turns the selected lines into headings of the second level, or back. */
export const toggleSubheading = (selected: SelectedText) => toggleLines(selected, '### ')
/** Turns the selected lines into list items, or back. */
export const toggleList = (selected: SelectedText) => toggleLines(selected, '- ')

/** Replaces the selection by a link. */
export function insertLink({ start, end }: SelectedText, label: string, href: string): TextEdit {
  const insert = `[${label}](${href})`
  const after = start + insert.length
  return { from: start, to: end, insert, start: after, end: after }
}

const pictureLine = (description: string, file: number) => `![${description}](file ${file})`

/** A cell that spreadsheets quote because it has line breaks or quotes. */
const QUOTED_CELL = /(^|\t)"((?:[^"]|"")*)"(?=\t|\n|$)/gm

/**
 * Returns the cells of copied rows of a spreadsheet or of a table in a document.
 * @param copied cells separated by tabs
 * @returns null for any other text
 */
export function copiedCells(copied: string): string[][] | null {
  const unquoted = (cell: string) => cell.replace(/\n/g, ' ').replaceAll('""', '"')
  const rows = copied
    .replace(/\r\n?/g, '\n')
    .replace(QUOTED_CELL, (_, start: string, cell: string) => start + unquoted(cell))
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const [{ length: columns } = [], ...more] = rows
  const isTable = columns > 1 && more.length > 0 && more.every(({ length }) => length === columns)
  return isTable ? rows : null
}

/** Adds a picture as a block of its own, below the selected lines. */
export function insertPicture({ text, end }: SelectedText, name: string, file: number): TextEdit {
  const next = text.indexOf('\n', end)
  const at = next === -1 ? text.length : next
  const before = text.slice(0, at)
  const after = text.slice(at)
  const gap = (breaks: number) => '\n'.repeat(Math.max(0, 2 - breaks))
  const above = before.trim() === '' ? '' : gap(/\n*$/.exec(before)?.[0].length ?? 0)
  const picture = above + pictureLine(name.replace(/[[\]\s]+/g, ' ').trim(), file)
  const insert = picture + gap(/^\n*/.exec(after)?.[0].length ?? 0)
  const cursor = at + picture.length + 2
  return { from: at, to: at, insert, start: cursor, end: cursor }
}

/**
 * Keeps the pictures of a text on their files when files are moved or removed. Pictures of removed
 * files are left out.
 * @param before ids of the files by which the text counts, in order
 * @param after ids of the files as they are now
 */
export function renumberPictures(
  text: string,
  before: readonly string[],
  after: readonly string[],
): string {
  const lines: string[] = []
  let isLeftOut = false
  for (const line of text.split('\n')) {
    const picture = pictureIn(line)
    const id = picture && before[picture.file - 1]
    if (id && !after.includes(id)) {
      isLeftOut = true
      continue
    }
    const isBlank = line.trim() === ''
    // Of the empty lines around a picture that is left out, one is enough.
    if (isLeftOut && isBlank && (lines.at(-1) ?? '').trim() === '') continue
    isLeftOut &&= isBlank
    lines.push(id ? pictureLine(picture.description, after.indexOf(id) + 1) : line)
  }
  return lines.join('\n')
}

/** Adds `https://` to a typed address without a protocol. */
export function completeUrl(typed: string): string {
  const url = typed.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(url) ? `https://${url}` : url
}

/** Whether this label and address are rendered as a link. */
export function isRenderedAsLink(label: string, href: string): boolean {
  const [block] = markdownBlocks(`[${label}](${href})`)
  if (block?.kind !== 'paragraph' || block.parts.length !== 1) return false
  return block.parts[0]?.kind === 'link'
}
