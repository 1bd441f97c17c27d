import type { DraftDetails } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

/**
 * Returns who began a draft, and who changed it last if that was another.
 * @param nameOf returns what an account is called
 */
export function writersOf(
  { by, startedBy }: DraftDetails,
  nameOf: (username: string) => string,
): string {
  return startedBy === undefined
    ? nameOf(by)
    : t('draft.writers', { startedBy: nameOf(startedBy), by: nameOf(by) })
}
