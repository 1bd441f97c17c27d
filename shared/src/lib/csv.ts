/** Excel takes UTF-8 for something else without it. */
const MARK = '\ufeff'
/** Excel would run a cell that begins so as a formula. Where lists are separated by semicolons, one begins there too. */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r])/g

const cell = (text: string) => {
  const safe = text.replace(FORMULA, "$1'")
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns a line of a CSV file, with its end. */
export const csvLine = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`

/** Returns a CSV file as Excel reads it. */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  MARK + rows.map(csvLine).join('')
