import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { pages as calendarPages } from '@bidyaloy/shared/features/calendar/paths'
import { posterHref, posterTitle } from '@bidyaloy/shared/features/qr/paths'
import { routinePath } from '@bidyaloy/shared/features/routine/week'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import {
  CLASS_NAMES,
  type ClassName,
  classNumber,
  classPath,
} from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { parseClass } from '@bidyaloy/shared/school/parse-class'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { collectionKey, entriesQuery } from '../../collections/entry-queries.ts'
import { listDates } from '../../features/calendar/dates.ts'
import { DateRows } from '../../features/calendar/upcoming-dates.tsx'
import { routineIndexQuery } from '../../features/routine/queries.ts'
import { classesQuery } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { findWantedPage, menuPagesQuery } from '../menu.ts'
import { Page } from '../page.tsx'
import type { Address } from '../page-route.ts'
import { ClassLinks } from './front-doors.tsx'
import { DownloadRows } from './home-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { NoticeRow } from './notice-row.tsx'
import { stateTexts, t } from './t.ts'
import './class-page.css'
import '../../styles/tables.css'

export { parseClass }

/** Returns the id in the address of a class's page; ids of no class are unchanged. */
export function classId(id: string): string {
  const className = parseClass(id)
  return className ? String(classNumber(className)) : id
}

const MAX_ROWS = 8
/** Routines and syllabuses that stand above other downloads. */
const MAX_OF_KIND = 3
/** Days ahead whose dates are shown. */
const DAYS_AHEAD = 30

const noticesOf = (api: ReadApi, className: ClassName) =>
  entriesQuery(api, 'notices', { class: className, limit: MAX_ROWS })

/** The newest routines and syllabuses, then the newest downloads of other kinds. */
const downloadsOf = (api: ReadApi, className: ClassName) =>
  queryOptions({
    queryKey: [...collectionKey('downloads'), 'class', className],
    queryFn: async ({ signal }) => {
      const list = (query: object) =>
        api.listEntries(
          { params: { collection: 'downloads' }, query: { class: className, ...query } },
          { signal },
        )
      const found = await Promise.all([
        list({ kind: 'routine', limit: MAX_OF_KIND }),
        list({ kind: 'syllabus', limit: MAX_OF_KIND }),
        list({ limit: MAX_ROWS }),
      ])
      const entries = new Map(found.flat().map((entry) => [entry._id, entry]))
      return [...entries.values()].slice(0, MAX_ROWS)
    },
  })

const datesOf = (api: ReadApi, className: ClassName, today: string) =>
  queryOptions({
    queryKey: ['class dates', className, today],
    queryFn: async ({ signal }) => {
      const range = { from: today, to: addDays(today, DAYS_AHEAD) }
      const dates = await listDates(api, { ...range, class: className, limit: MAX_ROWS }, signal)
      return dates.slice(0, MAX_ROWS)
    },
  })

/** Loads the data of the page of a class; nothing if there is no such class. */
export async function prefetchClass(client: QueryClient, api: ReadApi, { id, today }: Address) {
  const className = parseClass(id)
  if (!className) return
  await Promise.all([
    client.fetchQuery(classesQuery(api)),
    client.fetchQuery(noticesOf(api, className)),
    client.fetchQuery(downloadsOf(api, className)),
    client.fetchQuery(datesOf(api, className, today)),
    client.fetchQuery(routineIndexQuery(api)),
  ])
}

/** What is published for a class. */
export function ClassPage() {
  const className = parseClass(useParams().id ?? '')
  return className ? <PageOfClass className={className} /> : <NotFoundPage />
}

