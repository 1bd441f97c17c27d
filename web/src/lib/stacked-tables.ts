/*
 * On phones the rows of a simple table in sanitized HTML become cards, with the column's heading
 * before each value. This adds the heading to each cell, and explicit roles, since browsers drop
 * those of blocks. Other tables stay unchanged.
 */

/** The page with labelled simple tables. */
interface StackedTables {
  html: string
  /** Whether some table is not simple and scrolls on a narrow screen. */
  scrolls: boolean
}

interface Tag {
  name: string
  attributes: string
  /** Index of its `<` and of its `>`. */
  start: number
  end: number
}
interface Cell extends Tag {
  text: string
  bold: boolean
}
interface Table extends Tag {
  parts: Tag[]
  rows: { tag: Tag; cells: Cell[] }[]
  simple: boolean
}

/**
 * Labels the cells of simple tables, in linear time.
 * @param html balanced, with `<` and `>` only in tags, as sanitized by the server
 */
export function stackTables(html: string): StackedTables {
  const additions: { at: number; text: string }[] = []
  let scrolls = false
  const tables = readTables(html)
  if (!tables) return { html, scrolls: true }
  for (const table of tables) {
    const labels = columnHeads(table)
    if (labels) additions.push(...labelled(table, labels))
    else scrolls = true
  }
  let done = 0
  const pieces = additions.flatMap(({ at, text }) => {
    const before = html.slice(done, at)
    done = at
    return [before, text]
  })
  return { html: [...pieces, html.slice(done)].join(''), scrolls }
}

/** In all tables together; a page of 300 people has about 4,000. */
const MAX_TAGS = 10_000
/** Limits of headings, each of which is repeated in every row. */
const MAX_HEAD = 120
const MAX_COLUMNS = 30

const TAGS = /<(\/?)(table|thead|tbody|tfoot|tr|th|td)\b([^<>]*)>/g

/** Returns the outermost tables, or null for too many tags. A table with a nested one is not simple. */
function readTables(html: string): Table[] | null {
  const tables: Table[] = []
  let depth = 0
  let tags = 0
  let cell: Tag | null = null
  for (const { 0: whole, 1: closing, 2: name = '', 3: attributes = '', index } of html.matchAll(
    TAGS,
  )) {
    tags += 1
    if (tags > MAX_TAGS) return null
    const tag = { name, attributes, start: index, end: index + whole.length - 1 }
    const table = tables.at(-1)
    if (name === 'table') {
      if (closing) depth -= 1
      else if (depth === 0) tables.push({ ...tag, parts: [], rows: [], simple: true })
      else if (table) table.simple = false
      if (!closing) depth += 1
    } else if (depth === 1 && table) {
      if (name === 'th' || name === 'td') {
        const row = table.rows.at(-1)
        if (!closing) cell = tag
        else if (cell && row) row.cells.push(readCell(html, cell, index))
        else table.simple = false
      } else if (!closing) {
        if (name === 'tr') table.rows.push({ tag, cells: [] })
        else table.parts.push(tag)
      }
    }
  }
  return tables
}

function readCell(html: string, tag: Tag, end: number): Cell {
  const inner = html.slice(tag.end + 1, end)
  const text = inner
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { ...tag, text, bold: /<(?:b|strong)\b/.test(inner) }
}

const SPANS = { col: /colspan="(\d{1,4})"/, row: /rowspan="(\d{1,4})"/ }
const spans = ({ attributes }: Tag, way: 'col' | 'row') =>
  Number(SPANS[way].exec(attributes)?.[1] ?? 1)

/** Returns the column headings of a simple table, or null for any other. */
function columnHeads({ simple, rows }: Table): string[] | null {
  const [head, ...others] = rows.map(({ cells }) => cells)
  if (!simple || !head || head.length < 2 || others.length === 0) return null
  if (head.length > MAX_COLUMNS || head.some(({ text }) => text.length > MAX_HEAD)) return null
  // Word processors write headings as bold cells.
  if (!head.every(({ name, bold, text }) => text === '' || name === 'th' || bold)) return null
  const fits = others.every((cells) => isAcross(cells, head.length) || cells.length <= head.length)
  const isSpanned = [head, ...others].some(
    (cells) =>
      !isAcross(cells, head.length) &&
      cells.some((cell) => spans(cell, 'col') !== 1 || spans(cell, 'row') !== 1),
  )
  return fits && !isSpanned ? head.map(({ text }) => text) : null
}

/** Whether a row is a single cell across all columns, such as a heading between rows. */
function isAcross(cells: readonly Cell[], columns: number): boolean {
  const [only, ...more] = cells
  return !!only && more.length === 0 && spans(only, 'col') === columns && spans(only, 'row') === 1
}

/** Returns the attributes to add to the tags of a table, in document order. */
function labelled({ rows, parts, ...table }: Table, labels: readonly string[]) {
  const across = (cells: readonly Cell[]) => isAcross(cells, labels.length)
  const [head, ...others] = rows
  const additions = [
    { at: table.end, text: ' class="table--stack" role="table"' },
    ...parts.map(({ end }) => ({ at: end, text: ' role="rowgroup"' })),
    ...rows.map((row) => ({
      at: row.tag.end,
      text: row === head ? ' role="row" data-head' : ' role="row"',
    })),
    ...(head?.cells ?? []).map(({ end }) => ({ at: end, text: ' role="columnheader"' })),
    ...others.flatMap(({ cells }) =>
      cells.map(({ name, end, text }, column) => {
        const role = name === 'th' ? 'rowheader' : 'cell'
        const label = across(cells) ? '' : (labels[column] ?? '').replaceAll('"', '&quot;')
        const more = text === '' ? ' data-empty' : label && ` data-label="${label}"`
        return { at: end, text: ` role="${role}"${more}` }
      }),
    ),
  ]
  return additions.sort((a, b) => a.at - b.at)
}
