import { bijoyToUnicode } from '@bidyaloy/shared/bengali/bijoy'
import {
  readCountSheet,
  type Sheet,
  type SheetProblem,
  type SheetReading,
} from './read-count-sheet.ts'
import { readSheetFile } from './read-sheet-file.ts'
import { readTextTable } from './read-text-table.ts'
import { SheetFileError, type SheetFileProblem } from './sheet-file-problem.ts'

/** What a file or a paste came to: its rows, or why there are none. */
export type TableReading = SheetReading | { problem: SheetFileProblem | SheetProblem | 'nothing' }

/**
 * @param source a file, or the text that was pasted. What is wrong with it is answered, not thrown
 */
export async function readTable(source: Blob | string): Promise<TableReading> {
  try {
    const sheets =
      typeof source === 'string' ? [readTextTable(source)] : await readSheetFile(source)
    return firstReading(sheets)
  } catch (error) {
    if (error instanceof SheetFileError) return { problem: error.problem }
    throw error
  }
}

/** Of several sheets the first that holds a table of classes; else what is wrong with the first. */
function firstReading(sheets: readonly Sheet[]): TableReading {
  let problem: SheetProblem | 'nothing' = 'no-head'
  for (const [index, sheet] of sheets.entries()) {
    const reading = readCountSheet(sheet, bijoyToUnicode)
    if (typeof reading !== 'string' && reading.rows.length + reading.unread.length > 0) {
      return reading
    }
    const found = typeof reading === 'string' ? reading : 'nothing'
    if (index === 0 || problem === 'no-head') problem = found
  }
  return { problem }
}
