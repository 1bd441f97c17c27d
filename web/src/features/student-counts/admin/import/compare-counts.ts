import {
  COUNT_FIELDS,
  type StudentCount,
  type StudentCountImport,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { compareGroups } from '@bidyaloy/shared/school/class-groups'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { type Counts, type CountWarning, countWarnings } from '../count-fields.tsx'
import type { SheetRow } from './parse-count-sheet.ts'

/** A row of the sheet compared with the saved record of its group. */
export interface ComparedRow extends GroupKey {
  line: number
  kind: 'new' | 'changed' | 'same'
  /** The numbers after the import. */
  after: Counts
  /** The previous values of the numbers that change. */
  before: Counts
  warnings: CountWarning[]
  /** Version of the saved record; null for a new one. */
  version: number | null
  /** The numbers of the sheet. */
  counts: Counts
}

/** Returns how an import would change the saved counts, in class order. */
export function compareCounts(
  saved: readonly StudentCount[],
  rows: readonly SheetRow[],
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
      const warnings = countWarnings(group.className, after)
      return { ...group, line, kind, after, before, warnings, version: record?.__v ?? null, counts }
    })
    .sort(compareGroups)
}

/** The request body: only the rows that change something. */
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

/** Counts the rows with each warning, the most frequent first. */
export function warningsIn(rows: readonly ComparedRow[]): [CountWarning, number][] {
  const totals = new Map<CountWarning, number>()
  for (const warning of rows.flatMap(({ warnings }) => warnings)) {
    totals.set(warning, (totals.get(warning) ?? 0) + 1)
  }
  return [...totals].sort(([, a], [, b]) => b - a)
}
