import type { Api } from '@bidyaloy/shared/api/api'
import type { DraftStatus, Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'

/** At most this many of each are listed. */
const MOST = 50

/** The drafts of a collection, or what waits of it. */
export function draftsQuery(api: Api, collection: CollectionName, state: DraftStatus) {
  return entriesQuery(api, collection, { state, limit: MOST })
}

/** Whether a published entry has a change that is neither published nor sent. */
export function useIsUnfinished(collection: CollectionName, { _id: id }: Entry): boolean {
  const { data = [] } = useQuery({
    ...draftsQuery(useAdminApi(), collection, 'draft'),
    enabled: !inDesktopApp(),
  })
  return data.some(({ _id, draft }) => _id === id && draft?.changes)
}
