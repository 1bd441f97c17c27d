import os from 'node:os'

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {number} figure
 * @property {string} unit of the figure, or the reference of a ratio
 * @property {{ atLeast: number } | { atMost: number }} [aim] absent: informational
 * @property {Record<string, number | string>} [raw] values behind the figure
 */

/** Whether the aim is met; null without an aim. */
export function isMet({ figure, aim }) {
  if (!aim) return null
  return 'atLeast' in aim ? figure >= aim.atLeast : figure <= aim.atMost
}

/** Raw values of a throughput row. */
export const throughput = (ours, bare) => ({
  'requests/s': ours.perSecond,
  bare: bare.perSecond,
  'µs CPU': ours.cpuMicros,
  'bare µs': bare.cpuMicros,
})

/** Formats a figure with three significant digits. */
function rounded(figure) {
  return Number(Math.abs(figure) >= 100 ? figure.toFixed(0) : figure.toPrecision(3))
}

/** Prints the rows of a group as a plain text table. */
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
  console.log(`\n${name} (load average: ${os.loadavg()[0].toFixed(1)})`)
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
  }
}
