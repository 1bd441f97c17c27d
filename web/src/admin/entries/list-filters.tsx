import type { Kind } from '@bidyaloy/shared/collections/kinds'
import {
  type CollectionName,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useNavigate } from 'react-router-dom'
import type { IconName } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { collectionScreens } from '../components/collection-screens.ts'
import { publishedPath } from '../components/screen-links.ts'
import {
  Choice,
  type ListParams,
  ListSearch,
  SORTINGS,
  type Sorting,
  writeListParams,
} from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

const sortIcons = {
  newest: 'clock',
  oldest: 'undo',
  title: 'list',
} as const satisfies Record<Sorting, IconName>

interface ListFiltersProps {
  collection: CollectionName | undefined
  /** Whether this is the collection of the screen, not one chosen here. */
  isOfScreen: boolean
  kinds: readonly Kind[]
  params: ListParams
  canSort: boolean
  goTo: (change: Partial<ListParams>) => void
  /** Begins to select entries; absent where they cannot be selected. */
  onSelect: (() => void) | undefined
}

/** Search, collection and kind of a list, and a menu with its order and the selection. */
export function ListFilters(props: ListFiltersProps) {
  const { collection, isOfScreen, kinds, params, canSort, goTo, onSelect } = props
  const navigate = useNavigate()
  const choose = (of: CollectionName | '') => {
    const { q, state } = params
    // The screen of one collection leads to that of all.
    if (isOfScreen) navigate(`${publishedPath}?${writeListParams({ q, state, of })}`)
    else goTo({ of, kind: '' })
  }
  return (
    <div className="row listfilters">
      <ListSearch q={params.q} onSearch={(q) => goTo({ q })} />
      <Choice
        label={t('of.label')}
        value={collection ?? ''}
        options={['', ...collectionNames]}
        textOf={(of) => (of ? collectionScreens[of].label : t('of.all'))}
        onChoose={choose}
      />
      {kinds.length > 0 && (
        <Choice
          label={t('kind.label')}
          value={params.kind}
          options={['', ...kinds.map(({ id }) => id)]}
          textOf={(kind) => kinds.find(({ id }) => id === kind)?.name ?? t('search.kinds.all')}
          onChoose={(kind) => goTo({ kind })}
        />
      )}
      <MenuButton
        label={t('list.more')}
        items={[
          ...(onSelect
            ? [{ label: t('pick.start'), icon: 'check', onChoose: onSelect } as const]
            : []),
          ...SORTINGS.filter(() => canSort).map((sorting) => ({
            label: t(`sort.${sorting}`),
            icon: sortIcons[sorting],
            onChoose: () => goTo({ sorting }),
          })),
          {
            label: t('admin.published.onSite'),
            icon: 'eye',
            onChoose: () => location.assign(collection ? collections[collection].page : '/'),
          },
        ]}
      />
    </div>
  )
}
