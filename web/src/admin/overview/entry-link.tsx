import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { Link } from 'react-router-dom'
import { writeListParams } from '../list/list-controls.tsx'

interface EntryLinkProps {
  collection: CollectionName
  entry: Pick<Entry, 'title'>
  /** Said under the title, one after the other. */
  meta: readonly string[]
}

/** An entry's title, which leads to where it can be changed. */
export function EntryLink({ collection, entry: { title }, meta }: EntryLinkProps) {
  // Found by its title: so it is in sight however long the list is.
  const search = writeListParams({ q: title.slice(0, 200) })
  return (
    <>
      <Link to={{ pathname: collections[collection].adminPaths[0], search: `?${search}` }}>
        {title}
      </Link>
      <p className="meta">
        {meta.map((said) => (
          <span key={said}>{said}</span>
        ))}
      </p>
    </>
  )
}
