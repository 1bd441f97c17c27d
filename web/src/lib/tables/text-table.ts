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
