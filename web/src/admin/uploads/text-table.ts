import Papa from 'papaparse'

/** Parses a table separated by tabs (as Excel copies), semicolons or commas into rows of cells. */
export function parseTextTable(text: string): string[][] {
  // Excel's own hint, such as «sep=;».
  const [hint, separator] = /^\ufeff?sep=(.)\r?\n/.exec(text) ?? ['']
  const { data } = Papa.parse<string[]>(text.slice(hint.length), {
    ...(separator ? { delimiter: separator } : { delimitersToGuess: ['\t', ';', ',', '|'] }),
  })
  // The hint counts as a row: row numbers are those that Excel shows.
  return separator ? [[], ...data] : data
}

/** Returns rows of cells as text that `parseTextTable` reads, with tabs between the cells. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()))
  return Papa.unparse(lines, { delimiter: '\t', newline: '\n' })
}

const BOMS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * Decodes a text file: by its byte order mark, else as UTF-16 or UTF-8, else as windows-1252, in
 * which files typed in Bijoy are saved. Returns null for a binary file.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = BOMS.find((bom) => bom.bytes.every((byte, at) => bytes[at] === byte))
  const text = new TextDecoder(marked?.encoding ?? guessEncoding(bytes)).decode(bytes)
  return text.includes('\0') ? null : text
}

const SAMPLE_BYTES = 4096

function guessEncoding(bytes: Uint8Array): string {
  // In UTF-16 digits, tabs and line ends have a zero byte, always on the same side.
  const zeros = { even: 0, odd: 0 }
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  }
  if (zeros.odd > 0 && zeros.even === 0) return 'utf-16le'
  if (zeros.even > 0 && zeros.odd === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
