import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { convertCells } from '../../../lib/bijoy/convert-cells.ts'
import { filledRows } from '../../../lib/tables/merged-ranges.ts'
import { cellText, readSheets } from '../../../lib/tables/sheet-file.ts'
import { parseResultSheet, type ResultProblem, type ResultReading } from './parse-result-sheet.ts'

/** Returns cells as text in Unicode; Excel's own fractions are those of a mark sheet. */
function textOf(cell: unknown): string {
  const text = typeof cell === 'number' ? String(Math.round(cell * 1000) / 1000) : cellText(cell)
  return text.replace(/\s+/g, ' ').trim()
}

/** Writes the numbers of a sheet in Bengali digits: Excel's have none of their own. */
function withOwnDigits(table: readonly string[][]): string[][] {
  const isBengali = table.flat().some((cell) => /\p{Script=Bengali}/u.test(cell))
  return table.map((row) =>
    row.map((cell) => (isBengali && /^[\d.]+$/.test(cell) ? toBengaliDigits(cell) : cell)),
  )
}

/** Reads results from a file or pasted text: the first worksheet that has some. @throws SheetFileError */
export async function readResultSheet(
  source: Blob | string,
): Promise<ResultReading | { problem: ResultProblem }> {
  let problem: ResultProblem = 'no-head'
  for (const sheet of await readSheets(source)) {
    const table = filledRows(sheet).map((row) => row.map(textOf))
    const reading = parseResultSheet(withOwnDigits(convertCells(table) ?? table))
    if (typeof reading !== 'string') return reading
    if (problem === 'no-head') problem = reading
  }
  return { problem }
}
