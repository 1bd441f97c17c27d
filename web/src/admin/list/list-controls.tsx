import type { EntryState, ListQuery } from '@bidyaloy/shared/collections/entry'
import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { type CollectionName, isCollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BijoyBox } from '../form/bijoy-box.tsx'
import { withCopy } from '../t.ts'
import './list.css'

const t = withCopy(entriesCopy)

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly T[]
  textOf: (option: T) => string
  onChoose: (option: T) => void
}

/** A select among a few options. */
export function Choice<T extends string>({
  label,
  value,
  options,
  textOf,
  onChoose,
}: ChoiceProps<T>) {
  const id = useId()
  return (
    <div>
      <label className="vh" htmlFor={id}>
        {label}
      </label>
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

interface SelectionBarProps {
  /** Number of selected rows. */
  selected: number
  /** Ids of the rows of the page. */
  ids: readonly string[]
  onSelect: (ids: readonly string[], isSelected: boolean) => void
  takesFocus?: boolean
  /** The actions for those selected. */
  children: ReactNode
}

/** Selects all rows of the page, and offers the actions for those selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, ids, onSelect, takesFocus = false, children } = props
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < ids.length
  }, [selected, ids.length])
  return (
    <div className="row selection-bar">
      <label className="selection-bar__all">
        <input
          type="checkbox"
          ref={box}
          checked={selected > 0 && selected === ids.length}
          disabled={ids.length === 0}
          onChange={({ target }) => onSelect(ids, target.checked)}
        />
        {t('pick.all')}
      </label>
      <span role="status">{selected > 0 && t('pick.count', { n: formatNumber(selected) })}</span>
      {children}
    </div>
  )
}

/** Selects a row. A title names it. */
export function PickBox(props: {
  title: string
  isSelected: boolean
  disabled?: boolean | undefined
  onSelect: (isSelected: boolean) => void
}) {
  const { title, isSelected, disabled, onSelect } = props
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={t('pick.one', { title })}
        checked={isSelected}
        disabled={disabled}
        onChange={({ target }) => onSelect(target.checked)}
      />
    </label>
  )
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

/** The states of the tabs above a list, in their order. */
export const LIST_STATES = [
  'all',
  'draft',
  'waiting',
  'scheduled',
  'expired',
] as const satisfies EntryState[]
export type ListState = (typeof LIST_STATES)[number]

/** The orders of a list, as query parameters of the API. */
export const sortings = {
  newest: {},
  oldest: { sort: 'date', order: 'asc' },
  title: { sort: 'title' },
} as const satisfies Record<string, Pick<ListQuery, 'sort' | 'order'>>
export type Sorting = keyof typeof sortings
/** The names of the sortings, in their order. */
export const SORTINGS = Object.keys(sortings) as Sorting[]

/** Search, page, filter and order of a list. Part of the address, so that Back restores them. */
export interface ListParams {
  /** Words searched for; empty for all. */
  q: string
  /** 1 is the first page. */
  page: number
  /** Id of a kind; empty for all. */
  kind: string
  state: ListState
  /** The collection chosen on the screen of all; empty for all. */
  of: CollectionName | ''
  sorting: Sorting
}

/** Reads a list's parameters from an address; replaces invalid ones by the defaults. */
export function readListParams(search: URLSearchParams, kinds: readonly Kind[] = []): ListParams {
  const page = Number(search.get('page') ?? 1)
  const of = search.get('of') ?? ''
  return {
    q: (search.get('q') ?? '').trim().slice(0, 200),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
    kind: kinds.find(({ id }) => id === search.get('kind'))?.id ?? '',
    state: LIST_STATES.find((state) => state === search.get('state')) ?? 'all',
    of: isCollectionName(of) ? of : '',
    sorting: SORTINGS.find((sorting) => sorting === search.get('sort')) ?? 'newest',
  }
}

/** Returns the parameters for an address, without the defaults. */
export function writeListParams({
  q = '',
  page = 1,
  kind = '',
  state = 'all',
  of = '',
  sorting = 'newest',
}: Partial<ListParams>): URLSearchParams {
  return new URLSearchParams({
    ...(q && { q }),
    ...(of && { of }),
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
