import { createElement, Fragment, type ReactNode } from 'react'
import { isExternal, NewTabLink } from '../ui/new-tab-link.tsx'
import { type HistoryPiece, historyPieces, type TextPart } from './history.ts'

interface RichTextProps {
  /** In the mark-up of `history.ts`. */
  text: string
  /** What its headings are below. */
  heading?: 'h2' | 'h3'
}

/** A text of several paragraphs, with headings, lists, bold words and links. */
export function RichText({ text, heading = 'h2' }: RichTextProps) {
  // Given one by one, as pieces need no keys: a changed text is drawn anew as a whole.
  return createElement(Fragment, null, ...historyPieces(text).map((piece) => draw(piece, heading)))
}

function draw(piece: HistoryPiece, heading: 'h2' | 'h3'): ReactNode {
  if (piece.kind === 'list') return drawList(piece.items)
  const element = piece.kind === 'heading' ? heading : 'p'
  return createElement(element, null, ...piece.parts.map(drawPart))
}

/** A list in which each item begins with a bold word, such as a year, stands as a table of these. */
function drawList(items: readonly TextPart[][]): ReactNode {
  const isTimeline = items.every(([first, ...rest]) => first?.kind === 'bold' && rest.length > 0)
  const drawn = items.map((parts) => {
    const [first, ...rest] = parts.map(drawPart)
    return createElement(
      'li',
      null,
      first,
      isTimeline ? createElement('span', null, ...rest) : createElement(Fragment, null, ...rest),
    )
  })
  return createElement('ul', isTimeline ? { className: 'timeline' } : null, ...drawn)
}

function drawPart(part: TextPart): ReactNode {
  if (part.kind === 'text') return part.text
  const inner = part.parts.map(drawPart)
  if (part.kind === 'bold') return createElement('strong', null, ...inner)
  return createElement(isExternal(part.href) ? NewTabLink : 'a', { href: part.href }, ...inner)
}
