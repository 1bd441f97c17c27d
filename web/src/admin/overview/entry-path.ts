import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { collections } from '@bidyaloy/shared/collections/registry'
import { HOME_PATH } from '../api/return-path.ts'
import { publishedPath } from '../components/screen-links.ts'
import { type ListParams, writeListParams } from '../list/list-controls.tsx'

const listPath = ({ collection }: Pick<EntryOfCollection, 'collection'>): string =>
  `${HOME_PATH}/${collections[collection].adminPaths[0]}`

/** Returns the address of the entries of an entry's collection that are in that state. */
export const statePath = (entry: EntryOfCollection, state: ListParams['state']): string =>
  `${publishedPath}?${writeListParams({ state, of: entry.collection })}`

/** Returns the address of an entry in its list, however long that is. */
export const searchPath = (entry: Pick<EntryOfCollection, 'collection' | 'title'>): string =>
  `${listPath(entry)}?${writeListParams({ q: entry.title.slice(0, 200) })}`
