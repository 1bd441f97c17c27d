/*
 * The mark-up of the brief history, as staff type it: paragraphs parted by blank lines, lines that
 * begin with «## » (heading) or «- » (item of a list), **bold** and [text](address). Whatever does
 * not fit stands there as it was typed; nothing of it is ever taken for HTML.
 */

/** A stretch of text within a piece. A link holds no further link. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; parts: TextPart[] }
  | { kind: 'link'; href: string; parts: TextPart[] }

/** A piece of the history, from top to bottom. */
export type HistoryPiece =
  | { kind: 'heading' | 'paragraph'; parts: TextPart[] }
  | { kind: 'list'; items: TextPart[][] }

/** The pieces of a history; takes time in proportion to its length. */
export function historyPieces(history: string): HistoryPiece[] {
  const pieces: HistoryPiece[] = []
  let paragraph: string[] = []
  let items: TextPart[][] = []
  const endPiece = () => {
    if (paragraph.length > 0) {
      pieces.push({ kind: 'paragraph', parts: textParts(paragraph.join('\n')) })
    }
    if (items.length > 0) pieces.push({ kind: 'list', items })
    paragraph = []
    items = []
  }
  for (const line of history.split('\n').map((raw) => raw.trim())) {
    const heading = after('## ', line)
    const item = after('- ', line)
    if (line === '' || heading || (item ? paragraph.length > 0 : items.length > 0)) endPiece()
    if (heading) pieces.push({ kind: 'heading', parts: textParts(heading) })
    else if (item) items.push(textParts(item))
    else if (line !== '') paragraph.push(line)
  }
  endPiece()
  return pieces
}

function after(mark: string, line: string): string {
  return line.startsWith(mark) ? line.slice(mark.length).trim() : ''
}

/** Label and address hold none of the brackets that end them: no text can make the search go far. */
const MARKS = /\*\*|\[([^[\]\n]+)\]\(([^()[\]\s]+)\)/g

/** A page of this site, or an address of one of the harmless kinds. Without backslashes, which browsers take for slashes. */
const HARMLESS = /^(?:\/(?!\/)|https?:\/\/|mailto:|tel:)[^\\]*$/i

function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  // What stands after an opening mark whose end has not come.
  let bold: TextPart[] | null = null
  const add = (part: TextPart) => (bold ?? parts).push(part)
  const addText = (between: string) => between && add({ kind: 'text', text: between })
  let done = 0
  for (const { 0: whole, 1: label, 2: href, index } of text.matchAll(MARKS)) {
    if (label !== undefined && href !== undefined && !HARMLESS.test(href)) continue
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
