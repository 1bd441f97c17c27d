import {
  type MarkdownBlock,
  markdownBlocks,
  type TextPart,
  wordsOf,
} from '@bidyaloy/shared/lib/markdown'
import { createElement, Fragment, type ReactNode } from 'react'
import { isExternal, NewTabLink } from '../ui/new-tab-link.tsx'
import { t } from '../ui/t.ts'

interface RichTextProps {
  /** In the Markdown of `shared/src/lib/markdown.ts`. */
  text: string
  /** Element of its headings. */
  heading?: 'h2' | 'h3'
  /** Whether links to its headings stand above a text of several. */
  contents?: boolean
  /** Renders a file of the entry, counted from 1. Default: pictures are left out. */
  picture?: (file: number, description: string) => ReactNode
}

/** Least number of headings that links to them are worth. */
const MIN_CONTENTS = 3

/** Text with paragraphs, headings, lists, bold words, links and pictures. */
export function RichText({ text, heading = 'h2', contents = false, picture }: RichTextProps) {
  const blocks = markdownBlocks(text)
  const headings = contents ? blocks.filter(({ kind }) => kind === 'heading') : []
  const hasContents = headings.length >= MIN_CONTENTS
  // Spread as arguments, so the blocks need no keys.
  return createElement(
    Fragment,
    null,
    hasContents && renderContents(headings),
    ...blocks.map((block, at) => {
      if (block.kind === 'picture') return picture?.(block.file, block.description)
      if (block.kind === 'table') return renderTable(block.rows, blocks[at - 1])
      const place = headings.indexOf(block)
      return renderBlock(block, heading, hasContents && place >= 0 ? headingId(place) : undefined)
    }),
  )
}

const headingId = (place: number) => `part-${place + 1}`

function renderContents(headings: readonly MarkdownBlock[]): ReactNode {
  const links = headings.map((block, place) =>
    createElement(
      'li',
      null,
      createElement(
        'a',
        { href: `#${headingId(place)}` },
        'parts' in block && wordsOf(block.parts),
      ),
    ),
  )
  return createElement(
    'nav',
    { 'aria-label': t('page.contents') },
    createElement('ul', null, ...links),
  )
}

function renderBlock(
  block: Exclude<MarkdownBlock, { kind: 'picture' | 'table' }>,
  heading: 'h2' | 'h3',
  id: string | undefined,
): ReactNode {
  if (block.kind === 'list') return renderList(block.items)
  const below = heading === 'h2' ? 'h3' : 'h4'
  const elements = { heading, subheading: below, paragraph: 'p' } as const
  return createElement(elements[block.kind], { id }, ...block.parts.map(renderPart))
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

/** A table of more columns than this scrolls where it does not fit. */
const MAX_FITTING_COLUMNS = 5

/**
 * Renders a table; on phones its rows become cards, with the column's heading before each value.
 * @param before the block before it, which names it if it is a heading
 */
function renderTable(
  [head = [], ...rows]: readonly TextPart[][][],
  before: MarkdownBlock | undefined,
): ReactNode {
  const labels = head.map(wordsOf)
  const name = before && 'parts' in before && before.kind !== 'paragraph' && wordsOf(before.parts)
  const isWide = head.length > MAX_FITTING_COLUMNS
  const scrolling = { role: 'region', 'aria-label': name || labels.join(', '), tabIndex: 0 }
  const row = (cells: ReactNode[]) => createElement('tr', { role: 'row' }, ...cells)
  const group = (element: 'thead' | 'tbody', inner: ReactNode[]) =>
    createElement(element, { role: 'rowgroup' }, ...inner)
  const headCell = (parts: TextPart[]) =>
    createElement('th', { role: 'columnheader', scope: 'col' }, ...parts.map(renderPart))
  const cell = (parts: TextPart[], column: number) => {
    const label = column > 0 && parts.length > 0 && labels[column]
    return createElement(
      'td',
      { role: 'cell', ...(label && { 'data-label': `${label}:` }) },
      ...parts.map(renderPart),
    )
  }
  const table = createElement(
    'table',
    { className: 'table table--stack', role: 'table' },
    name && createElement('caption', null, createElement('span', { className: 'vh' }, name)),
    group('thead', [row(head.map(headCell))]),
    group(
      'tbody',
      rows.map((cells) => row(cells.map(cell))),
    ),
  )
  return createElement('div', { className: 'table-box', ...(isWide && scrolling) }, table)
}

function renderPart(part: TextPart): ReactNode {
  if (part.kind === 'text') return part.text
  const inner = part.parts.map(renderPart)
  if (part.kind === 'bold') return createElement('strong', null, ...inner)
  return createElement(isExternal(part.href) ? NewTabLink : 'a', { href: part.href }, ...inner)
}
