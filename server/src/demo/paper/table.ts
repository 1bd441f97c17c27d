import type { Block } from './paper.ts'
import type { Sheet } from './sheet.ts'
import { type Box, breakLines, setLine, textBox } from './typeset.ts'

type TableBlock = Extract<Block, { sort: 'table' }>

const PADDING = 5
const size = 10.5
const lineHeight = 16

/** Draws a ruled table; rows that do not fit go on on a new page. @returns y of its lower edge */
export function drawTable(
  sheet: Sheet,
  { columns, rows }: TableBlock,
  top: number,
  { foot, nextPage }: { foot: number; nextPage: () => number },
): number {
  const boxes = columnBoxes(columns.map(({ share }) => share))
  const head = columns.map((column) => column.head)
  let y = drawRow(sheet, head, boxes, columns, top, true)
  for (const row of rows) {
    if (y + rowHeight(row, boxes, false) > foot) {
      y = drawRow(sheet, head, boxes, columns, nextPage(), true)
    }
    y = drawRow(sheet, row, boxes, columns, y, false)
  }
  return y
}

function columnBoxes(shares: readonly number[]): Box[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  let x = textBox.x
  return shares.map((share) => {
    const box = { x, width: (textBox.width * share) / whole }
    x += box.width
    return box
  })
}

function cellLines(cell: string, box: Box, bold: boolean) {
  return breakLines(cell, box.width - 2 * PADDING, { size, weight: bold ? 'bold' : 'regular' })
}

function rowHeight(row: readonly string[], boxes: readonly Box[], bold: boolean): number {
  const lines = boxes.map((box, index) => cellLines(row[index] ?? '', box, bold).length)
  return Math.max(1, ...lines) * lineHeight + 7
}

function drawRow(
  sheet: Sheet,
  row: readonly string[],
  boxes: readonly Box[],
  columns: TableBlock['columns'],
  top: number,
  bold: boolean,
): number {
  const height = rowHeight(row, boxes, bold)
  if (bold) sheet.fill(textBox.x, top, textBox.width, height, '#e7efe9')
  boxes.forEach((box, index) => {
    const align = bold ? 'center' : (columns[index]?.align ?? 'left')
    const style = { size, weight: bold ? 'bold' : 'regular' } as const
    const inner = { x: box.x + PADDING, width: box.width - 2 * PADDING }
    cellLines(row[index] ?? '', box, bold).forEach((line, number) => {
      setLine(sheet, line, inner, top + 15.5 + number * lineHeight, style, align)
    })
    sheet.line([box.x, top], [box.x, top + height], 0.5)
  })
  const right = textBox.x + textBox.width
  sheet.line([right, top], [right, top + height], 0.5)
  sheet.line([textBox.x, top], [right, top], 0.5)
  sheet.line([textBox.x, top + height], [right, top + height], 0.5)
  return top + height
}
