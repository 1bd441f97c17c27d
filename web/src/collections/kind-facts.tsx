import type { Entry } from '@bidyaloy/shared/collections/entry'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/student-groups'
import { useSettings } from '../school/use-school.ts'
import { t } from '../ui/t.ts'

/** Returns the school's kinds of a collection; none for names without kinds. */
export function useKinds(collection: string): readonly Kind[] {
  const settings = useSettings()
  return hasKinds(collection) ? kindsOf(collection, settings) : []
}

/** Returns the names of classes: «নবম, দশম শ্রেণি», or «ষষ্ঠ–দশম শ্রেণি» for three and more in a row. */
export function classesLabel(classes: readonly ClassName[]): string {
  const places = classes.map((name) => CLASS_NAMES.indexOf(name))
  const [first = 0] = places
  const isRun = places.length > 2 && places.every((place, i) => place === first + i)
  const names = classes.map((name) => t(`enum.class.${name}`))
  return t('enum.class.suffix', {
    class: isRun ? `${names[0]}–${names.at(-1)}` : names.join(', '),
  })
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
      {classes && <span>{classesLabel(classes)}</span>}
    </>
  )
}
