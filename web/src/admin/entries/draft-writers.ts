import type { DraftDetails } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

/** Returns who began a draft, and who changed it last if that was another. */
export function writersOf({ by, startedBy }: DraftDetails): string {
  return startedBy === undefined ? by : t('draft.writers', { startedBy, by })
}
