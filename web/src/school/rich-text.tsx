import { type MarkdownBlock, markdownBlocks, type TextPart } from '@bidyaloy/shared/markdown'
import { createElement, Fragment, type ReactNode } from 'react'
import { isExternal, NewTabLink } from '../ui/new-tab-link.tsx'

interface RichTextProps {
  /** In the Markdown of `shared/src/markdown.ts`. */
  text: string
  /** Element of its headings. */
  heading?: 'h2' | 'h3'
  /** Renders a file of the entry, counted from 1. Default: pictures are left out. */
  picture?: (file: number, description: string) => ReactNode
}

/** Text with paragraphs, headings, lists, bold words, links and pictures. */
export function RichText({ text, heading = 'h2', picture }: RichTextProps) {
  // Spread as arguments, so the blocks need no keys.
  return createElement(
    Fragment,
    null,
    ...markdownBlocks(text).map((block) =>
      block.kind === 'picture'
        ? picture?.(block.file, block.description)
        : renderBlock(block, heading),
    ),
  )
}

function renderBlock(
  block: Exclude<MarkdownBlock, { kind: 'picture' }>,
  heading: 'h2' | 'h3',
): ReactNode {
  if (block.kind === 'list') return renderList(block.items)
  const below = heading === 'h2' ? 'h3' : 'h4'
  const elements = { heading, subheading: below, paragraph: 'p' } as const
  return createElement(elements[block.kind], null, ...block.parts.map(renderPart))
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
