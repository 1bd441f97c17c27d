import { markdownBlocks } from '@bidyaloy/shared/markdown'

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

/** Adds `https://` to a typed address without a protocol. */
export function completeUrl(typed: string): string {
  const url = typed.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(url) ? `https://${url}` : url
}

/** Whether the site renders this label and address as a link. */
export function isRenderedAsLink(label: string, href: string): boolean {
  const [block] = markdownBlocks(`[${label}](${href})`)
  if (block?.kind !== 'paragraph' || block.parts.length !== 1) return false
  return block.parts[0]?.kind === 'link'
}
