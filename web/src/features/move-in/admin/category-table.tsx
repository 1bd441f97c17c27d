import { hasKinds, kindsOf } from '@bidyaloy/shared/collections/kinds'
import type { MoveIn, MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import type { MovedCollection } from '@bidyaloy/shared/features/move-in/reasons'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useState } from 'react'
import { type Column, RecordTable } from '../../../admin/components/record-table.tsx'
import { useSettings } from '../../../school/use-school.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from './texts.ts'

type Category = MoveIn['categories'][number]
type CategoryKind = MoveInChoice['kinds'][number]

/** Rows shown before the others are asked for; the most frequent are first. */
const SHOWN = 20
/** Into which the items of any category can be brought. */
const TARGETS: readonly MovedCollection[] = ['notices', 'news', 'downloads', 'pages']

interface CategoryTableProps {
  categories: readonly Category[]
  kinds: readonly CategoryKind[]
  onChange: (kinds: CategoryKind[]) => void
}

/** Where the items of each old category belong. */
export function CategoryTable({ categories, kinds, onChange }: CategoryTableProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (categories.length === 0) return null
  const shown = showsAll ? categories : categories.slice(0, SHOWN)
  const kindOf = (of: Category) => kinds.find((one) => isOf(one, of)) ?? kindBefore(of)
  const choose = (of: Category, next: CategoryKind) =>
    onChange([...kinds.filter((one) => !isOf(one, of)), next])
  const nameOf = ({ category }: Category) => category || t('moveIn.choose.map.none')
  const columns: Column<Category>[] = [
    {
      id: 'category',
      head: t('moveIn.choose.map.category'),
      className: 'categories3__name',
      cell: nameOf,
    },
    {
      id: 'count',
      head: t('moveIn.choose.map.count'),
      label: t('moveIn.choose.map.count'),
      className: 'num',
      cell: ({ count }) => formatNumber(count),
    },
    {
      id: 'kind',
      head: t('moveIn.choose.map.kind'),
      cell: (of) => (
        <KindSelect name={nameOf(of)} value={kindOf(of)} onChange={(next) => choose(of, next)} />
      ),
    },
  ]
  return (
    <div className="stack stack--3">
      <h3>{t('moveIn.choose.map')}</h3>
      <RecordTable
        caption={t('moveIn.choose.map')}
        columns={columns}
        rows={shown}
        keyOf={({ category, collection }) => `${collection} ${category}`}
        className="categories3"
      />
      {shown.length < categories.length && (
        <div>
          <Button small icon="down" onClick={() => setShowsAll(true)}>
            {t('moveIn.items.more', { n: formatNumber(categories.length - shown.length) })}
          </Button>
        </div>
      )}
    </div>
  )
}

const isOf = (one: CategoryKind, { category, collection }: Category) =>
  one.category === category && one.collection === collection

const kindBefore = ({ category, collection, kind }: Category): CategoryKind => ({
  category,
  collection,
  kind,
})

interface KindSelectProps {
  /** Of the category. */
  name: string
  value: CategoryKind
  onChange: (value: CategoryKind) => void
}

/** The collections and their kinds. */
function KindSelect({ name, value, onChange }: KindSelectProps) {
  const settings = useSettings()
  const { category, collection } = value
  const targets = TARGETS.includes(collection) ? TARGETS : [collection, ...TARGETS]
  const groups = targets.map((target) => ({
    target,
    kinds: hasKinds(target) ? kindsOf(target, settings) : [],
  }))
  const optionOf = (target: MovedCollection, kind: string | null) => `${target}/${kind ?? ''}`
  const options = groups.flatMap(({ target, kinds }) =>
    [...kinds.map(({ id }) => id), null].map((kind) => ({ target, kind })),
  )
  const choose = (text: string) => {
    const option = options.find(({ target, kind }) => optionOf(target, kind) === text)
    if (!option) return
    const { target, kind } = option
    onChange({ category, collection, kind, ...(target !== collection && { to: target }) })
  }
  return (
    <select
      className="input input--select"
      aria-label={t('moveIn.choose.map.kindOf', { category: name })}
      value={optionOf(value.to ?? collection, value.kind)}
      onChange={({ target }) => choose(target.value)}
    >
      {groups.map(({ target, kinds }) => {
        const label = t(`moveIn.kind.${target}`)
        if (kinds.length === 0) {
          return (
            <option key={target} value={optionOf(target, null)}>
              {label}
            </option>
          )
        }
        return (
          <optgroup key={target} label={label}>
            {kinds.map(({ id, name: kind }) => (
              <option key={id} value={optionOf(target, id)}>
                {t('moveIn.choose.map.option', { collection: label, kind })}
              </option>
            ))}
            <option value={optionOf(target, null)}>
              {t('moveIn.choose.map.option', {
                collection: label,
                kind: t('moveIn.choose.map.noKind'),
              })}
            </option>
          </optgroup>
        )
      })}
    </select>
  )
}
