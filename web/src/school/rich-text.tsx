import { createElement, Fragment, type ReactNode } from 'react'
import { isExternal, NewTabLink } from '../ui/new-tab-link.tsx'
import { type HistoryPiece, historyPieces, type TextPart } from './history.ts'

interface RichTextProps {
  /** In the mark-up of `history.ts`. */
  text: string
  /** Element of its headings. */
  heading?: 'h2' | 'h3'
}

/** Text with paragraphs, headings, lists, bold words and links. */
export function RichText({ text, heading = 'h2' }: RichTextProps) {
  // Spread as arguments, so the blocks need no keys.
  return createElement(
    Fragment,
    null,
    ...historyPieces(text).map((piece) => renderPiece(piece, heading)),
  )
}

function renderPiece(piece: HistoryPiece, heading: 'h2' | 'h3'): ReactNode {
  if (piece.kind === 'list') return renderList(piece.items)
  const element = piece.kind === 'heading' ? heading : 'p'
  return createElement(element, null, ...piece.parts.map(renderPart))
}

/** Renders a list; it is a timeline if each item begins with a bold word, such as a year. */
function renderList(items: readonly TextPart[][]): ReactNode {
  const isTimeline = items.every(([first, ...rest]) => first?.kind === 'bold' && rest.length > 0)
  const rendered = items.map((parts) => {
    const [first, ...rest] = parts.map(renderPart)
    return createElement(
      'li',
      null,
      first,
      isTimeline ? createElement('span', null, ...rest) : createElement(Fragment, null, ...rest),
    )
  })
  return createElement('ul', isTimeline ? { className: 'timeline' } : null, ...rendered)
}

function renderPart(part: TextPart): ReactNode {
  if (part.kind === 'text') return part.text
  const inner = part.parts.map(renderPart)
  if (part.kind === 'bold') return createElement('strong', null, ...inner)
  return createElement(isExternal(part.href) ? NewTabLink : 'a', { href: part.href }, ...inner)
}
