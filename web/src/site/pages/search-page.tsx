import type { ReadApi } from '@bidyaloy/shared/api/api'
import {
  entryAddress,
  isCollectionName,
  isPaged,
  isSearched,
  type SearchedCollection,
  takes,
} from '@bidyaloy/shared/collections/registry'
import type { Range, SearchResult, SearchStats } from '@bidyaloy/shared/collections/search'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber, toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { textFragment } from '@bidyaloy/shared/lib/ocr/text-fragment'
import { pagePaths, SEARCH_PAGE } from '@bidyaloy/shared/site-addresses'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EntryLink, FileLabel, fileSize } from '../../collections/entry-facts.tsx'
import { PhoneLinks } from '../../school/contact-links.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { listHref, MAX_PAGE } from '../list-search.ts'
import { Page } from '../page.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListPager } from './list-pager.tsx'
import { ListSearchForm } from './list-search-form.tsx'
import { t } from './t.ts'
import '../../styles/results.css'

/** A search from the query string. */
interface SiteSearch {
  q: string
  kind: SearchedCollection | undefined
  /** From 1. */
  page: number
}

const PAGE_SIZE = 20
const MAX_QUERY_LENGTH = 200

/** Parses the query string and ignores invalid values. */
export function parseSiteSearch(params: URLSearchParams): SiteSearch {
  const kind = params.get('kind') ?? ''
  const page = toLatinDigits(params.get('page')?.trim() ?? '')
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH),
    kind: isCollectionName(kind) && isSearched(kind) ? kind : undefined,
    page: /^\d{1,6}$/.test(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGE) : 1,
  }
}

/** One page of results. */
export function searchQuery(api: ReadApi, { q, kind, page }: SiteSearch) {
  const query = {
    q,
    ...(kind !== undefined && { kind }),
    limit: PAGE_SIZE,
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api.search({ query }, { signal }),
    enabled: q !== '',
  })
}

/** Numbers of results, and how the query was understood. */
export function searchStatsQuery(api: ReadApi, { q }: Pick<SiteSearch, 'q'>) {
  return queryOptions({
    queryKey: ['searchStats', q],
    queryFn: ({ signal }) => api.searchStats({ query: { q } }, { signal }),
    enabled: q !== '',
  })
}

const texts = { loading: t('search.searching'), error: t('search.error'), empty: '' }

/** The search over notices, news and downloads. */
export function SearchPage() {
  const api = useReadApi()
  const [params] = useSearchParams()
  const search = parseSiteSearch(params)
  const { q, kind, page } = search
  const results = useQuery(searchQuery(api, search))
  const stats = useQuery(searchStatsQuery(api, search)).data
  const total = kind ? stats?.kinds.find((one) => one.kind === kind)?.count : stats?.total
  return (
    <Page title={q ? t('search.results') : t('search.label')} noindex>
      <div className="stack stack--4">
        <div className="row row--between">
          <ListSearchForm path={SEARCH_PAGE} q={q} label={t('search.label')} />
          {!!total && (
            <p className="muted" role="status">
              {t('search.count', { n: formatNumber(total) })}
            </p>
          )}
        </div>
        {stats && <OtherForms stats={stats} />}
        {stats && <FoundPages pages={stats.pages} />}
        {stats && stats.kinds.length > 1 && <KindFilter search={search} stats={stats} />}
        {q && (
          <QueryState query={results} texts={texts} isEmpty={() => false}>
            {(found) =>
              found.length > 0 ? (
                <div className="card card--flush">
                  <ol className="results">
                    {found.map((result) => (
                      <Result key={result._id} result={result} />
                    ))}
                  </ol>
                </div>
              ) : (
                stats?.pages.length === 0 && <NothingFound q={q} />
              )
            }
          </QueryState>
        )}
        {!!total && (
          <ListPager
            page={page}
            pages={Math.ceil(total / PAGE_SIZE)}
            href={(number) => listHref(SEARCH_PAGE, { ...search, page: number })}
          />
        )}
      </div>
    </Page>
  )
}

/** States which other spellings and words were searched for; nothing if there are none. */
function OtherForms({ stats: { also, converted, widened } }: { stats: SearchStats }) {
  if (converted === undefined && also.length === 0 && !widened) return null
  return (
    <div className="search-hint" role="status">
      <Icon name="info" />
      <div>
        {converted !== undefined && <p>{t('search.bijoyHint', { text: converted })}</p>}
        {widened?.mode === 'any' && <p>{t('search.widened.any')}</p>}
        {widened?.nearest.map(({ word, found }) => (
          <OtherWords key={word} text={t('search.widened.nearest', { word })} words={found} />
        ))}
        {also.map(({ word, spellings, synonyms }) => (
          <Fragment key={word}>
            <OtherWords text={t('search.also.spelling', { word })} words={spellings} />
            <OtherWords text={t('search.also.synonym', { word })} words={synonyms} />
          </Fragment>
        ))}
      </div>
    </div>
  )
}

