import { type Api, ApiError } from '@bidyaloy/shared/api/api'
import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'

/** Whether an entry still waits as a head has seen it. Its version leaves out changes of changes. */
export async function isAsSeen(
  api: Pick<Api, 'getDraft'>,
  { collection, _id: id, draft }: EntryOfCollection,
): Promise<boolean> {
  try {
    const present = await api.getDraft({ params: { collection, id } })
    return present.status === 'waiting' && present.draft?.at === draft?.at
  } catch (error) {
    // Approved or deleted by another head.
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}
