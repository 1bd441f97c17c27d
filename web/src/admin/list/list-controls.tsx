import type { EntryState, ListQuery } from '@bidyaloy/shared/collections/entry'
import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BijoyBox } from '../form/bijoy-box.tsx'
import { withCopy } from '../t.ts'
import './list.css'

const t = withCopy(entriesCopy)

interface ListToolsProps {
  params: ListParams
  /** The kinds to choose from. */
  kinds: readonly Kind[]
  /** Whether the entries have an order of their own. */
  isOrdered?: boolean
  onChange: (change: Partial<Pick<ListParams, 'kind' | 'state' | 'sorting'>>) => void
}

/** Filters and order of a list of entries. */
export function ListTools({ params, kinds, isOrdered = false, onChange }: ListToolsProps) {
  return (
    <div className="row listtools">
      {kinds.length > 0 && (
        <Choice
          label={t('kind.label')}
          value={params.kind}
          options={['', ...kinds.map(({ id }) => id)]}
          textOf={(kind) => kinds.find(({ id }) => id === kind)?.name ?? t('search.kinds.all')}
          onChoose={(kind) => onChange({ kind })}
        />
      )}
      <Choice
        label={t('state.label')}
        value={params.state}
        options={STATES}
        textOf={(state) => t(`state.${state}`)}
        onChoose={(state) => onChange({ state })}
      />
      {!isOrdered && (
        <Choice
          label={t('sort.label')}
          value={params.sorting}
          options={SORTINGS}
          textOf={(sorting) => t(`sort.${sorting}`)}
          onChoose={(sorting) => onChange({ sorting })}
        />
      )}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly T[]
  textOf: (option: T) => string
  onChoose: (option: T) => void
}

function Choice<T extends string>({ label, value, options, textOf, onChoose }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select
        className="input input--select"
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value)
          if (chosen) onChoose(chosen)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ListPagerProps {
  params: Partial<ListParams> & Pick<ListParams, 'page'>
  pages: number
  /** Called when another page is requested, to start at the top of the list. */
  onTurn: () => void
}

export function ListPager({ params, pages, onTurn }: ListPagerProps) {
  if (pages < 2) return null
  const { page } = params
  const position = t('list.pager.of', { n: formatNumber(page), total: formatNumber(pages) })
  const to = (target: number) => ({ search: `?${writeListParams({ ...params, page: target })}` })
  return (
    <nav className="pager" aria-label={position}>
      {page > 1 ? (
        <Link className="btn" to={to(page - 1)} onClick={onTurn} preventScrollReset>
          <Icon name="left" /> {t('list.pager.prev')}
        </Link>
      ) : (
        <span />
      )}
      <span>{position}</span>
      {page < pages ? (
        <Link className="btn" to={to(page + 1)} onClick={onTurn} preventScrollReset>
          {t('list.pager.next')} <Icon name="right" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}

interface NothingFoundProps {
  text: string
  hint?: string
  onShowAll: () => void
}

/** Shown instead of a filtered list without results. */
export function NothingFound({ text, hint, onShowAll }: NothingFoundProps) {
  return (
    <div className="card">
      <div className="state" role="status">
        <p className="state__t">{text}</p>
        {hint && <p>{hint}</p>}
        <Button onClick={onShowAll}>{t('admin.list.showAll')}</Button>
      </div>
    </div>
  )
}

/** Returns a selection with ids added or removed. */
export function changedSelection(
  selection: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const changed = new Set(selection)
  for (const id of ids) isSelected ? changed.add(id) : changed.delete(id)
  return changed
}

interface ListSearchProps {
  q: string
  /** What is searched; titles by default. */
  label?: string
  onSearch: (words: string) => void
}

export function ListSearch({ q, label = t('admin.list.search'), onSearch }: ListSearchProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Back changes `q`; typed text stays otherwise.
  useEffect(() => {
    if (input.current && input.current.value.trim() !== q) input.current.value = q
  }, [q])
  return (
    <search>
      <BijoyBox look="search" onConverted={(words) => onSearch(words.trim())}>
        <form
          className="search"
          onSubmit={(event) => {
            event.preventDefault()
            onSearch(String(new FormData(event.currentTarget).get('q')).trim())
          }}
        >
          <label className="vh" htmlFor={id}>
            {label}
          </label>
          <input
            className="input"
            id={id}
            ref={input}
            name="q"
            type="search"
            maxLength={200}
            autoComplete="off"
            defaultValue={q}
            placeholder={label}
          />
          <Button type="submit" icon="search">
            {t('search.submit')}
          </Button>
        </form>
      </BijoyBox>
    </search>
  )
}

/** A multiple of two, three and four, which fills whole rows of pictures. */
export const PAGE_SIZE = 24

/** The filters, in their order. */
const STATES = ['all', 'visible', 'scheduled', 'expired'] as const satisfies EntryState[]

/** The orders of a list, as query parameters of the API. */
export const sortings = {
  newest: {},
  oldest: { sort: 'date', order: 'asc' },
  title: { sort: 'title' },
} as const satisfies Record<string, Pick<ListQuery, 'sort' | 'order'>>
type Sorting = keyof typeof sortings
/** The names of the sortings, in their order. */
const SORTINGS = Object.keys(sortings) as Sorting[]

/** Search, page, filter and order of a list. Part of the address, so that Back restores them. */
export interface ListParams {
  /** Words searched for; empty for all. */
  q: string
  /** 1 is the first page. */
  page: number
  /** Id of a kind; empty for all. */
  kind: string
  state: (typeof STATES)[number]
  sorting: Sorting
}

/** Reads a list's parameters from an address; replaces invalid ones by the defaults. */
export function readListParams(search: URLSearchParams, kinds: readonly Kind[] = []): ListParams {
  const page = Number(search.get('page') ?? 1)
  return {
    q: (search.get('q') ?? '').trim().slice(0, 200),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
    kind: kinds.find(({ id }) => id === search.get('kind'))?.id ?? '',
    state: STATES.find((state) => state === search.get('state')) ?? 'all',
    sorting: SORTINGS.find((sorting) => sorting === search.get('sort')) ?? 'newest',
  }
}

/** Returns the parameters for an address, without the defaults. */
export function writeListParams({
  q = '',
  page = 1,
  kind = '',
  state = 'all',
  sorting = 'newest',
}: Partial<ListParams>): URLSearchParams {
  return new URLSearchParams({
    ...(q && { q }),
    ...(kind && { kind }),
    ...(state !== 'all' && { state }),
    ...(sorting !== 'newest' && { sort: sorting }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** Returns the number of pages of `total` entries; an empty list has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}
