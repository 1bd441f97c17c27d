import { decodeText } from '../decode-text.ts'
import { parseTextTable } from './text-table.ts'

/** Rows of cells, from the first row of a file on. */
export type Sheet = readonly (readonly unknown[])[]

/** Why a file cannot be read as a table; each has its sentence in the copy. */
export type SheetFileProblem =
  | 'too-large'
  | 'empty'
  | 'old-excel'
  | 'not-a-sheet'
  | 'broken'
  | 'unreadable'

export class SheetFileError extends Error {
  constructor(
    readonly problem: SheetFileProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options)
    this.name = 'SheetFileError'
  }
}

const MAX_FILE_BYTES = 5 * 1024 * 1024

const MAGIC = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  oldOffice: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
} as const

/**
 * Returns the sheets of a file: a workbook by its first bytes, else a text table.
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
  if (is(MAGIC.zip)) return readWorkbook(bytes)
  const text = is(MAGIC.pdf) ? null : decodeText(bytes)
  if (text === null) throw new SheetFileError('not-a-sheet')
  return [parseTextTable(text)]
}

/** The libraries load only when a workbook is chosen. */
async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
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
    return sheets.map(({ data }) => data)
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
