import { unzipSync, zipSync } from 'fflate'
import readXlsxFile, { InvalidInputError } from 'read-excel-file/browser'
import type { Sheet } from './read-count-sheet.ts'
import { SheetFileError } from './sheet-file-problem.ts'

/** A school's table of classes unpacks to some hundred kilobytes; formatted whole columns to more. */
const MAX_UNPACKED_BYTES = 24_000_000

/**
 * Every sheet of an Excel workbook (.xlsx).
 * @throws SheetFileError where it is none, or unpacks to more than a sheet ever holds
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const sheets = await readXlsxFile(unpacked(bytes), { trim: true })
    return sheets.map(({ data }) => data)
  } catch (error) {
    if (error instanceof SheetFileError) throw error
    const other = error instanceof InvalidInputError && error.code === 'FILE_NOT_SUPPORTED'
    throw new SheetFileError(other ? 'not-a-sheet' : 'broken', { cause: error })
  }
}

/**
 * The same workbook without compression. The library would unpack larger parts in a worker made of
 * text, which the page's security policy refuses, and would wait for it for ever; and it would
 * unpack whatever a bomb holds.
 */
function unpacked(bytes: Uint8Array): ArrayBuffer {
  let total = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false
      total += originalSize
      if (total > MAX_UNPACKED_BYTES) throw new SheetFileError('too-large')
      return true
    },
  })
  return new Uint8Array(zipSync(parts, { level: 0 })).buffer
}
