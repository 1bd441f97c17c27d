import { moveInCopy } from './copy.ts'
import type { MoveInItem, OldAddress } from './move-in.ts'

/* The report and the old addresses as CSV, for the dashboard and the command line. */

/** Excel takes UTF-8 for something else without it. */
const MARK = '\ufeff'
/** Excel would run a cell that begins so as a formula. Where lists are separated by semicolons, one begins there too. */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r])/g

const cell = (text: string) => {
  const safe = text.replace(FORMULA, "$1'")
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lines = (rows: readonly (readonly string[])[]) =>
  MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

const HEADS = [
  'title',
  'day',
  'kind',
  'outcome',
  'reason',
  'next',
  'leftOut',
  'from',
  'to',
] as const

/** @param publicUrl of the site, without a trailing slash; empty for paths alone */
export function reportCsv(items: readonly MoveInItem[], publicUrl: string): string {
  return lines([
    HEADS.map((head) => moveInCopy[`moveIn.csv.${head}`]),
    ...items.map(({ title, day, collection, outcome, reason, detail, leftOut, key, to }) => [
      title,
      day ?? '',
      moveInCopy[`moveIn.kind.${collection}`],
      moveInCopy[`moveIn.outcome.${outcome}`],
      reason ? [moveInCopy[`moveIn.reason.${reason}`], detail].filter(Boolean).join(': ') : '',
      reason ? moveInCopy[`moveIn.next.${reason}`] : '',
      leftOut
        .map(({ what, name }) => `${moveInCopy[`moveIn.leftOut.${what}`]} ${name}`.trim())
        .join('; '),
      key,
      to ? publicUrl + to : '',
    ]),
  ])
}

/** For the old host, which may send visitors on. @param publicUrl of the site, without a trailing slash */
export function addressesCsv(addresses: readonly OldAddress[], publicUrl: string): string {
  return lines([
    [moveInCopy['moveIn.csv.from'], moveInCopy['moveIn.csv.to']],
    ...addresses.map(({ from, to }) => [from, publicUrl + to]),
  ])
}
