import type { Entry, EntryStats } from '@bidyaloy/shared/collections/entry'
import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { entryPath, isPaged, takes } from '@bidyaloy/shared/collections/registry'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatMonth } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { CLASS_NAMES, type ClassName, classPath } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { SEARCH_PAGE } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import {
  EntryLink,
  EntryMarks,
  FileLabel,
  fileHref,
  fileLabel,
  fileSize,
} from '../../collections/entry-facts.tsx'
import { KindFacts, useKinds } from '../../collections/kind-facts.tsx'
import { DayInMonth } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { NoticeAlerts } from '../alerts/notice-alerts.tsx'
import type { EntryList } from '../entry-lists.ts'
import {
  type ListSearch,
  listHref,
  listQueries,
  PAGE_SIZE,
  parseListSearch,
} from '../list-search.ts'
import { currentLink, searchOf, useMainMenu } from '../menu.ts'
import { Page } from '../page.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListPager } from './list-pager.tsx'
import { ListSearchForm } from './list-search-form.tsx'
import { stateTexts, t } from './t.ts'
import '../../styles/results.css'
import '../../styles/tables.css'

/** One collection as a paged table, newest first. */
export function EntryListPage({ list }: { list: EntryList }) {
  const api = useReadApi()
  const [params] = useSearchParams()
  const kinds = useKinds(list.collection)
  const search = parseListSearch(params, list.collection, kinds)
  const queries = listQueries(api, list.collection, search)
  const entries = useQuery(queries.entries)
  const stats = useQuery(queries.stats).data
  const { q, year, kind, class: className, page } = search
  const isFiltered = kind !== undefined || className !== undefined
  const isNarrowed = q !== '' || year !== undefined || isFiltered || page > 1
  const title = t(list.title)
  // A search that the menu leads to has the name that it has there.
  const link = currentLink(useMainMenu(), useLocation())
  const inMenu = link && searchOf(link.href).get('q') === q ? link.label : undefined
  const filter = [
    ...kinds.filter(({ id }) => id === kind).map(({ name }) => name),
    ...(className ? [formatClasses([className])] : []),
  ].join(', ')
  // A school that uses neither has nothing to choose from.
  const choosesClass =
    takes(list.collection, 'classes') &&
    (isFiltered || stats?.kinds !== undefined || entries.data?.some(({ classes }) => classes))
  const heading = isFiltered
    ? t('list.filtered', { list: t(`public.${list.collection}.one`), filter })
    : (inMenu ?? title)
  return (
    <Page
      title={heading}
      {...(isFiltered && { above: { href: list.path, label: title } })}
      {...(inMenu && { above: { href: list.path, label: title } })}
      tab={year ? `${heading}, ${toBengaliDigits(year)}` : heading}
      beside={
        <>
          {!!stats?.total && (
            <p className="muted" role="status">
              {q
                ? t('search.count', { n: formatNumber(stats.total) })
                : t('public.glance.unit.count', { n: formatNumber(stats.total) })}
            </p>
          )}
          {list.collection === 'notices' && <NoticeAlerts />}
        </>
      }
    >
      <div className="stack stack--3">
        <ListSearchForm path={list.path} q={q} kept={{ year, kind }}>
          {choosesClass && <ClassChoice chosen={className} />}
        </ListSearchForm>
        {stats && <Filters {...{ list, search, stats, kinds }} />}
        {className && (
          <p>
            <a className="more" href={classPath(className)}>
              {t('front.class.page', { class: t(`enum.class.${className}`) })} <Icon name="right" />
            </a>
          </p>
        )}
        <QueryState
          query={entries}
          texts={stateTexts(list.collection)}
          isEmpty={({ length }) => length === 0 && !isNarrowed}
        >
          {(shown) =>
            shown.length > 0 ? (
              <>
                {className && page === 1 && stats?.ofClass === 0 && (
                  <p className="muted">
                    {t('list.class.noneOwn', { one: t(`public.${list.collection}.one`) })}
                  </p>
                )}
                <EntryTable
                  list={list}
                  groups={className ? byClass(shown, className, stats) : [{ entries: shown }]}
                  firstSerial={(page - 1) * PAGE_SIZE + 1}
                />
              </>
            ) : (
              <div className="card">
                <NothingFound list={list} search={search} />
              </div>
            )
          }
        </QueryState>
        {stats && (
          <ListPager
            page={page}
            pages={Math.ceil(stats.total / PAGE_SIZE)}
            href={(number) => listHref(list.path, { ...search, page: number })}
          />
        )}
      </div>
    </Page>
  )
}

