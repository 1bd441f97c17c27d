import type { Api } from '@bidyaloy/shared/api/api'
import type { DraftStatus, Entry } from '@bidyaloy/shared/collections/entry'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { allEntriesQuery } from './all-entries.ts'

/** At most this many of each are listed. */
const MOST = 200

/** The drafts of all collections, or what waits. */
function draftsQuery(api: Api, state: DraftStatus) {
  return allEntriesQuery(api, { state, limit: MOST })
}

/** Whether a published entry has a change that is neither published nor sent. */
export function useIsUnfinished({ _id: id }: Entry): boolean {
  const { data = [] } = useQuery({
    ...draftsQuery(useAdminApi(), 'draft'),
    enabled: !inDesktopApp(),
  })
  return data.some(({ _id, draft }) => _id === id && draft?.changes)
}
