import {
  COUNT_FIELDS,
  type GroupKey,
  type StudentCount,
  type StudentCountImport,
} from '@bidyaloy/shared/school/student-count'
import { compareGroups } from '@bidyaloy/shared/school/student-groups'
import { type CountDoubt, type Counts, doubtsOf } from '../count-fields.tsx'
import type { ReadRow } from './read-count-sheet.ts'

/** A row of the sheet beside what is saved for its class, shift and section. */
export interface ComparedRow extends GroupKey {
  line: number
  kind: 'new' | 'changed' | 'same'
  /** What will stand there afterwards. */
  after: Counts
  /** The numbers that change, and from what. */
  before: Counts
  doubts: CountDoubt[]
  /** Of the record that was compared; null where there is none. */
  version: number | null
  /** What is sent. */
  counts: Counts
}

/** How a table would change what is saved, row by row in class order. */
export function compareCounts(
  saved: readonly StudentCount[],
  rows: readonly ReadRow[],
): ComparedRow[] {
  return rows
    .map(({ line, counts, ...group }): ComparedRow => {
      const record = saved.find((count) => compareGroups(count, group) === 0)
      const before: Counts = {}
      const after: Counts = {}
      for (const field of COUNT_FIELDS) {
        const now = record?.[field] ?? 0
        after[field] = counts[field] ?? now
        if (record && after[field] !== now) before[field] = now
      }
      const kind = !record ? 'new' : Object.keys(before).length > 0 ? 'changed' : 'same'
      const doubts = doubtsOf(group.className, after)
      return { ...group, line, kind, after, before, doubts, version: record?.__v ?? null, counts }
    })
    .sort(compareGroups)
}

/** What is sent for the rows that change something. */
export function importBody(rows: readonly ComparedRow[]): StudentCountImport {
  return {
    rows: rows
      .filter(({ kind }) => kind !== 'same')
      .map(({ className, shift, section, counts, version }) => ({
        className,
        shift,
        section,
        ...counts,
        __v: version,
      })),
  }
}

/** How many rows give which reason to doubt, the most frequent first. */
export function doubtsIn(rows: readonly ComparedRow[]): { doubt: CountDoubt; n: number }[] {
  const found = new Map<CountDoubt, number>()
  for (const doubt of rows.flatMap(({ doubts }) => doubts)) {
    found.set(doubt, (found.get(doubt) ?? 0) + 1)
  }
  return [...found].map(([doubt, n]) => ({ doubt, n })).sort((a, b) => b.n - a.n)
}