/** The choice of a class, in the form of the search. */
function ClassChoice({ chosen = '' }: { chosen: ClassName | '' | undefined }) {
  return (
    <select
      key={chosen}
      className="input"
      name="class"
      aria-label={t('students.col.class')}
      defaultValue={chosen}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    >
      <option value="">{t('list.class.all')}</option>
      {CLASS_NAMES.map((name) => (
        <option key={name} value={name}>
          {formatClasses([name])}
        </option>
      ))}
    </select>
  )
}

interface FiltersProps {
  list: EntryList
  search: ListSearch
  stats: EntryStats
  kinds: readonly Kind[]
}

/** Links to the entries of each kind and each year, where there are several. */
function Filters({ list, search, stats: { years, kinds: counts = [] }, kinds }: FiltersProps) {
  const chip = (
    name: 'kind' | 'year',
    value: string | number | undefined,
    label: string,
    count?: number,
  ) => ({
    label,
    href: listHref(list.path, { ...search, page: 1, [name]: value }),
    isChosen: search[name] === value,
    count,
  })
  const used = kinds.flatMap(({ id, name }) => {
    const count = counts.find(({ kind }) => kind === id)?.count ?? 0
    return count > 0 || id === search.kind ? [chip('kind', id, name, count)] : []
  })
  return (
    <div className="filters">
      {used.length > 0 && (
        <FilterChips
          label={t('list.kind')}
          chips={[chip('kind', undefined, t('search.kinds.all')), ...used]}
        />
      )}
      {years.length > 1 && (
        <FilterChips
          label={t('list.year')}
          chips={[
            chip('year', undefined, t('list.year.all')),
            ...years.map(({ year }) => chip('year', year, toBengaliDigits(year))),
          ]}
        />
      )}
    </div>
  )
}

/** Empty state of a search, a filter or a page beyond the last, with a link to the whole list. */
function NothingFound({ list, search }: { list: EntryList; search: ListSearch }) {
  const { q, year, kind, class: className } = search
  const message = q
    ? { bn: t('search.none', { query: q }) }
    : kind || className
      ? { bn: t('list.filtered.none', { one: t(`public.${list.collection}.one`) }) }
      : year !== undefined
        ? { bn: t('list.year.none', { year: toBengaliDigits(year) }) }
        : stateTexts(list.collection).empty
  return (
    <EmptyBox {...message}>
      {q && <p className="muted">{t('search.none.hint')}</p>}
      <p className="row">
        {q && (
          <a className="btn" href={listHref(SEARCH_PAGE, { q })}>
            {t('search.whole', { query: q })}
          </a>
        )}
        <a className="btn" href={list.path}>
          {t('list.showAll')}
        </a>
      </p>
    </EmptyBox>
  )
}

/** Entries of a list under a heading of their own. */
interface EntryGroup {
  heading?: string
  /** Number of its entries on all pages. */
  count?: number | undefined
  entries: readonly Entry[]
}

/** Parts entries that are for a class from those for all classes, which follow them. */
function byClass(
  entries: readonly Entry[],
  className: ClassName,
  { total, ofClass }: Partial<EntryStats> = {},
): EntryGroup[] {
  const rest = total !== undefined && ofClass !== undefined ? total - ofClass : undefined
  const groups = [
    {
      heading: formatClasses([className]),
      count: ofClass,
      entries: entries.filter(({ classes }) => classes),
    },
    {
      heading: t('list.class.everyone'),
      count: rest,
      entries: entries.filter(({ classes }) => !classes),
    },
  ]
  return groups.filter((group) => group.entries.length > 0)
}

