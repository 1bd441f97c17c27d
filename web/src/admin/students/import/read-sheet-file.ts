import type { Sheet } from './read-count-sheet.ts'
import { decodeText, readTextTable } from './read-text-table.ts'
import { SheetFileError } from './sheet-file-problem.ts'

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
