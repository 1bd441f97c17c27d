import { historyPieces } from '../../school/history.ts'

/** A text with a selection; `start` equals `end` for a bare cursor. */
export interface ChosenText {
  text: string
  start: number
  end: number
}

/** Replaces `from` to `to` by `insert`, then selects `chosen`. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  chosen: { start: number; end: number }
}

const BOLD = '**'

/** Makes the chosen words bold, or, if they are, not bold. */
export function toggleBold({ text, start, end }: ChosenText): TextEdit {
  const chosen = text.slice(start, end)
  const before = text.slice(0, start)
  if (before.endsWith(BOLD) && text.startsWith(BOLD, end)) {
    const from = start - BOLD.length
    return {
      from,
      to: end + BOLD.length,
      insert: chosen,
      chosen: { start: from, end: from + chosen.length },
    }
  }
  if (chosen.length > 2 * BOLD.length && chosen.startsWith(BOLD) && chosen.endsWith(BOLD)) {
    const insert = chosen.slice(BOLD.length, -BOLD.length)
    return { from: start, to: end, insert, chosen: { start, end: start + insert.length } }
  }
  // Blanks at the ends stay outside: «**word **» would be no mark.
  const words = chosen.trim()
  const from = start + (chosen.length - chosen.trimStart().length)
  const to = from + words.length
  return {
    from,
    to,
    insert: `${BOLD}${words}${BOLD}`,
    chosen: { start: from + BOLD.length, end: to + BOLD.length },
  }
}

const LINE_MARK = /^(?:## |- )/

/** Gives each chosen line the mark, or takes it where all of them have it. */
function toggleLines({ text, start, end }: ChosenText, mark: '## ' | '- '): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const full = lines.filter((line) => line.trim() !== '')
  const isMarked = full.length > 0 && full.every((line) => line.startsWith(mark))
  const changed = lines.map((line) => {
    if (isMarked) return line.slice(line.startsWith(mark) ? mark.length : 0)
    return line.trim() === '' && full.length > 0 ? line : mark + line.replace(LINE_MARK, '')
  })
  const insert = changed.join('\n')
  const isOneLine = lines.length === 1
  const end2 = from + insert.length
  return { from, to, insert, chosen: { start: isOneLine ? end2 : from, end: end2 } }
}

/** Makes headings of the chosen lines, or plain lines again where all are headings. */
export const toggleHeading = (chosen: ChosenText) => toggleLines(chosen, '## ')
/** The same with the points of a list. */
export const toggleList = (chosen: ChosenText) => toggleLines(chosen, '- ')

/** Replaces the selection by a link. */
export function insertLink({ start, end }: ChosenText, label: string, href: string): TextEdit {
  const insert = `[${label}](${href})`
  const after = start + insert.length
  return { from: start, to: end, insert, chosen: { start: after, end: after } }
}

/** An address as people write it: without the protocol it gets one. */
export function fullAddress(typed: string): string {
  const address = typed.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(address) ? `https://${address}` : address
}

/** Whether a link of these two will be shown as one. */
export function isShownAsLink(label: string, href: string): boolean {
  const [piece] = historyPieces(`[${label}](${href})`)
  if (piece?.kind !== 'paragraph' || piece.parts.length !== 1) return false
  return piece.parts[0]?.kind === 'link'
}
