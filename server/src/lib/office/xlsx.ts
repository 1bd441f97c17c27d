import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import { formatCell } from './cell-format.ts'
import { type Attributes, isOn, type OfficeParts, without } from './office-parts.ts'
import { createRunText, lineOf, rowOf } from './run-text.ts'

const WORKBOOK = 'xl/workbook.xml'
/** Cells of a worksheet with a value that are read: more than anybody reads on a page. */
const MAX_CELLS = 20_000
/** Columns that are read; sheets have up to 16,384. */
const MAX_COLUMNS = 100
/** Readings of Japanese, and comments of the program. */
const LEFT_OUT = new Set(['rph', 'phoneticpr', 'extlst', 'f'])

/** A text with the fonts of its runs; undefined: that of the cell. */
type Runs = { text: string; font: string | undefined }[]

interface CellLook {
  font: string | undefined
  /** Code of the format of numbers. */
  format: string
}

/** Returns the lines of the first visible worksheets of an Excel workbook, each with its name first. */
export async function readXlsx(parts: OfficeParts, maxPages: number): Promise<ReadLine[][]> {
  const sheets = await readSheetNames(parts)
  const shared = await readSharedTexts(parts)
  const lookOf = await readLooks(parts)
  const pages: ReadLine[][] = []
  for (const { part, name } of sheets.slice(0, maxPages)) {
    const reader = createSheetReader(shared, lookOf)
    await parts.parse(part, without(LEFT_OUT, reader))
    const title = sheets.length > 1 && reader.lines.length > 0 ? lineOf(name, 'heading') : []
    pages.push([...title, ...reader.lines])
  }
  return pages
}

async function readSheetNames(parts: OfficeParts): Promise<{ part: string; name: string }[]> {
  const targets = await parts.relationsOf(WORKBOOK)
  const sheets: { part: string; name: string }[] = []
  await parts.parse(WORKBOOK, {
    open(element, { name = '', state = 'visible', relation = '' }) {
      const part = targets.get(relation)
      if (element === 'sheet' && state === 'visible' && part) sheets.push({ part, name })
    },
  })
  return sheets
}

async function readSharedTexts(parts: OfficeParts): Promise<Runs[]> {
  const texts: Runs[] = []
  const reader = createRunsReader((runs) => texts.push(runs), 'si')
  await parts.parse('xl/sharedStrings.xml', without(LEFT_OUT, reader))
  return texts
}

/** Reads texts with runs. @param element that holds one */
function createRunsReader(onText: (runs: Runs) => void, element: string) {
  let runs: Runs = []
  let font: string | undefined
  let isText = false
  return {
    open(name: string, { val }: Attributes) {
      if (name === element) runs = []
      else if (name === 'r') font = undefined
      else if (name === 'rfont') font = val
      else if (name === 't') isText = true
    },
    close(name: string) {
      if (name === element) onText(runs)
      else if (name === 'r') font = undefined
      else if (name === 't') isText = false
    },
    text(text: string) {
      if (isText) runs.push({ text, font })
    },
  }
}

/** Reads the looks of cells. @returns the look of a style's number */
async function readLooks(parts: OfficeParts): Promise<(style: string | undefined) => CellLook> {
  const fonts: (string | undefined)[] = []
  const codes = new Map<string, string>()
  const looks: { fontId: number; formatId: string }[] = []
  let list = ''
  await parts.parse('xl/styles.xml', {
    open(name, attributes) {
      if (name === 'fonts' || name === 'cellxfs') list = name
      else if (name === 'numfmt') codes.set(attributes.numfmtid ?? '', attributes.formatcode ?? '')
      else if (list === 'fonts' && name === 'font') fonts.push(undefined)
      else if (list === 'fonts' && name === 'name') fonts[fonts.length - 1] = attributes.val
      else if (list === 'cellxfs' && name === 'xf')
        looks.push({ fontId: Number(attributes.fontid), formatId: attributes.numfmtid ?? '0' })
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  return (style = '0') => {
    const { fontId = 0, formatId = '0' } = looks[Number(style)] ?? {}
    return { font: fonts[fontId], format: codes.get(formatId) ?? formatId }
  }
}

interface Cell {
  column: number
  type: string
  look: CellLook
  value: string
  runs: Runs
}

function createSheetReader(
  shared: readonly Runs[],
  lookOf: (style: string | undefined) => CellLook,
) {
  const lines: ReadLine[] = []
  const hidden = new Set<number>()
  const text = createRunText()
  let row: string[] | undefined
  let cell: Cell | undefined
  let isValue = false
  let cells = 0
  /** Whether the row before has several cells. */
  let isBelow = false
  let rowNumber = 0
  const inline = createRunsReader((runs) => {
    if (cell) cell.runs = runs
  }, 'is')

  const runsOf = ({ type, value, look, runs }: Cell): Runs => {
    if (type === 's') return shared[Number(value)] ?? []
    if (type === 'inlineStr') return runs
    if (type === 'b') return [{ text: value === '1' ? 'TRUE' : 'FALSE', font: undefined }]
    return [{ text: type === 'n' ? formatCell(value, look.format) : value, font: undefined }]
  }
  const textOf = (read: Cell): string => {
    for (const run of runsOf(read)) text.add(run.text, run.font ?? read.look.font)
    return text.take()
  }
  const endCell = () => {
    if (!cell || !row || hidden.has(cell.column) || cell.column >= MAX_COLUMNS) return
    const shown = textOf(cell)
    if (shown === '') return
    cells += 1
    while (row.length < cell.column) row.push('')
    row[cell.column] = shown
  }

  return {
    lines,
    open(name: string, attributes: Attributes) {
      inline.open(name, attributes)
      if (name === 'col' && isHidden(attributes)) addColumns(hidden, attributes)
      else if (name === 'row') {
        row = isHidden(attributes) || cells >= MAX_CELLS ? undefined : []
        const number = Number(attributes.r ?? rowNumber + 1)
        // Empty rows may be missing.
        if (number !== rowNumber + 1) isBelow = false
        rowNumber = number
      } else if (name === 'c') {
        const { r = '', t: type = 'n', s } = attributes
        const column = columnOf(r) ?? row?.length ?? 0
        cell = { column, type, look: lookOf(s), value: '', runs: [] }
      } else if (name === 'v') isValue = true
    },
    close(name: string) {
      inline.close(name)
      if (name === 'v') isValue = false
      else if (name === 'c') {
        endCell()
        cell = undefined
      } else if (name === 'row' && row) {
        const found = rowOf(
          row.filter((_, column) => !hidden.has(column)),
          isBelow,
        )
        lines.push(...found)
        isBelow = found[0]?.[0]?.as === 'cell'
        row = undefined
      }
    },
    text(written: string) {
      inline.text(written)
      if (isValue && cell) cell.value += written
    },
  }
}

const isHidden = ({ hidden = '0' }: Attributes) => isOn({ val: hidden })

function addColumns(columns: Set<number>, { min, max }: Attributes): void {
  const last = Math.min(Number(max), MAX_COLUMNS)
  for (let column = Number(min); column <= last; column += 1) columns.add(column - 1)
}

/** Returns the column of a cell such as `AB12`, from 0. */
function columnOf(place: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(place) ?? []
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
