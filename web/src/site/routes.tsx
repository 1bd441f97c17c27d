import type { ReadApi } from '@bidyaloy/shared/api/api'
import {
  entryPath,
  hasPapers,
  isAnnounced,
  type PagedCollection,
  pagedCollections,
} from '@bidyaloy/shared/collections/registry'
import { classPath } from '@bidyaloy/shared/school/classes'
import {
  NOT_FOUND_PAGE,
  OFFLINE_PAGE,
  pagePaths,
  SEARCH_PAGE,
} from '@bidyaloy/shared/site-addresses'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Params, RouteObject } from 'react-router-dom'
import { entriesQuery, entryQuery, neighboursQuery } from '../collections/entry-queries.ts'
import { PHOTO_PARAM, photoHref, photosOf } from '../collections/photo.tsx'
import { upcomingQuery } from '../features/calendar/dates.ts'
import { contactQuery } from '../features/contact/queries.ts'
import { schoolInfoQuery } from '../features/school-info/queries.ts'
import { classesQuery, settingsQuery } from '../school/use-school.ts'
import { type EntryList, entryLists } from './entry-lists.ts'
import { featurePages } from './features.ts'
import { SiteFrame } from './frame/site-frame.tsx'
import { urgentQuery } from './frame/urgent-band.tsx'
import { feeNoticesQuery, menuPagesQuery, neededLinksQuery } from './menu.ts'
import { type Address, type PageRoute, type Prefetch, prefetchQuery } from './page-route.ts'
import {
  boardNotices,
  firstDownloads,
  firstJubileePhoto,
  HomePage,
  latestPictures,
} from './pages/home-page.tsx'
import { FailurePage } from './pages/message-pages.tsx'
import type { ServiceName } from './pages/service-page.tsx'
import { tickerNews } from './pages/ticker.tsx'

/** An id that no entry has. */
const NO_ENTRY = '-'

/** Queries of the frame of every page. */
export const framePrefetch = (api: ReadApi) => [
  prefetchQuery(settingsQuery(api)),
  prefetchQuery(contactQuery(api)),
  prefetchQuery(menuPagesQuery(api)),
  prefetchQuery(neededLinksQuery(api)),
  prefetchQuery(urgentQuery(api)),
]

/** The code is in the first script, which most visitors load here; its first parts and style sheets are not. */
function homeRoute(): PageRoute {
  return {
    path: pagePaths.home,
    module: 'front-doors',
    load: async () => {
      const { FrontDoors, TodayLine } = await import('./pages/front-doors.tsx')
      return () => <HomePage today={<TodayLine />} doors={<FrontDoors />} />
    },
    prefetch: (api, { today }) => [
      prefetchQuery(entriesQuery(api, 'notices', boardNotices)),
      prefetchQuery(entriesQuery(api, 'news', tickerNews)),
      prefetchQuery(entriesQuery(api, 'downloads', firstDownloads)),
      prefetchQuery(entriesQuery(api, 'main-gallery', latestPictures)),
      prefetchQuery(entriesQuery(api, 'gallery', firstJubileePhoto)),
      prefetchQuery(schoolInfoQuery(api)),
      prefetchQuery(classesQuery(api)),
      prefetchQuery(upcomingQuery(api, today)),
      prefetchQuery(feeNoticesQuery(api)),
      async (client) => (await import('./pages/front-doors.tsx')).prefetchToday(client, api),
    ],
  }
}

/** Page and queries are in chunks of their own. */
function listRoute(list: EntryList): PageRoute {
  return {
    path: list.path,
    module: 'entry-list-page',
    load: async () => {
      const { EntryListPage } = await import('./pages/entry-list-page.tsx')
      return () => <EntryListPage list={list} />
    },
    prefetch: (api, { search: params }) => [
      async (client) => {
        const { prefetchList } = await import('./list-search.ts')
        return prefetchList({ list, client, api, params })
      },
    ],
    missing: {
      is: async (client, api, { search: params }) => {
        const { isBeyondLast } = await import('./list-search.ts')
        return isBeyondLast({ list, client, api, params })
      },
      renderedAt: async (client, api, { search: params }) => {
        const { beyondLastHref } = await import('./list-search.ts')
        return beyondLastHref({ list, client, api, params })
      },
      fill: async (client, api, { search: params }) => {
        const { fillBeyondLast } = await import('./list-search.ts')
        fillBeyondLast({ list, client, api, params })
      },
    },
  }
}

