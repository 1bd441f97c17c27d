import {
  type CollectionName,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import type { Right } from '@bidyaloy/shared/school/roles'
import type { Versioned } from '@bidyaloy/shared/school/versions'
import { HOME_PATH } from '../api/return-path.ts'
import type { ScreenLink } from '../feature.ts'
import { adminFeatures } from '../features.ts'
import { t } from '../t.ts'
import { collectionScreens } from './collection-screens.ts'
import { type HelpTopic, helpPath } from './help-topics.ts'

/** The dashboard's first page. */
export const homeLink: ScreenLink = {
  path: '',
  label: t('admin.sidebar.home'),
  icon: 'home',
  help: 'start',
}

const linksOf = (wanted: { isFurther: boolean }) =>
  adminFeatures.flatMap(({ link, isFurther = false }) =>
    isFurther === wanted.isFurther ? [link] : [],
  )

/** The screens that the specification lists, in its order. */
export const contentLinks: readonly ScreenLink[] = [
  ...collectionNames.map((name) => ({
    // The other paths differ only in capitals.
    path: collections[name].adminPaths[0],
    ...collectionScreens[name],
  })),
  ...linksOf({ isFurther: false }),
]

/** The other screens, in the order of the sidebar. */
export const schoolLinks: readonly ScreenLink[] = [
  ...linksOf({ isFurther: true }),
  {
    path: 'settings',
    label: t('admin.sidebar.settings'),
    icon: 'cog',
    help: 'school',
    right: 'settings',
  },
  { path: 'trash', label: t('admin.sidebar.trash'), icon: 'trash', help: 'trash' },
  {
    path: 'backup',
    label: t('admin.sidebar.backup'),
    icon: 'archive',
    help: 'backup',
    right: 'backups',
  },
  { path: 'activity', label: t('admin.sidebar.activity'), icon: 'clock', help: 'admins' },
  { path: 'account', label: t('admin.sidebar.account'), icon: 'lock', help: 'admins' },
  { path: 'help', label: t('admin.sidebar.help'), icon: 'help' },
]

/** Only while approval is on or something waits. */
export const approvalLink: ScreenLink = {
  path: 'approval',
  label: t('admin.sidebar.approval'),
  icon: 'check',
  help: 'drafts',
  right: 'approve',
}

/** The screens of the desktop app only. */
export const desktopLinks: readonly ScreenLink[] = [
  { path: 'outbox', label: t('admin.sidebar.outbox'), icon: 'send', help: 'offline' },
]

/** Returns the address of the screen with a record's former states. */
export function versionsPath(recordType: Versioned, id: string): string {
  return `${HOME_PATH}/versions/${recordType}/${id}`
}

/** Returns the address of the screen on which an entry that waits is approved. */
export function approvalPath(id: string): string {
  return `${HOME_PATH}/${approvalLink.path}?entry=${id}`
}

/** Returns the address of the screen with the text of an entry's papers. */
export function paperTextPath(collection: CollectionName, id: string): string {
  return `${HOME_PATH}/text/${collection}/${id}`
}

const rightOfPath = new Map(
  [...contentLinks, ...schoolLinks, approvalLink].map(({ path, right }) => [path, right] as const),
)

/** Returns the right that a screen needs. @param path of its route, below the dashboard's address */
export function rightOfScreen(path: string): Right | undefined {
  return rightOfPath.get(path.split('/')[0] ?? '')
}

const helpOfPath: ReadonlyMap<string, HelpTopic | undefined> = new Map([
  ...[homeLink, ...contentLinks, approvalLink, ...schoolLinks, ...desktopLinks].map(
    ({ path, help }) => [path, help] as const,
  ),
  ...Object.values(collections).flatMap(({ name, adminPaths }) =>
    adminPaths.map((path) => [path, collectionScreens[name].help] as const),
  ),
  ['text', 'papers'],
])

/** Returns the address of the guide's topic about a screen, or null. @param pathname of the screen */
export function helpOfScreen(pathname: string): string | null {
  const path = pathname.slice(HOME_PATH.length + 1).replace(/\/$/, '')
  // Screens of one entry are named by their first part.
  const topic = helpOfPath.get(path) ?? helpOfPath.get(path.split('/')[0] ?? '')
  return topic ? helpPath(topic) : null
}
