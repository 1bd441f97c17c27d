import Papa from 'papaparse'
import type { Sheet } from './read-count-sheet.ts'
import { SheetFileError } from './sheet-file-problem.ts'

/** The cells of a table written as text: with tabs (as Excel copies), semicolons or commas. */
export function readTextTable(text: string): Sheet {
  // «sep=;» is Excel's own note to itself.
  const [note, separator] = /^\ufeff?sep=(.)\r?\n/.exec(text) ?? ['']
  const { data } = Papa.parse<string[]>(text.slice(note.length), {
    ...(separator ? { delimiter: separator } : { delimitersToGuess: ['\t', ';', ',', '|'] }),
  })
  // A leading line counts too: the numbers of lines are those that Excel shows.
  return separator ? [[], ...data] : data
}

const BOMS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * The text of a file: by its mark where it has one; else UTF-8; else the old Windows letters, in
 * which files typed in Bijoy are saved.
 * @throws SheetFileError where it is no text at all
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BOMS.find((bom) => bom.bytes.every((byte, at) => bytes[at] === byte))
  const text = new TextDecoder(marked?.encoding ?? guessEncoding(bytes)).decode(bytes)
  if (text.includes('\0')) throw new SheetFileError('not-a-sheet')
  return text
}

const LOOKED_AT = 4096

function guessEncoding(bytes: Uint8Array): string {
  // In UTF-16 digits, tabs and line ends have a zero byte, always on the same side.
  const zeros = { even: 0, odd: 0 }
  for (const [at, byte] of bytes.subarray(0, LOOKED_AT).entries()) {
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