function PageOfClass({ className }: { className: ClassName }) {
  const api = useReadApi()
  const { data: classes = [] } = useQuery(classesQuery(api))
  const notices = useQuery(noticesOf(api, className))
  const downloads = useQuery(downloadsOf(api, className))
  const { data: pages = [] } = useQuery(menuPagesQuery(api))
  const { data: index } = useQuery(routineIndexQuery(api))
  const group = index?.groups.find((one) => one.className === className)
  const routine = group ? routinePath(group) : findWantedPage(pages, 'routine')
  const dates = useQuery(datesOf(api, className, useToday().iso))
  const name = t(`enum.class.${className}`)
  const isEmpty = [notices, downloads, dates].every(({ data }) => data?.length === 0)
  return (
    <Page
      title={formatClasses([className])}
      description={t('class.lead', { class: name })}
      noindex={!classes.includes(className)}
    >
      <ClassLinks
        classes={CLASS_NAMES.filter((one) => one === className || classes.includes(one))}
        current={className}
      />
      <RememberedClass className={className} />
      {isEmpty ? (
        <div className="card">
          <EmptyBox bn={t('class.empty', { class: name })}>
            <a className="btn" href={pagePaths.notices}>
              {t('public.notices.title')}
            </a>
          </EmptyBox>
        </div>
      ) : (
        <div className="classpage">
          {notices.data?.length !== 0 && (
            <section className="classpage__notices">
              <SectionHead
                id="class-notices"
                title={t('public.notices.one')}
                all={{
                  href: `${pagePaths.notices}?class=${className}`,
                  label: t('class.notices.all', { class: name }),
                }}
              />
              <QueryState query={notices} texts={stateTexts('notices')} bare>
                {(shown) => <NoticesByConcern notices={shown} />}
              </QueryState>
            </section>
          )}
          {dates.data?.length !== 0 && (
            <section>
              <SectionHead
                id="class-dates"
                title={t('class.dates')}
                all={{ href: calendarPages.calendar, label: t('public.events.title') }}
              />
              <QueryState query={dates} texts={stateTexts('events')} bare>
                {(shown) => <DateRows dates={shown} />}
              </QueryState>
            </section>
          )}
          {(routine || downloads.data?.length !== 0) && (
            <section>
              <SectionHead
                id="class-downloads"
                title={t('class.downloads')}
                all={{
                  href: `${pagePaths.downloads}?class=${className}`,
                  label: t('public.home.downloads.all'),
                }}
              />
              <QueryState query={downloads} texts={stateTexts('downloads')} bare>
                {(shown) => (
                  <DownloadRows downloads={shown}>
                    {routine && (
                      <li>
                        <Icon name="table" />
                        <a className="noticelist__title" href={routine}>
                          {t('front.door.routine')}
                        </a>
                      </li>
                    )}
                  </DownloadRows>
                )}
              </QueryState>
            </section>
          )}
        </div>
      )}
      <p>
        <a className="btn" href={posterHref(classPath(className))}>
          <Icon name="print" /> {posterTitle}
        </a>
      </p>
    </Page>
  )
}

/** Notices for the class, then those for all classes. */
function NoticesByConcern({ notices }: { notices: readonly Entry[] }) {
  const [own, rest] = [true, false].map((isOwn) =>
    notices.filter(({ classes }) => Boolean(classes) === isOwn),
  )
  const rows = (list: readonly Entry[] = []) =>
    list.length > 0 && (
      <ul className="noticelist">
        {list.map((notice) => (
          <NoticeRow key={notice._id} notice={notice} />
        ))}
      </ul>
    )
  return (
    <>
      {rows(own)}
      {rest && rest.length > 0 && <h3 className="classpage__rest">{t('list.class.everyone')}</h3>}
      {rows(rest)}
    </>
  )
}

/** Key of the document's data set, and of local storage, with the number of the class. */
const KEY = 'class'

/** Remembers a class in this browser, or no longer. Never sent. */
function toggleClass(number: string): void {
  const { dataset } = document.documentElement
  const isRemembered = dataset[KEY] === number
  if (isRemembered) delete dataset[KEY]
  else dataset[KEY] = number
  try {
    if (isRemembered) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, number)
  } catch {
    // Storage is denied: the choice applies until a document is loaded.
  }
}

/** The style sheet shows what applies, as in `ClassLinks`. */
function RememberedClass({ className }: { className: ClassName }) {
  const number = String(classNumber(className))
  return (
    <div className="remembered" data-of={number} data-needs="script">
      <button className="btn" type="button" onClick={() => toggleClass(number)}>
        <span className="remembered__not">{t('class.remember')}</span>
        <span className="remembered__is">{t('class.forget')}</span>
      </button>
      <p className="muted">
        <span className="remembered__is">{t('class.remembered')} </span>
        {t('class.where')}
      </p>
    </div>
  )
}
