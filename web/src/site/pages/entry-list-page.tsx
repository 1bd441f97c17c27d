import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath, isPaged } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import {
  EntryLink,
  EntryMarks,
  FileLabel,
  fileHref,
  fileLabel,
  fileSize,
} from '../../collections/entry-facts.tsx'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState, stateTexts } from '../../ui/query-state.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import {
  type EntryList,
  type ListSearch,
  listFilter,
  listHref,
  matching,
  PAGE_SIZE,
  parseListSearch,
} from '../entry-lists.ts'
import { Page } from '../page.tsx'
import { ListPager } from './list-pager.tsx'
import { ListSearchForm } from './list-search-form.tsx'

/** One collection as a paged table, newest first. */
export function EntryListPage({ list }: { list: EntryList }) {
  const api = useReadApi()
  const [params] = useSearchParams()
  const search = parseListSearch(params)
  const entries = useQuery(entriesQuery(api, list.collection, listFilter(search)))
  const stats = useQuery(entryStatsQuery(api, list.collection, search.q)).data
  const total = stats && matching(stats, search.year)
  const isNarrowed = search.q !== '' || search.year !== undefined || search.page > 1
  return (
    <Page title={t(list.title)}>
      <div className="stack stack--4">
        <div className="row row--between">
          <ListSearchForm path={list.path} q={search.q} />
          {!!total && (
            <p className="muted" role="status">
              {search.q
                ? t('search.count', { n: formatNumber(total) })
                : t('list.total', { n: formatNumber(total) })}
            </p>
          )}
        </div>
        {stats && stats.years.length > 1 && (
          <YearFilter {...{ list, search, years: stats.years }} />
        )}
        <QueryState
          query={entries}
          texts={stateTexts(list.collection)}
          isEmpty={({ length }) => length === 0 && !isNarrowed}
        >
          {(shown) =>
            shown.length > 0 ? (
              <EntryTable
                list={list}
                entries={shown}
                firstSerial={(search.page - 1) * PAGE_SIZE + 1}
              />
            ) : (
              <div className="card">
                <NothingFound list={list} search={search} />
              </div>
            )
          }
        </QueryState>
        {total !== undefined && (
          <ListPager
            page={search.page}
            pages={Math.ceil(total / PAGE_SIZE)}
            href={(page) => listHref(list.path, { ...search, page })}
          />
        )}
      </div>
    </Page>
  )
}

interface YearFilterProps {
  list: EntryList
  search: ListSearch
  years: readonly { year: number; count: number }[]
}

/** One link for each year that has entries. */
function YearFilter({ list, search, years }: YearFilterProps) {
  const option = (year: number | undefined, label: string) => (
    <li key={label}>
      <a
        className="chip"
        href={listHref(list.path, { q: search.q, year })}
        aria-current={search.year === year ? 'true' : undefined}
      >
        {label}
      </a>
    </li>
  )
  return (
    <nav aria-label={t('list.year')}>
      <ul className="chips">
        {option(undefined, t('list.year.all'))}
        {years.map(({ year }) => option(year, toBengaliDigits(year)))}
      </ul>
    </nav>
  )
}

/** Empty state of a search, a year or a page beyond the last, with a link to the whole list. */
function NothingFound({ list, search: { q, year } }: { list: EntryList; search: ListSearch }) {
  const message = q
    ? { bn: t('search.none', { query: q }) }
    : year !== undefined
      ? { bn: t('list.year.none', { year: toBengaliDigits(year) }) }
      : stateTexts(list.collection).empty
  return (
    <EmptyBox {...message}>
      {q && <p className="muted">{t('search.none.hint')}</p>}
      <a className="btn" href={list.path}>
        {t(list.title)}
      </a>
    </EmptyBox>
  )
}

interface EntryTableProps {
  list: EntryList
  entries: readonly Entry[]
  /** Number of the first row. */
  firstSerial: number
}

/**
 * One page of a list. On phones the rows become blocks, for which browsers drop the table's roles:
 * they are explicit.
 */
function EntryTable({ list, entries, firstSerial }: EntryTableProps) {
  const head = [t('list.col.serial'), t(list.titleColumn), t('list.col.date'), t(list.lastColumn)]
  return (
    <div className="table-box">
      <table className="table table--stack table--long" role="table">
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
        <tbody role="rowgroup">
          {entries.map((entry, i) => (
            <EntryRow key={entry._id} entry={entry} list={list} serial={firstSerial + i} />
          ))}
        </tbody>
      </table>
    </div>
  )
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
        <EntryMarks entry={entry} />
      </td>
      <td role="cell" className="nowrap inline">
        <DateText moment={entry.date} />
      </td>
      <td role="cell" className={list.last === 'file' ? 'nowrap' : 'nowrap inline'}>
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
