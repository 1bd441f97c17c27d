import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { Icon } from '../../ui/icon.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import type { EntryList } from '../entry-lists.ts'
import { type ListSearch, listHref, pagerNumbers } from '../list-search.ts'

interface YearFilterProps {
  list: EntryList
  search: ListSearch
  years: readonly { year: number; count: number }[]
}

/** One link for each year that has entries. */
export function YearFilter({ list, search, years }: YearFilterProps) {
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

/** Said where a search or a year finds nothing, with the way back to all. */
export function NothingFound({ list, search }: { list: EntryList; search: ListSearch }) {
  const said = search.q
    ? t('search.none', { query: search.q })
    : search.year !== undefined
      ? t('list.year.none', { year: toBengaliDigits(search.year) })
      : null
  return (
    <EmptyBox id={list.empty} message={said}>
      {search.q && <p className="muted">{t('search.none.hint')}</p>}
      <a className="btn" href={list.path}>
        {t(list.title)}
      </a>
    </EmptyBox>
  )
}

interface ListPagerProps {
  /** From 1. */
  page: number
  pages: number
  href: (page: number) => string
}

/** Links to the pages of a list; nothing where one page holds it all. */
export function ListPager({ page, pages, href }: ListPagerProps) {
  if (pages < 2) return null
  return (
    <nav className="pager" aria-label={t('list.pager')}>
      {page > 1 && page <= pages && (
        <a className="more" href={href(page - 1)} rel="prev">
          <Icon name="left" /> {t('list.pager.prev')}
        </a>
      )}
      <ol>
        {pagerNumbers(page, pages).map((n, i) => (
          <li key={n === 0 ? `gap${i}` : n}>
            {n === 0 ? (
              <span aria-hidden="true">…</span>
            ) : n === page ? (
              <span aria-current="page">
                <span className="vh">{t('list.pager')} </span>
                {formatNumber(n)}
              </span>
            ) : (
              <a href={href(n)}>
                <span className="vh">{t('list.pager')} </span>
                {formatNumber(n)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className="more" href={href(page + 1)} rel="next">
          {t('list.pager.next')} <Icon name="right" />
        </a>
      )}
    </nav>
  )
}
