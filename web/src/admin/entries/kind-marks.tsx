import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** Icons of the standard kinds. */
const icons: Readonly<Partial<Record<string, IconName>>> = {
  admission: 'users',
  exam: 'exam',
  holiday: 'calendar',
  fee: 'card',
  stipend: 'medal',
  tender: 'file',
  recruitment: 'users',
  meeting: 'users',
  event: 'calendar',
  achievement: 'medal',
  routine: 'table',
  form: 'file',
}

/** Marks of an entry: its kind and the classes it concerns; nothing if it has neither. */
export function KindMarks({
  collection,
  entry: { kind, classes },
}: {
  collection: CollectionName
  entry: Pick<Entry, 'kind' | 'classes'>
}) {
  const known = useKinds(collection).find(({ id }) => id === kind)
  if (!known && !classes) return null
  return (
    <p className="marks">
      {known && (
        <span className="badge badge--brand">
          <Icon name={icons[known.id] ?? 'list'} /> {known.name}
        </span>
      )}
      {classes && <span className="badge badge--line">{formatClasses(classes)}</span>}
    </p>
  )
}
