import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { entriesQuery, entryStatsQuery } from '../collections/entry-queries.ts'
import {
  contactQuery,
  schoolInfoQuery,
  settingsQuery,
  studentCountsQuery,
  teacherPageQuery,
} from '../school/school-queries.ts'
import { pagePaths } from './addresses.ts'
import { SiteFrame } from './frame/site-frame.tsx'
import { tickerNews } from './frame/ticker.tsx'
import { PAGE_SIZE, parseListSearch } from './list-search.ts'
import { ContactPage } from './pages/contact-page.tsx'
import { firstDownloads } from './pages/downloads-box.tsx'
import {
  type EntryList,
  EntryListPage,
  entryLists,
  listFilter,
  matching,
} from './pages/entry-list-page.tsx'
import { FailurePage } from './pages/failure-page.tsx'
import { GalleryPage, JubileeGalleryPage } from './pages/gallery-page.tsx'
import { HistoryPage } from './pages/history-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { latestPictures } from './pages/latest-photos.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { boardNotices } from './pages/notice-board.tsx'
import { SchoolInfoPage } from './pages/school-info-page.tsx'
import { ServicePage, services } from './pages/service-page.tsx'
import { StudentCountPage } from './pages/student-count-page.tsx'
import { StudentsAtAGlancePage } from './pages/students-at-a-glance-page.tsx'
import { TeachersPage } from './pages/teachers-page.tsx'

/** Fetches one thing that a page shows into the client's cache. Rejects where it does not come. */
export type Want = (client: QueryClient) => Promise<unknown>

const want =
  <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Want =>
  (client) =>
    client.fetchQuery(query)

/** One public page. */
export interface PageRoute {
  path: string
  element: ReactNode
  wants: (api: ReadApi, params: URLSearchParams) => readonly Want[]
  /** The HTTP status, told from the data that came; 200 where left out. */
  status?: (client: QueryClient, api: ReadApi, params: URLSearchParams) => number
}

const frameWants = (api: ReadApi) => [
  want(settingsQuery(api)),
  want(contactQuery(api)),
  want(entriesQuery(api, 'news', tickerNews)),
]

function listRoute(list: EntryList): PageRoute {
  return {
    path: list.path,
    element: <EntryListPage list={list} />,
    wants: (api, params) => {
      const search = parseListSearch(params)
      return [
        want(entriesQuery(api, list.collection, listFilter(search))),
        want(entryStatsQuery(api, list.collection, search.q)),
      ]
    },
    // A page beyond the last is none.
    status: (client, api, params) => {
      const { q, year, page } = parseListSearch(params)
      const stats = client.getQueryData(entryStatsQuery(api, list.collection, q).queryKey)
      const pages = stats ? Math.ceil(matching(stats, year) / PAGE_SIZE) : 0
      return page > Math.max(1, pages) ? 404 : 200
    },
  }
}

const noWants = () => []

/** Every public page. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: pagePaths.home,
    element: <HomePage />,
    wants: (api) => [
      want(entriesQuery(api, 'notices', boardNotices)),
      want(entriesQuery(api, 'downloads', firstDownloads)),
      want(entriesQuery(api, 'main-gallery', latestPictures)),
      want(schoolInfoQuery(api)),
    ],
  },
  listRoute(entryLists.notices),
  listRoute(entryLists.news),
  listRoute(entryLists.downloads),
  {
    path: pagePaths.schoolInfo,
    element: <SchoolInfoPage />,
    wants: (api) => [want(schoolInfoQuery(api))],
  },
  { path: pagePaths.history, element: <HistoryPage />, wants: noWants },
  {
    path: pagePaths.teachers,
    element: <TeachersPage />,
    wants: (api) => [want(teacherPageQuery(api))],
  },
  {
    path: pagePaths.studentCount,
    element: <StudentCountPage />,
    wants: (api) => [want(studentCountsQuery(api))],
  },
  {
    path: pagePaths.studentsAtAGlance,
    element: <StudentsAtAGlancePage />,
    wants: (api) => [want(studentCountsQuery(api))],
  },
  {
    path: pagePaths.gallery,
    element: <GalleryPage />,
    wants: (api) => [want(entriesQuery(api, 'main-gallery'))],
  },
  {
    path: pagePaths.jubilee,
    element: <JubileeGalleryPage />,
    wants: (api) => [want(entriesQuery(api, 'gallery'))],
  },
  { path: pagePaths.contact, element: <ContactPage />, wants: noWants },
  {
    path: pagePaths.attendance,
    element: <ServicePage service={services.attendance} />,
    wants: noWants,
  },
  { path: pagePaths.payment, element: <ServicePage service={services.payment} />, wants: noWants },
  {
    path: pagePaths.publicResult,
    element: <ServicePage service={services.publicResult} />,
    wants: noWants,
  },
  { path: '*', element: <NotFoundPage />, wants: noWants, status: () => 404 },
]

export const FRAME_ID = 'frame'

/**
 * The routes as the router takes them. Loaders hand everything to `load` and return null: the
 * data live in the query cache alone.
 * @param load waits for what a page wants on the server; in the browser it only sets it going, so
 *   that the page comes at once and says that it is loading
 */
export function createRoutes(
  api: ReadApi,
  load: (wants: readonly Want[]) => Promise<null>,
): RouteObject[] {
  return [
    {
      id: FRAME_ID,
      element: <SiteFrame />,
      loader: () => load(frameWants(api)),
      children: [
        {
          errorElement: <FailurePage />,
          children: pageRoutes.map(({ path, element, wants }) => ({
            id: path,
            path,
            element,
            loader: ({ request }) => load(wants(api, new URL(request.url).searchParams)),
          })),
        },
      ],
    },
  ]
}

/** The frame around one page, whatever the address; asks for nothing. */
export function createFallbackRoutes(page: ReactNode): RouteObject[] {
  return [{ element: <SiteFrame />, children: [{ path: '*', element: page }] }]
}
