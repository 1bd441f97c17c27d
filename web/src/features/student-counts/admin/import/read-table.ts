import { readSheets, type Sheet } from '../../../../lib/tables/sheet-file.ts'
import { parseCountSheet, type SheetProblem, type SheetReading } from './parse-count-sheet.ts'

/** The parsed rows, or why there are none. */
export type TableReading = SheetReading | { problem: SheetProblem | 'nothing' }

/** Reads student counts from a file or pasted text. @throws SheetFileError */
export async function readTable(source: Blob | string): Promise<TableReading> {
  return firstReading((await readSheets(source)).map(({ rows }) => rows))
}

/** Returns the first sheet with rows, else the problem of the first sheet that has headings. */
function firstReading(sheets: readonly Sheet[]): TableReading {
  let problem: SheetProblem | 'nothing' = 'no-head'
  for (const sheet of sheets) {
    const reading = parseCountSheet(sheet)
    if (typeof reading !== 'string' && reading.rows.length + reading.rejected.length > 0) {
      return reading
    }
    if (problem === 'no-head') problem = typeof reading === 'string' ? reading : 'nothing'
  }
  return { problem }
}
