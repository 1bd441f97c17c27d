import { closeHistory } from 'prosemirror-history'
import { Fragment, Slice } from 'prosemirror-model'
import { isInTable, handlePaste as pasteCells } from 'prosemirror-tables'
import type { EditorProps } from 'prosemirror-view'
import { cleanHtml } from './clean-html.ts'
import { insertTable } from './commands.ts'
import { parseBlocks, parseMarkdown, tableOf } from './parse-markdown.ts'
import { schema } from './schema.ts'

/** Pastes what the schema has: from Word, Excel, web pages, and text in Markdown. */
export const clipboardProps: EditorProps = {
  handlePaste: (view, event) => {
    // Ctrl+Z undoes a paste alone.
    view.dispatch(closeHistory(view.state.tr))
    const { clipboardData } = event
    const html = clipboardData?.getData('text/html') ?? ''
    // Word writes the items of a list as rows too.
    const hasRows = html === '' || /<table/i.test(html)
    const copied = hasRows ? copiedCells(clipboardData?.getData('text/plain') ?? '') : null
    if (copied === null || !view.editable) return false
    const { above, cells } = copied
    if (!isInTable(view.state)) {
      insertTable(view, cells, above)
      return true
    }
    const paragraph = (text: string) =>
      schema.nodes.paragraph.create(null, text === '' ? [] : schema.text(text))
    const rows = [...above.map((title) => [title]), ...cells]
    const table = tableOf(rows.map((row) => row.map(paragraph)))
    return pasteCells(view, event, new Slice(Fragment.from(table), 0, 0))
  },
  transformPastedHTML: cleanHtml,
  clipboardTextParser: (text, $context) => {
    const blocks = parseBlocks(text.replace(/\r\n?/g, '\n'))
    const [first] = blocks
    if (!first) return Slice.maxOpen(parseMarkdown('').content)
    // Within a line, spaces at the ends belong to it.
    if (blocks.length === 1 && first.type === schema.nodes.paragraph && !text.includes('\n')) {
      if ($context.parent.inlineContent && !/\*\*|\]\(/.test(text)) {
        return new Slice(Fragment.from(schema.text(text)), 0, 0)
      }
    }
    return Slice.maxOpen(Fragment.from(blocks))
  },
}

/** A cell that spreadsheets quote because it has line breaks or quotes. */
const QUOTED_CELL = /(^|\t)"((?:[^"]|"")*)"(?=\t|\n|$)/gm

interface Copied {
  /** Titles above the table, which are merged cells there. */
  above: string[]
  cells: string[][]
}

/**
 * Returns the cells of copied rows of a spreadsheet or of a table in a document.
 * @param copied cells separated by tabs
 * @returns null for any other text
 */
export function copiedCells(copied: string): Copied | null {
  const unquoted = (cell: string) => cell.replace(/\n/g, ' ').replaceAll('""', '"')
  const rows = copied
    .replace(/\r\n?/g, '\n')
    .replace(QUOTED_CELL, (_, start: string, cell: string) => start + unquoted(cell))
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const first = rows.findIndex(([title, ...others]) => !title || others.some((cell) => cell !== ''))
  // Of two rows, the first may have a blank heading.
  const titles = rows.length - first > 1 ? Math.max(first, 0) : 0
  const [{ length: columns } = [], ...more] = rows.slice(titles)
  const isTable = columns > 1 && more.length > 0 && more.every(({ length }) => length === columns)
  const above = rows.slice(0, titles)
  if (!isTable || above.some(({ length }) => length !== columns)) return null
  return { above: above.map(([title = '']) => title), cells: rows.slice(titles) }
}
