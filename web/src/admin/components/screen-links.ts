import {
  type CollectionName,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import type { IconName } from '../../ui/icon.tsx'
import type { AdminTextKey } from '../admin-text.tsx'

/** A line of the sidebar. */
export interface SidebarLink {
  /** Under the dashboard's address; empty for its first page. */
  path: string
  text: AdminTextKey
  icon: IconName
}

const collectionLinks: Readonly<Record<CollectionName, Omit<SidebarLink, 'path'>>> = {
  notices: { text: 'admin.sidebar.notices', icon: 'bell' },
  news: { text: 'admin.sidebar.news', icon: 'news' },
  downloads: { text: 'admin.sidebar.downloads', icon: 'download' },
  gallery: { text: 'admin.sidebar.jubilee', icon: 'medal' },
  'main-gallery': { text: 'admin.sidebar.gallery', icon: 'photos' },
}

/** The dashboard's first page. */
export const homeLink: SidebarLink = { path: '', text: 'admin.sidebar.home', icon: 'home' }

/** What the specification lists, in its order. */
export const contentLinks: readonly SidebarLink[] = [
  ...collectionNames.map((name) => ({
    path: collections[name].adminPaths[0],
    ...collectionLinks[name],
  })),
  { path: 'schoolInfo', text: 'admin.sidebar.schoolInfo', icon: 'info' },
  { path: 'contactus', text: 'admin.sidebar.contact', icon: 'card' },
  { path: 'studentcount', text: 'admin.sidebar.students', icon: 'users' },
]

/** The screens that belong to no collection, in the order of the sidebar. */
export const ownLinks: readonly SidebarLink[] = [
  { path: 'teachers', text: 'admin.sidebar.teachers', icon: 'table' },
  { path: 'settings', text: 'admin.sidebar.settings', icon: 'cog' },
  { path: 'trash', text: 'admin.sidebar.trash', icon: 'trash' },
  { path: 'backup', text: 'admin.sidebar.backup', icon: 'archive' },
  { path: 'activity', text: 'admin.sidebar.activity', icon: 'clock' },
  { path: 'account', text: 'admin.sidebar.account', icon: 'lock' },
  { path: 'help', text: 'admin.sidebar.help', icon: 'help' },
]

/** Only in the desktop program. */
export const programLinks: readonly SidebarLink[] = [
  { path: 'outbox', text: 'admin.sidebar.outbox', icon: 'send' },
]
