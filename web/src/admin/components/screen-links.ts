import {
  type CollectionName,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { blurScreen } from '@bidyaloy/shared/features/blur/paths'
import type { Right } from '@bidyaloy/shared/school/roles'
import type { Versioned } from '@bidyaloy/shared/school/versions'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { HOME_PATH } from '../api/return-path.ts'
import type { ScreenGroup, ScreenLink } from '../feature.ts'
import { adminFeatures } from '../features.ts'
import { t } from '../t.ts'
import type { CollectionScreen } from './collection-screen.ts'
import { collectionScreens } from './collection-screens.ts'
import { type HelpTopic, helpPath } from './help-topics.ts'

/** The dashboard's first page. */
export const homeLink: ScreenLink = {
  path: '',
  label: t('admin.sidebar.home'),
  icon: 'home',
}

/** The list of the entries of all collections. */
const publishedLink: ScreenLink = {
  path: 'published',
  label: t('admin.sidebar.published'),
  icon: 'list',
  help: 'notices',
  group: 'published',
}

export const publishedPath = `${HOME_PATH}/${publishedLink.path}`

/** Its tab of drafts. */
const draftsLink: ScreenLink = {
  path: 'published?state=draft',
  label: t('admin.sidebar.drafts'),
  icon: 'edit',
  group: 'published',
}

/** Only while approval is on or something waits. */
export const approvalLink: ScreenLink = {
  path: 'approval',
  label: t('admin.sidebar.approval'),
  icon: 'check',
  help: 'drafts',
  right: 'approve',
  group: 'published',
  countOf: ({ waiting }) => waiting.length,
}

export const trashLink: ScreenLink = {
  path: 'trash',
  label: t('admin.sidebar.trash'),
  icon: 'trash',
  help: 'trash',
  group: 'published',
}

/** The signed-in user's own screens, below the name. */
export const accountLink: ScreenLink = {
  path: 'account',
  label: t('admin.sidebar.account'),
  icon: 'lock',
  help: 'admins',
  group: 'system',
}

/** The screen of the desktop app only. */
const outboxLink: ScreenLink = {
  path: 'outbox',
  label: t('admin.sidebar.outbox'),
  icon: 'send',
  help: 'offline',
  group: 'system',
}

const featureLinks = adminFeatures.flatMap(({ link = [] }) => link)

/** The screens in the order of their groups in the sidebar. */
const screenLinks: readonly ScreenLink[] = [
  publishedLink,
  approvalLink,
  draftsLink,
  trashLink,
  ...featureLinks.filter(({ isLast }) => !isLast),
  ...collectionNames.map((name): ScreenLink => {
    const { label, icon, help, group }: CollectionScreen = collectionScreens[name]
    // The other paths differ only in capitals.
    return { path: collections[name].adminPaths[0], label, icon, help, group: group ?? null }
  }),
  accountLink,
  {
    path: 'backup',
    label: t('admin.sidebar.backup'),
    icon: 'archive',
    help: 'backup',
    right: 'backups',
    group: 'system',
  },
  ...featureLinks.filter(({ isLast }) => isLast),
  {
    path: 'activity',
    label: t('admin.sidebar.activity'),
    icon: 'clock',
    help: 'admins',
    group: 'system',
  },
  outboxLink,
]

/** Returns the links of a group of the sidebar. */
export const linksOf = (group: ScreenGroup): readonly ScreenLink[] =>
  screenLinks.filter(
    (link) =>
      (link.group === undefined ? 'school' : link.group) === group &&
      (link !== outboxLink || inDesktopApp()),
  )

/** Whether a group is in the sidebar. Those without it find its screens below their name. */
export const mayOpenGroup = (may: (right: Right) => boolean, group: ScreenGroup): boolean =>
  group !== 'system' || may('settings')

/** The links of records whose screens of former versions and texts have no link of their own. */
const linkOfRecord: ReadonlyMap<string, string> = new Map([
  ...collectionNames.map((name) => [name, collections[name].adminPaths[0]] as const),
  ...adminFeatures.flatMap(({ name, link }) => (name && link ? [[name, link.path] as const] : [])),
])

/**
 * Returns the path of the sidebar's link that is marked on a screen: the screen's own, or that of the
 * screen which leads to it.
 */
export function markedLink(pathname: string, search = ''): string {
  const [screen = '', recordType = ''] = pathname.slice(HOME_PATH.length + 1).split('/')
  const isOfRecord = screen === 'versions' || screen === 'text'
  const path = isOfRecord ? (linkOfRecord.get(recordType) ?? recordType) : screen
  // Both spellings of a path open the same screen.
  const link = screenLinks.find((one) => one.path.toLowerCase() === path.toLowerCase())
  if (link && (link === publishedLink || listPaths.has(link.path))) {
    const isOfDrafts = new URLSearchParams(search).get('state') === 'draft'
    return (isOfDrafts ? draftsLink : publishedLink).path
  }
  return link?.under ?? link?.path ?? path
}

/** Paths of the collections that have no link: the list of all leads to them. */
const listPaths: ReadonlySet<string> = new Set(
  collectionNames.flatMap((name) => {
    const { group }: CollectionScreen = collectionScreens[name]
    return group ? [] : collections[name].adminPaths[0]
  }),
)

/** The parts of the account's screen: the user's own, the ways to sign in, and the other accounts. */
export const accountTabs = ['own', 'login', 'colleagues'] as const
export type AccountTab = (typeof accountTabs)[number]

/** Returns the address of a part of the account's screen. */
export function accountPath(tab: AccountTab): string {
  return `${HOME_PATH}/${accountLink.path}${tab === 'own' ? '' : `?tab=${tab}`}`
}

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

/** Returns the address of the screen on which faces in the photos of an entry are blurred. */
export function blurPath(collection: CollectionName, id: string, stem = ''): string {
  return `${HOME_PATH}/${blurScreen}/${collection}/${id}${stem && `/${stem}`}`
}

const firstPart = (path: string) => path.split('/')[0] ?? ''

const rightOfPath = new Map(screenLinks.map(({ path, right }) => [path, right] as const))

/** Returns the right that a screen needs. @param path of its route, below the dashboard's address */
export function rightOfScreen(path: string): Right | undefined {
  return rightOfPath.get(firstPart(path))
}

const helpOfPath: ReadonlyMap<string, HelpTopic | undefined> = new Map([
  ...screenLinks.map(({ path, help }) => [path, help] as const),
  ...Object.values(collections).flatMap(({ name, adminPaths }) =>
    adminPaths.map((path) => [path, collectionScreens[name].help] as const),
  ),
  ['text', 'papers'],
  ...adminFeatures.flatMap(({ screens }) =>
    screens.flatMap(({ path, help }) => (help ? [[firstPart(path), help] as const] : [])),
  ),
])

/** Returns the address of the guide's topic about a screen; null for the home. @param pathname of the screen */
export function helpOfScreen(pathname: string): string | null {
  const path = pathname.slice(HOME_PATH.length + 1).replace(/\/$/, '')
  // Screens of one entry are named by their first part.
  const topic = helpOfPath.get(path) ?? helpOfPath.get(firstPart(path))
  return topic ? helpPath(topic) : null
}
