import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { calendarScreen } from '../../features/calendar/admin/collection-screen.ts'
import { peopleScreen } from '../../features/people/admin/collection-screen.ts'
import { t } from '../t.ts'
import type { CollectionScreen, EntryPrefix } from './collection-screen.ts'

const photoScreen = {
  help: 'photos',
  textPrefix: 'photo',
  dateUpFront: false,
  loading: 'public.gallery.loading',
  error: 'public.gallery.error',
  empty: 'public.gallery.empty.photos',
} as const

/** What differs between the collections' screens. */
export const collectionScreens = {
  notices: {
    label: t('admin.sidebar.notices'),
    icon: 'bell',
    help: 'notices',
    textPrefix: 'notices',
    dateUpFront: true,
    loading: 'public.notices.loading',
    error: 'public.notices.error',
    empty: 'public.notices.emptyShort',
  },
  news: {
    label: t('admin.sidebar.news'),
    icon: 'news',
    help: 'news-and-downloads',
    textPrefix: 'news',
    dateUpFront: true,
    loading: 'public.news.loading',
    error: 'public.news.error',
    empty: 'public.news.empty',
  },
  downloads: {
    label: t('admin.sidebar.downloads'),
    icon: 'download',
    help: 'news-and-downloads',
    textPrefix: 'downloads',
    dateUpFront: true,
    loading: 'public.downloads.loading',
    error: 'public.downloads.error',
    empty: 'public.downloads.empty',
  },
  // The API fixes these names: `gallery` holds the jubilee photos, `main-gallery` the rest.
  gallery: { label: t('admin.sidebar.jubilee'), icon: 'medal', ...photoScreen },
  'main-gallery': { label: t('admin.sidebar.gallery'), icon: 'photos', ...photoScreen },
  pages: {
    label: t('admin.sidebar.pages'),
    icon: 'file',
    help: 'pages',
    group: 'school',
    textPrefix: 'pages',
    dateUpFront: false,
    loading: 'public.pages.loading',
    error: 'public.pages.error',
    empty: 'public.pages.empty',
  },
  events: calendarScreen,
  people: peopleScreen,
  albums: {
    label: t('admin.sidebar.albums'),
    icon: 'photos',
    help: 'photos',
    textPrefix: 'albums',
    dateUpFront: true,
    textFolded: true,
    loading: 'public.albums.loading',
    error: 'public.albums.error',
    empty: 'public.albums.empty',
  },
} as const satisfies Record<CollectionName, CollectionScreen>

/** Returns the prefix of an entry's text keys: its collection's, or `video`. */
export function textPrefixOf(
  collection: CollectionName,
  { videoId }: Pick<Entry, 'videoId'>,
): EntryPrefix {
  return videoId ? 'video' : collectionScreens[collection].textPrefix
}
