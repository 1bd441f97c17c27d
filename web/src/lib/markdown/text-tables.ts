import { isTableRow, tableCells } from '@bidyaloy/shared/lib/markdown'

/** The rows of a table with the marks of its cells; the first has the headings. */
export type TableRows = readonly (readonly string[])[]

/** A text taken apart: a table follows each of its texts but the last. */
export interface TextWithTables {
  texts: readonly string[]
  tables: readonly TableRows[]
}

/** Takes the tables out of a text. */
export function splitTables(markdown: string): TextWithTables {
  const texts: string[] = []
  const tables: TableRows[] = []
  let lines: string[] = []
  let rows: string[] = []
  const endTable = () => {
    const cells = tableCells(rows)
    if (cells) {
      tables.push(evenRows(cells))
      texts.push(lines.join('\n'))
      lines = []
    } else lines.push(...rows)
    rows = []
  }
  for (const line of markdown.split('\n')) {
    if (isTableRow(line)) rows.push(line)
    else {
      endTable()
      lines.push(line)
    }
  }
  endTable()
  texts.push(lines.join('\n'))
  return { texts: texts.map((text, at) => beside(text, at, tables.length)), tables }
}

/** Puts a text and its tables together; the inverse of `splitTables`. Leaves out blank tables. */
export function joinTables({ texts, tables }: TextWithTables): string {
  if (tables.length === 0) return texts[0] ?? ''
  return texts
    .flatMap((text, at) => [beside(text, at, tables.length), tableText(tables[at] ?? [])])
    .filter((block) => block.trim() !== '')
    .join('\n\n')
}

/** Returns the text at `at` without the empty lines beside a table. */
function beside(text: string, at: number, last: number): string {
  const below = at > 0 ? text.replace(/^\n+/, '') : text
  return at < last ? below.replace(/\n+$/, '') : below
}

function tableText(rows: TableRows): string {
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) return ''
  // A bar would end its cell; many type it for a danda.
  const plain = (cell: string) => cell.replaceAll('|', '।').replace(/\s+/g, ' ').trim()
  return rows.map((cells) => `| ${cells.map(plain).join(' | ')} |`).join('\n')
}

function evenRows(rows: TableRows): TableRows {
  const columns = Math.max(...rows.map(({ length }) => length))
  return rows.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? ''))
}

/** Returns a blank table. */
export function blankTable(rows: number, columns: number): TableRows {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''))
}

/** Inserts a table after the text `at`, whose text from `start` to `end` it replaces. */
export function withTable(
  { texts, tables }: TextWithTables,
  at: number,
  { start, end }: { start: number; end: number },
  rows: TableRows,
): TextWithTables {
  const text = texts[at] ?? ''
  return {
    texts: [...texts.slice(0, at), text.slice(0, start), text.slice(end), ...texts.slice(at + 1)],
    tables: [...tables.slice(0, at), rows, ...tables.slice(at)],
  }
}

/** Removes a table; the texts beside it become one. */
export function withoutTable({ texts, tables }: TextWithTables, at: number): TextWithTables {
  const beside = texts.slice(at, at + 2).filter((text) => text.trim() !== '')
  return {
    texts: [...texts.slice(0, at), beside.join('\n\n'), ...texts.slice(at + 2)],
    tables: tables.filter((_, index) => index !== at),
  }
}

/** Writes cells over those of a table from one of its cells on; the table grows where it must. */
export function withCells(
  rows: TableRows,
  row: number,
  column: number,
  cells: TableRows,
): TableRows {
  const height = Math.max(rows.length, row + cells.length)
  const width = Math.max(rows[0]?.length ?? 0, column + (cells[0]?.length ?? 0))
  return blankTable(height, width).map((blank, r) =>
    blank.map((_, c) => cells[r - row]?.[c - column] ?? rows[r]?.[c] ?? ''),
  )
}