interface EntryTableProps {
  list: EntryList
  groups: readonly EntryGroup[]
  /** Number of the first row. */
  firstSerial: number
}

/**
 * One page of a list. On phones the rows become blocks, for which browsers drop the table's roles:
 * they are explicit.
 */
function EntryTable({ list, groups, firstSerial }: EntryTableProps) {
  const entries = groups.flatMap((group) => group.entries)
  const head = [t('list.col.serial'), t(list.titleColumn), t('list.col.date'), t(list.lastColumn)]
  return (
    <div className="table-box table-box--days">
      <table className="table table--days" role="table">
        <caption>
          <span className="vh">{t('list.caption', { title: t(list.title) })}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {head.map((label) => (
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <Fragment key={group.heading ?? ''}>
            {group.heading && (
              <tbody role="rowgroup">
                <tr role="row" className="month month--group">
                  {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                  <th role="rowheader" scope="rowgroup" colSpan={4}>
                    {group.heading}{' '}
                    {group.count !== undefined && (
                      <small>
                        {t('public.glance.unit.count', { n: formatNumber(group.count) })}
                      </small>
                    )}
                  </th>
                </tr>
              </tbody>
            )}
            {byMonth(group.entries).map(({ month, rows }) => (
              <tbody key={month} role="rowgroup">
                <tr role="row" className="month">
                  {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                  <th role="rowheader" scope="rowgroup" colSpan={4}>
                    {month}
                  </th>
                </tr>
                {rows.map((entry) => (
                  <EntryRow
                    key={entry._id}
                    entry={entry}
                    list={list}
                    serial={firstSerial + entries.indexOf(entry)}
                  />
                ))}
              </tbody>
            ))}
          </Fragment>
        ))}
      </table>
    </div>
  )
}

/** Groups entries in their order by month; pinned ones stand first. */
function byMonth(entries: readonly Entry[]): { month: string; rows: Entry[] }[] {
  const groups: { month: string; rows: Entry[] }[] = []
  for (const entry of entries) {
    const month = entry.pinnedUntil
      ? t('list.pinned')
      : formatMonth(dhakaTime(entry.date).iso.slice(0, 7))
    const last = groups.at(-1)
    if (last?.month === month) last.rows.push(entry)
    else groups.push({ month, rows: [entry] })
  }
  return groups
}

function EntryRow({ entry, list, serial }: { entry: Entry; list: EntryList; serial: number }) {
  const href = fileHref(list.collection, entry)
  const page = isPaged(list.collection) && entryPath(list.collection, entry._id)
  return (
    <tr role="row">
      <td role="cell" className="serial">
        {formatNumber(serial)}
      </td>
      <td role="cell">
        <EntryLink collection={list.collection} entry={entry} />
        <p className="meta">
          <EntryMarks entry={entry} />
          <KindFacts collection={list.collection} entry={entry} />
        </p>
      </td>
      <td role="cell" className="nowrap">
        <DayInMonth moment={entry.date} />
      </td>
      <td role="cell" className={list.last === 'file' ? 'nowrap last' : 'nowrap last last--quiet'}>
        {list.last === 'facts' ? (
          <FileFacts entry={entry} />
        ) : list.last === 'page' && page ? (
          <a
            className="action"
            href={page}
            aria-label={t('list.view.aria', { title: entry.title })}
          >
            {t('list.view')}
          </a>
        ) : href && !entry.files && !entry.excerpt ? (
          <DownloadLink entry={entry} href={href} />
        ) : (
          <FileFacts entry={entry} />
        )}
      </td>
    </tr>
  )
}

function FileFacts({ entry }: { entry: Entry }) {
  if (!fileLabel(entry)) return t('list.noFile')
  const size = fileSize(entry)
  return (
    <>
      <FileLabel entry={entry} />
      {size && `, ${size}`}
    </>
  )
}

function DownloadLink({ entry, href }: { entry: Entry; href: string }) {
  return (
    <a className="action" href={href} target="_blank" rel="noopener">
      <Icon name="download" /> <FileFacts entry={entry} />
      <span className="vh">{t('list.download.of', { title: entry.title })}</span>
    </a>
  )
}
