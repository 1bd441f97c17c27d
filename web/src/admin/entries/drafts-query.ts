import type { DraftStatus, Entry } from '@bidyaloy/shared/collections/entry'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { allEntriesQuery } from './all-entries.ts'

/** At most this many of each are listed. */
const MOST = 200

/** Whether a published entry has a change that is a draft, or that waits. */
export function useHasChange({ _id: id }: Entry, state: DraftStatus): boolean {
  const { data = [] } = useQuery({
    ...allEntriesQuery(useAdminApi(), { state, limit: MOST }),
    enabled: !inDesktopApp(),
  })
  return data.some(({ _id, draft }) => _id === id && draft?.changes)
}
