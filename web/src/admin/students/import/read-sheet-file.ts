import { bijoyToUnicode } from '@bidyaloy/shared/bengali/bijoy'
import {
  readCountSheet,
  type Sheet,
  type SheetProblem,
  type SheetReading,
} from './read-count-sheet.ts'
import { decodeText, readTextTable } from './read-text-table.ts'
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

const MAX_FILE_BYTES = 5 * 1024 * 1024

const MAGIC = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  oldOffice: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
} as const

/**
 * The sheets of a file, whatever its name says: a workbook by its first bytes, else text.
 * @throws SheetFileError
 */
export async function readSheetFile(file: Blob): Promise<Sheet[]> {
  if (file.size > MAX_FILE_BYTES) throw new SheetFileError('too-large')
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    (cause: unknown) => {
      throw new SheetFileError('unreadable', { cause })
    },
  )
  if (bytes.length === 0) throw new SheetFileError('empty')
  const is = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)
  if (is(MAGIC.oldOffice)) throw new SheetFileError('old-excel')
  if (is(MAGIC.pdf)) throw new SheetFileError('not-a-sheet')
  if (!is(MAGIC.zip)) return [readTextTable(decodeText(bytes))]
  // Only who brings a workbook loads what reads one.
  const { readWorkbook } = await import('./read-workbook.ts')
  return readWorkbook(bytes)
}
