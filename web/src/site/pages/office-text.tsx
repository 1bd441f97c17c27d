import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import { createElement, Fragment, type ReactNode } from 'react'
import { type OfficeBlock, officeBlocks } from '../../lib/ocr/office-blocks.ts'
import { t } from './t.ts'
import '../../styles/tables.css'
import './office-text.css'

const textOf = (line: ReadLine) => line.map(({ text }) => text).join(' ')

/** The text of a page of an Office file: headings, paragraphs, lists and tables. */
export function OfficeText({ lines }: { lines: readonly ReadLine[] }) {
  // Spread as arguments, so the blocks need no keys.
  return createElement(Fragment, null, ...officeBlocks(lines).flatMap(renderBlock))
}

function renderBlock({ kind, lines }: OfficeBlock<ReadLine>): ReactNode {
  if (kind === 'cell') return renderTable(lines)
  const element = { heading: 'h3', item: 'li', paragraph: 'p' }[kind]
  const rendered = lines.map((line) => createElement(element, null, textOf(line)))
  return kind === 'item' ? createElement('ul', null, ...rendered) : rendered
}

/** Renders a table that scrolls where it does not fit; the first column stays in sight. */
function renderTable([head = [], ...rows]: readonly ReadLine[]): ReactNode {
  const columns = Math.max(head.length, ...rows.map(({ length }) => length))
  const row = (cells: ReadLine, render: (text: string, column: number) => ReactNode) =>
    createElement(
      'tr',
      null,
      ...Array.from({ length: columns }, (_, column) => render(cells[column]?.text ?? '', column)),
    )
  const headCell = (text: string) => createElement('th', { scope: 'col' }, text)
  const cell = (text: string, column: number) =>
    column === 0 ? createElement('th', { scope: 'row' }, text) : createElement('td', null, text)
  const table = createElement(
    'table',
    { className: 'table' },
    createElement('thead', null, row(head, headCell)),
    createElement('tbody', null, ...rows.map((cells) => row(cells, cell))),
  )
  // By keyboard, too.
  const scrolling = { role: 'region', 'aria-label': t('office.table'), tabIndex: 0 }
  return createElement('div', { className: 'table-box officetable', ...scrolling }, table)
}

/** Returns the lines of which an element shows the `OfficeText`. */
export function officeLinesIn(element: Element): ReadLine[] {
  const kinds: Readonly<Record<string, 'heading' | 'item'>> = { H3: 'heading', LI: 'item' }
  return Array.from(
    element.querySelectorAll('h3, p, li, tr'),
    ({ tagName, children, textContent }) => {
      const as = kinds[tagName]
      if (tagName !== 'TR') return [wordOf(textContent, as)]
      return Array.from(children, (cell) => wordOf(cell.textContent, 'cell'))
    },
  )
}

const wordOf = (text: string | null, as?: 'heading' | 'item' | 'cell') => ({
  text: text ?? '',
  sureness: 100,
  ...(as && { as }),
})
