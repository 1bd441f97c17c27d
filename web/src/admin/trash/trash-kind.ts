import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { type TrashAndActivityTextKey, trashAndActivityText } from '../trash-and-activity-text.ts'

/** What kind of thing lies in the bin, by where it came from: «নোটিশ». */
export function trashKind(collection: string): string {
  const key: TrashAndActivityTextKey =
    isCollectionName(collection) || collection === 'studentCounts'
      ? `trash.kind.${collection}`
      : 'trash.kind.other'
  return trashAndActivityText(key)
}

const DAY_MS = 86_400_000

/** Whole days, rounded up, until `moment`; 0 where it has passed. */
export function daysUntil(moment: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - now) / DAY_MS))
}
