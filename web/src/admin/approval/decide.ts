import type { Api } from '@bidyaloy/shared/api/api'
import {
  type Entry,
  type EntryChange,
  type EntryOfCollection,
  versionsOf,
} from '@bidyaloy/shared/collections/entry'
import { orNull } from '../../ui/page-context.ts'
import { hasCode } from '../api/failure-text.ts'

/**
 * Publishes or sends back what waits.
 * @returns null, and changes nothing, if it is not what the head has seen any more
 */
export async function decide(
  api: Pick<Api, 'getDraft' | 'updateEntry'>,
  entry: EntryOfCollection,
  fields: Pick<EntryChange, 'status' | 'note' | '__v'>,
): Promise<Entry | null> {
  const params = { collection: entry.collection, id: entry._id }
  try {
    return await api.updateEntry({ params, body: { ...versionsOf(entry), ...fields } })
  } catch (error) {
    if (!hasCode(error, 'conflict') && !hasCode(error, 'not_found')) throw error
    const present = await orNull(api.getDraft({ params }))
    const isAsSeen = present?.__v === entry.__v && present.draft?.version === entry.draft?.version
    // The change is as seen: what conflicts is a newer version of the published entry.
    if (isAsSeen) throw error
    return null
  }
}
