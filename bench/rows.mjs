import os from 'node:os'

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {number} figure
 * @property {string} unit of the figure, or to what it is a ratio
 * @property {{ atLeast: number } | { atMost: number }} [aim] absent: only told
 * @property {Record<string, number | string>} [raw] what the figure was made of
 */

/** Whether the aim is met; null where there is none. */
export function isMet({ figure, aim }) {
  if (!aim) return null
  return 'atLeast' in aim ? figure >= aim.atLeast : figure <= aim.atMost
}

/** A figure as it is printed: three digits that count. */
function rounded(figure) {
  return Number(Math.abs(figure) >= 100 ? figure.toFixed(0) : figure.toPrecision(3))
}

/** Prints the rows of a group as a table of plain text. */
export function printRows(name, rows) {
  const head = ['what', 'figure', 'aim', '', 'raw']
  const lines = rows.map((row) => [
    row.what,
    `${rounded(row.figure)} ${row.unit}`,
    row.aim ? ('atLeast' in row.aim ? `≥ ${row.aim.atLeast}` : `≤ ${row.aim.atMost}`) : '',
    { true: 'met', false: 'NOT MET', null: '' }[isMet(row)],
    Object.entries(row.raw ?? {})
      .map(([of, figure]) => `${of}: ${typeof figure === 'number' ? rounded(figure) : figure}`)
      .join(', '),
  ])
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)))
  console.log(`\n${name} (load of the machine: ${os.loadavg()[0].toFixed(1)})`)
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
  }
}
