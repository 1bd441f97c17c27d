import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { collections } from '@bidyaloy/shared/collections/registry'
import { HOME_PATH } from '../api/return-path.ts'
import { writeListParams } from '../list/list-controls.tsx'

/** Returns the address of an entry's list, which shows drafts above the published entries. */
export const listPath = ({ collection }: Pick<EntryOfCollection, 'collection'>): string =>
  `${HOME_PATH}/${collections[collection].adminPaths[0]}`

/** Returns the address of an entry in its list, however long that is. */
export const searchPath = (entry: Pick<EntryOfCollection, 'collection' | 'title'>): string =>
  `${listPath(entry)}?${writeListParams({ q: entry.title.slice(0, 200) })}`
