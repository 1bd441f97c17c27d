/*
 * The subset of Markdown that staff use in the history: paragraphs separated by blank lines, «## »
 * headings, «- » lists, **bold** and [text](address). Everything else stays literal text, HTML too.
 */

/** Inline content. A link contains no other link. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; parts: TextPart[] }
  | { kind: 'link'; href: string; parts: TextPart[] }

/** A block of the history. */
export type HistoryPiece =
  | { kind: 'heading' | 'paragraph'; parts: TextPart[] }
  | { kind: 'list'; items: TextPart[][] }

/** Parses a history into blocks, in linear time. */
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
