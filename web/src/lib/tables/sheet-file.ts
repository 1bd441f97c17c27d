import { decodeText } from '../decode-text.ts'
import { type MergedRange, mergedRanges } from './merged-ranges.ts'
import { SheetFileError } from './sheet-file-error.ts'
import { parseTextTable } from './text-table.ts'

/** Rows of cells, from the first row of a file on. */
export type Sheet = readonly (readonly unknown[])[]

export interface Worksheet {
  /** Empty for a text table. */
  name: string
  /** Of a merged range, only the first cell has a value. */
  rows: Sheet
  merged: readonly MergedRange[]
}

const MAX_FILE_BYTES = 5 * 1024 * 1024

const MAGIC = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  oldOffice: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
} as const

/**
 * Returns the sheets of a file, or of pasted text.
 * @throws SheetFileError
 */
export async function readSheets(source: Blob | string): Promise<Worksheet[]> {
  return typeof source === 'string' ? [textSheet(source)] : readSheetFile(source)
}

const textSheet = (text: string): Worksheet => ({
  name: '',
  rows: parseTextTable(text),
  merged: [],
})

/**
 * Returns the sheets of a file: a workbook by its first bytes, else a text table.
 * @throws SheetFileError
 */
export async function readSheetFile(file: Blob): Promise<Worksheet[]> {
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
  if (is(MAGIC.zip)) return readWorkbook(bytes)
  const text = is(MAGIC.pdf) ? null : decodeText(bytes)
  if (text === null) throw new SheetFileError('not-a-sheet')
  return [textSheet(text)]
}

/** The libraries load only when a workbook is chosen. */
async function readWorkbook(bytes: Uint8Array): Promise<Worksheet[]> {
  const [{ default: readXlsxFile, InvalidInputError }, { unzipSync, zipSync }] = await Promise.all([
    import('read-excel-file/browser'),
    import('fflate'),
  ])
  let total = 0
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false
        total += originalSize
        if (total > MAX_UNPACKED_BYTES) throw new SheetFileError('too-large')
        return true
      },
    })
    // Without compression: the library unpacks larger parts in a worker made from text, which the
    // Content-Security-Policy refuses, and then waits forever.
    const { buffer } = new Uint8Array(zipSync(parts, { level: 0 }))
    const sheets = await readXlsxFile(buffer, { trim: true })
    const merged = mergedRanges((name) => parts[name] && decodeText(parts[name]))
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: data,
      merged: merged.get(sheet) ?? [],
    }))
  } catch (error) {
    if (error instanceof SheetFileError) throw error
    const isOther = error instanceof InvalidInputError && error.code === 'FILE_NOT_SUPPORTED'
    throw new SheetFileError(isOther ? 'not-a-sheet' : 'broken', { cause: error })
  }
}

/** A table of classes unpacks to some hundred kilobytes, with formatted whole columns to more. */
const MAX_UNPACKED_BYTES = 24_000_000

/** Returns a cell as text. */
export function cellText(cell: unknown): string {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
}
