import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  collectionNames,
  collections,
  type ListedCollection,
} from '@bidyaloy/shared/collections/registry'
import type { IconName } from '../../ui/icon.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import type { TextKey } from '../t.ts'

/** The topics of the guide in reading order (`docs/bn/<name>.md`), each with its icon. */
export const helpTopics = {
  start: 'home',
  notices: 'bell',
  'news-and-downloads': 'news',
  photos: 'photos',
  students: 'users',
  bijoy: 'edit',
  school: 'cog',
  trash: 'undo',
  admins: 'lock',
  backup: 'archive',
  program: 'table',
  offline: 'send',
  trouble: 'warn',
} as const satisfies Readonly<Record<string, IconName>>

export type HelpTopic = keyof typeof helpTopics

/** A screen's link in the sidebar and its topic of the guide. */
export interface ScreenLink {
  /** Relative to the dashboard's address; empty for its first page. */
  path: string
  text: TextKey
  icon: IconName
  help?: HelpTopic
}

/** Prefix of the text keys of an entry published with a file. */
type FileKind = ListedCollection | 'photo'
/** Prefix of the text keys of an entry. Galleries hold photos and videos. */
export type EntryKind = FileKind | 'video'

interface CollectionScreen extends Required<Omit<ScreenLink, 'path'>> {
  kind: FileKind
  layout: 'table' | 'grid'
  /** Whether the date is among the first fields of the form or among the optional ones. */
  dateUpFront: boolean
  /** Texts of the public site that the list shares. */
  loading: TextKey
  error: TextKey
  empty: TextKey
}

const photoScreen = {
  help: 'photos',
  kind: 'photo',
  layout: 'grid',
  dateUpFront: false,
  loading: 'public.gallery.loading',
  error: 'public.gallery.error',
  empty: 'public.gallery.empty.photos',
} as const

/** The facts in which the screens of the collections differ. */
export const collectionScreens = {
  notices: {
    text: 'admin.sidebar.notices',
    icon: 'bell',
    help: 'notices',
    kind: 'notices',
    layout: 'table',
    dateUpFront: true,
    loading: 'public.notices.loading',
    error: 'public.notices.error',
    empty: 'public.notices.emptyShort',
  },
  news: {
    text: 'admin.sidebar.news',
    icon: 'news',
    help: 'news-and-downloads',
    kind: 'news',
    layout: 'table',
    dateUpFront: true,
    loading: 'public.news.loading',
    error: 'public.news.error',
    empty: 'public.news.empty',
  },
  downloads: {
    text: 'admin.sidebar.downloads',
    icon: 'download',
    help: 'news-and-downloads',
    kind: 'downloads',
    layout: 'table',
    dateUpFront: true,
    loading: 'public.downloads.loading',
    error: 'public.downloads.error',
    empty: 'public.downloads.empty',
  },
  gallery: { text: 'admin.sidebar.jubilee', icon: 'medal', ...photoScreen },
  'main-gallery': { text: 'admin.sidebar.gallery', icon: 'photos', ...photoScreen },
} as const satisfies Record<CollectionName, CollectionScreen>

/** Returns the kind of an entry: its collection's, or `video`. */
export function kindOf(collection: CollectionName, { videoId }: Pick<Entry, 'videoId'>): EntryKind {
  return videoId ? 'video' : collectionScreens[collection].kind
}

/** The dashboard's first page. */
export const homeLink: ScreenLink = {
  path: '',
  text: 'admin.sidebar.home',
  icon: 'home',
  help: 'start',
}

/** The screens that the specification lists, in its order. */
export const contentLinks: readonly ScreenLink[] = [
  ...collectionNames.map((name) => ({
    path: collections[name].adminPaths[0],
    ...collectionScreens[name],
  })),
  { path: 'schoolInfo', text: 'admin.sidebar.schoolInfo', icon: 'info', help: 'school' },
  { path: 'contactus', text: 'admin.sidebar.contact', icon: 'card', help: 'school' },
  { path: 'studentcount', text: 'admin.sidebar.students', icon: 'users', help: 'students' },
]

/** The other screens, in the order of the sidebar. */
export const schoolLinks: readonly ScreenLink[] = [
  { path: 'teachers', text: 'admin.sidebar.teachers', icon: 'table', help: 'school' },
  { path: 'settings', text: 'admin.sidebar.settings', icon: 'cog', help: 'school' },
  { path: 'trash', text: 'admin.sidebar.trash', icon: 'trash', help: 'trash' },
  { path: 'backup', text: 'admin.sidebar.backup', icon: 'archive', help: 'backup' },
  { path: 'activity', text: 'admin.sidebar.activity', icon: 'clock', help: 'admins' },
  { path: 'account', text: 'admin.sidebar.account', icon: 'lock', help: 'admins' },
  { path: 'help', text: 'admin.sidebar.help', icon: 'help' },
]

/** The screens of the desktop app only. */
export const desktopLinks: readonly ScreenLink[] = [
  { path: 'outbox', text: 'admin.sidebar.outbox', icon: 'send', help: 'offline' },
]

export const HELP_PATH = `${HOME_PATH}/help`

/** Returns the address of a topic of the guide. */
export const helpPath = (topic: HelpTopic): string => `${HELP_PATH}/${topic}`

const helpOfPath: ReadonlyMap<string, HelpTopic | undefined> = new Map([
  ...[homeLink, ...contentLinks, ...schoolLinks, ...desktopLinks].map(
    ({ path, help }) => [path, help] as const,
  ),
  ...Object.values(collections).flatMap(({ name, adminPaths }) =>
    adminPaths.map((path) => [path, collectionScreens[name].help] as const),
  ),
  ['studentcount/import', 'students'],
])

/** Returns the address of the guide's topic about a screen, or null. @param pathname of the screen */
export function helpOfScreen(pathname: string): string | null {
  const topic = helpOfPath.get(pathname.slice(HOME_PATH.length + 1).replace(/\/$/, ''))
  return topic ? helpPath(topic) : null
}
