import { csvFile } from '../../lib/csv.ts'
import { moveInCopy } from './copy.ts'
import type { MoveInItem, OldAddress } from './move-in.ts'

/* The report and the old addresses as CSV, for the dashboard and the command line. */

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
  return csvFile([
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
  return csvFile([
    [moveInCopy['moveIn.csv.from'], moveInCopy['moveIn.csv.to']],
    ...addresses.map(({ from, to }) => [from, publicUrl + to]),
  ])
}