/** Links to pages of the site that are no entries. */
function FoundPages({ pages }: Pick<SearchStats, 'pages'>) {
  if (pages.length === 0) return null
  return (
    <nav className="row" aria-label={t('search.pages')}>
      {pages.map(({ title, path }) => (
        <a key={path} className="btn" href={path}>
          {title}
        </a>
      ))}
    </nav>
  )
}

/** A sentence with words in place of `{other}`; nothing without words. */
function OtherWords({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return null
  const [before, after] = text.split('{other}')
  return (
    <p>
      {before}
      {words.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && ', '}«<b>{word}</b>»
        </Fragment>
      ))}
      {after}
    </p>
  )
}

/** One link for each kind of results. */
function KindFilter({ search, stats }: { search: SiteSearch; stats: SearchStats }) {
  const chip = (kind: SearchedCollection | undefined, label: string, count: number) => ({
    label,
    href: listHref(SEARCH_PAGE, { q: search.q, kind }),
    isChosen: search.kind === kind,
    count,
  })
  return (
    <FilterChips
      label={t('search.kinds')}
      chips={[
        chip(undefined, t('search.kinds.all'), stats.total),
        ...stats.kinds.map(({ kind, count }) => chip(kind, t(`public.${kind}.one`), count)),
      ]}
    />
  )
}

/** Icons of the kinds; others have that of a file. */
const icons: Readonly<Partial<Record<SearchedCollection, IconName>>> = {
  notices: 'bell',
  news: 'news',
  downloads: 'download',
  events: 'calendar',
  people: 'users',
  albums: 'photos',
}

function Result({ result }: { result: SearchResult }) {
  const { collection, title, snippet, marks, filePath, paper } = result
  const size = fileSize(result)
  return (
    <li>
      <p className="badge">
        <Icon name={icons[collection] ?? 'file'} /> {t(`public.${collection}.one`)}
      </p>
      <ResultLink result={result}>
        <Marked text={title} ranges={marks.title} />
      </ResultLink>
      {snippet && (
        <p className="results__snippet">
          <Marked text={snippet} ranges={marks.snippet} />
        </p>
      )}
      {paper && (
        <p className="frompaper">
          <Icon name="file" /> {paperText(result, paper)}
        </p>
      )}
      <p className="meta">
        <Occasion result={result} />
        {filePath && !isPerson(result) && (
          <>
            <FileLabel entry={result} />
            {size && <span>{size}</span>}
          </>
        )}
      </p>
    </li>
  )
}

/** Links to the page of a paper, or to the entry. */
function ResultLink({ result, children }: { result: SearchResult; children: ReactNode }) {
  const { collection, snippet, paper } = result
  const className = 'noticelist__title'
  if (paper && isPaged(collection)) {
    const href = `${entryAddress(collection, result)}#${textFragment(paper)}`
    return <a {...{ className, href }}>{children}</a>
  }
  const entry = snippet ? { ...result, excerpt: snippet } : result
  return <EntryLink {...{ collection, entry, className }}>{children}</EntryLink>
}

/** Endings of ordinal numbers from 1 to 10; those of larger ones are -তম. */
const ORDINALS = ['ম', 'য়', 'য়', 'র্থ', 'ম', 'ষ্ঠ', 'ম', 'ম', 'ম', 'ম']

const ordinal = (n: number) => formatNumber(n) + (ORDINALS[n - 1] ?? 'তম')

/** Says on which page of which file the snippet is. */
function paperText({ fileCount = 1 }: SearchResult, paper: { file: number; page: number }): string {
  const page = ordinal(paper.page)
  if (fileCount === 1) return t('search.paper', { page })
  return t('search.paper.file', { file: ordinal(paper.file), page })
}

const isPerson = ({ collection }: SearchResult) => collection === 'people'

/** The days of a result, post and phone of a person, or the date of publication; own pages have none. */
function Occasion({ result }: { result: SearchResult }) {
  const { collection, title, date, startsOn, endsOn, fields } = result
  if (startsOn) return <span>{formatDays(startsOn, endsOn)}</span>
  if (isPerson(result)) {
    return (
      <>
        {fields?.post && <span>{fields.post}</span>}
        {fields?.phone && <PhoneLinks typed={fields.phone} icon of={title} />}
      </>
    )
  }
  if (takes(collection, 'menu')) return null
  return (
    <span>
      <DateText moment={date} />
    </span>
  )
}

/** A text with the found words marked. */
function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [start, end] of ranges) {
    parts.push(text.slice(done, start), <mark key={start}>{text.slice(start, end)}</mark>)
    done = end
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  )
}

function NothingFound({ q }: { q: string }) {
  return (
    <div className="card">
      <EmptyBox bn={t('search.none', { query: q })}>
        <p className="muted">{t('search.none.hint')}</p>
        <p className="row">
          <a className="btn" href={pagePaths.notices}>
            {t('public.notices.title')}
          </a>
          <a className="btn" href={pagePaths.downloads}>
            {t('public.downloads.title')}
          </a>
          <a className="btn" href={contactPages.contact}>
            {t('search.none.ask')}
          </a>
        </p>
      </EmptyBox>
    </div>
  )
}