function entryRoute(collection: PagedCollection): PageRoute {
  const page = () => import('./pages/entry-page.tsx')
  return {
    path: entryPath(collection, ':id'),
    module: 'entry-page',
    load: async () => {
      const { EntryPage } = await page()
      return () => <EntryPage collection={collection} />
    },
    prefetch: (api, { id }) => [
      prefetchQuery(entryQuery(api, collection, id)),
      ...(hasPapers(collection)
        ? [
            async (client: QueryClient) =>
              client.fetchQuery((await page()).pageTextsQuery(api, collection, id)),
          ]
        : []),
      ...(isAnnounced(collection)
        ? [
            async (client: QueryClient) =>
              (await page()).prefetchMore(client, api, { collection, id }),
          ]
        : []),
    ],
    missing: {
      is: (client, api, { id }) => !client.getQueryData(entryQuery(api, collection, id).queryKey),
      renderedAt: () => entryPath(collection, NO_ENTRY),
      fill: (client, api, { id }) => {
        client.setQueryData(entryQuery(api, collection, id).queryKey, null)
        client.setQueryData(neighboursQuery(api, collection, id).queryKey, null)
      },
    },
  }
}

/** An album is shown without a photo that it does not have. */
function albumRoute(): PageRoute {
  return {
    ...entryRoute('albums'),
    module: 'album-page',
    load: async () => (await import('./pages/album-page.tsx')).AlbumPage,
  }
}

function galleryRoute(
  path: string,
  collection: 'gallery' | 'main-gallery',
  load: () => Promise<ComponentType>,
): PageRoute {
  return {
    path,
    module: 'gallery-page',
    load,
    prefetch: (api) => [prefetchQuery(entriesQuery(api, collection))],
    // The photo is deleted: the gallery is shown without it.
    missing: {
      is: (client, api, { search }) => {
        const id = search.get(PHOTO_PARAM)
        const entries = client.getQueryData(entriesQuery(api, collection).queryKey) ?? []
        return id !== null && !photosOf(entries).some(({ _id }) => _id === id)
      },
      renderedAt: () => `${path}${photoHref(NO_ENTRY)}`,
    },
  }
}

/** Page and queries are in a chunk of their own. */
function serviceRoute(service: ServiceName): PageRoute {
  const page = () => import('./pages/service-page.tsx')
  return {
    path: pagePaths[service],
    module: 'service-page',
    load: async () => {
      const { ServicePage } = await page()
      return () => <ServicePage name={service} />
    },
    prefetch: (api) => [
      async (client) => client.fetchQuery((await page()).serviceNoticesQuery(api, service)),
    ],
  }
}

/** Page and queries are in a chunk of their own. */
function searchRoute(): PageRoute {
  const page = () => import('./pages/search-page.tsx')
  return {
    path: SEARCH_PAGE,
    module: 'search-page',
    load: async () => (await import('./pages/search-page.tsx')).SearchPage,
    prefetch: (api, { search }) =>
      search.get('q')?.trim()
        ? [
            async (client) => {
              const { parseSiteSearch, searchQuery } = await page()
              return client.fetchQuery(searchQuery(api, parseSiteSearch(search)))
            },
            async (client) => {
              const { parseSiteSearch, searchStatsQuery } = await page()
              return client.fetchQuery(searchStatsQuery(api, parseSiteSearch(search)))
            },
          ]
        : [],
  }
}

