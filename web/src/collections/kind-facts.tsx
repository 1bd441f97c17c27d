import type { Entry } from '@bidyaloy/shared/collections/entry'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { useSettings } from '../school/use-school.ts'

/** Returns the school's kinds of a collection; none for names without kinds. */
export function useKinds(collection: string): readonly Kind[] {
  const settings = useSettings()
  return hasKinds(collection) ? kindsOf(collection, settings) : []
}

/** The kind of an entry and the classes it concerns, as facts in a row; nothing if it has neither. */
export function KindFacts({
  collection,
  entry: { kind, classes },
}: {
  collection: CollectionName
  entry: Pick<Entry, 'kind' | 'classes'>
}) {
  const known = useKinds(collection).find(({ id }) => id === kind)
  // Most entries are of the kind that says nothing.
  return (
    <>
      {known && known.id !== 'other' && <span>{known.name}</span>}
      {classes && <span>{formatClasses(classes)}</span>}
    </>
  )
}
