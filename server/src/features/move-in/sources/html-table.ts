import { tableMarkdown } from '@bidyaloy/shared/lib/markdown'
import { childrenOf, elementsIn, type HtmlElement, textOf } from './html-tree.ts'

/** Cells over which one may reach; more are a mistake or an attack. */
const MAX_SPAN = 40
const MAX_ROWS = 1000
/** Average length of cells above which a table only lays out the page. */
const LONG_CELL = 400
const LAYOUT = new Set(['table', 'h1', 'h2', 'h3', 'ul', 'ol', 'form', 'iframe'])

/**
 * Writes a table of rows and columns as blocks.
 * @param lineOf writes what is in an element as one line
 * @returns null for one that only lays out a page: its cells are blocks like others
 */
export function tableBlocks(
  table: HtmlElement,
  lineOf: (element: HtmlElement) => string,
): string[] | null {
  const rows = rowsOf(table)
  const widest = Math.max(0, ...rows.map((cells) => cells.length))
  if (rows.length < 2 || widest < 2 || isLayout(table, rows)) return null
  const [caption] = childrenOf(table, 'caption')
  const title = caption ? lineOf(caption) : ''
  const grid = gridOf(rows, lineOf).filter((cells) => cells.some((cell) => cell !== ''))
  const used = [...Array(Math.max(0, ...grid.map(({ length }) => length))).keys()].filter(
    (column) => grid.some((cells) => cells[column]),
  )
  const shown = grid.map((cells) => used.map((column) => cells[column] ?? ''))
  const isTable = shown.length > 1 && used.length > 1
  return [title, ...(isTable ? [tableMarkdown(shown)] : shown.flat())].filter(Boolean)
}

function rowsOf(table: HtmlElement): HtmlElement[][] {
  const groups = [table, ...['thead', 'tbody', 'tfoot'].flatMap((name) => childrenOf(table, name))]
  return groups
    .flatMap((group) => childrenOf(group, 'tr'))
    .slice(0, MAX_ROWS)
    .map((row) =>
      row.children.filter(
        (cell): cell is HtmlElement =>
          typeof cell !== 'string' && (cell.name === 'td' || cell.name === 'th'),
      ),
    )
}

function isLayout(table: HtmlElement, rows: readonly HtmlElement[][]): boolean {
  for (const { name } of elementsIn(table)) if (LAYOUT.has(name)) return true
  const cells = rows.flat()
  const letters = cells.reduce((sum, cell) => sum + textOf(cell).length, 0)
  return letters / cells.length > LONG_CELL
}

/** Merged cells are written at their first place. */
function gridOf(
  rows: readonly HtmlElement[][],
  lineOf: (element: HtmlElement) => string,
): string[][] {
  /** Columns that a cell of a row above still covers, by the number of rows. */
  let covered: number[] = []
  return rows.map((cells) => {
    const line: string[] = []
    const next = covered.map((rest) => Math.max(0, rest - 1))
    const skip = () => {
      while ((covered[line.length] ?? 0) > 0) line.push('')
    }
    for (const cell of cells) {
      skip()
      const [width, height] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      const text = lineOf(cell)
      for (let at = 0; at < width && line.length < MAX_SPAN; at += 1) {
        if (height > 1) next[line.length] = height - 1
        line.push(at === 0 ? text : '')
      }
    }
    skip()
    covered = next
    return line
  })
}

function spanOf({ attributes }: HtmlElement, name: string): number {
  const span = Number(attributes[name])
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1
}