/** Page and queries are in a chunk of their own. */
function classRoute(): PageRoute {
  const page = () => import('./pages/class-page.tsx')
  return {
    path: classPath(':id'),
    module: 'class-page',
    load: async () => (await page()).ClassPage,
    prefetch: (api, address) => [
      async (client) => (await page()).prefetchClass(client, api, address),
    ],
    missing: {
      is: async (_client, _api, { id }) => !(await page()).parseClass(id),
      renderedAt: () => classPath(':id').replace(':id', NO_ENTRY),
    },
    idOf: async (id) => (await page()).classId(id),
  }
}

const galleries = () => import('./pages/gallery-page.tsx')

/** Every public page. */
export const pageRoutes: readonly PageRoute[] = [
  homeRoute(),
  ...entryLists.map(listRoute),
  searchRoute(),
  classRoute(),
  {
    path: pagePaths.albums,
    module: 'album-page',
    load: async () => (await import('./pages/album-page.tsx')).AlbumsPage,
    prefetch: (api) => [prefetchQuery(entriesQuery(api, 'albums'))],
  },
  ...pagedCollections.map((name) => (name === 'albums' ? albumRoute() : entryRoute(name))),
  {
    path: pagePaths.history,
    module: 'history-page',
    load: async () => (await import('./pages/history-page.tsx')).HistoryPage,
  },
  ...featurePages,
  galleryRoute(pagePaths.gallery, 'main-gallery', async () => (await galleries()).GalleryPage),
  galleryRoute(pagePaths.jubilee, 'gallery', async () => (await galleries()).JubileeGalleryPage),
  ...(['attendance', 'payment', 'publicResult'] as const).map(serviceRoute),
  {
    path: pagePaths.siteMap,
    module: 'site-map-page',
    load: async () => (await import('./pages/site-map-page.tsx')).SiteMapPage,
    prefetch: (api) => [
      async (client) => {
        const { ownPages } = await import('./pages/site-map-page.tsx')
        return client.fetchQuery(entriesQuery(api, 'pages', ownPages))
      },
      prefetchQuery(classesQuery(api)),
    ],
  },
  {
    path: OFFLINE_PAGE,
    module: 'offline-page',
    load: async () => (await import('./pages/offline-page.tsx')).OfflinePage,
  },
  {
    path: '*',
    module: 'not-found-page',
    load: async () => (await import('./pages/not-found-page.tsx')).NotFoundPage,
    missing: { is: () => true, renderedAt: () => NOT_FOUND_PAGE },
  },
]

export const FRAME_ID = 'frame'

/** Returns the variable parts of an address. @throws TypeError if `url` is not absolute */
export function addressOf(
  url: string,
  { '*': rest = '', id = rest }: Readonly<Params>,
  today: string,
): Address {
  return { search: new URL(url).searchParams, id, today }
}

/**
 * Returns the routes for the router. Loaders pass the page's queries to `load` and return null: the
 * data are only in the query cache.
 * @param load waits for the queries on the server; in the browser it only starts them, so the page
 *   appears at once in its loading state
 * @param today see `Address`
 */
export function createRoutes(
  api: ReadApi,
  load: (queries: readonly Prefetch[]) => Promise<null>,
  today: string,
): RouteObject[] {
  return [
    {
      id: FRAME_ID,
      element: <SiteFrame />,
      loader: () => load(framePrefetch(api)),
      children: [
        {
          errorElement: <FailurePage />,
          children: pageRoutes.map(({ path, load: loadPage, prefetch }) => ({
            id: path,
            path,
            lazy: async () => ({ Component: await loadPage() }),
            loader: ({ request, params }) =>
              load(prefetch?.(api, addressOf(request.url, params, today)) ?? []),
          })),
        },
      ],
    },
  ]
}

/** Returns routes that render `page` in the frame at every address, without queries. */
export function createFallbackRoutes(page: ReactNode): RouteObject[] {
  return [{ element: <SiteFrame />, children: [{ path: '*', element: page }] }]
}
