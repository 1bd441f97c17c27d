import { collections } from '@bidyaloy/shared/collections/registry'
import type { IconName } from '../../ui/icon.tsx'
import { HOME_PATH } from '../api/return-path.ts'

/** The topics of the guide in the order in which they are read: `docs/bn/<name>.md`. */
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

export const HELP_PATH = `${HOME_PATH}/help`

/** Where a topic is shown. */
export const helpPath = (topic: HelpTopic): string => `${HELP_PATH}/${topic}`

const topicOfCollection = {
  notices: 'notices',
  news: 'news-and-downloads',
  downloads: 'news-and-downloads',
  gallery: 'photos',
  'main-gallery': 'photos',
} as const satisfies Readonly<Record<keyof typeof collections, HelpTopic>>

const topicOfScreen: ReadonlyMap<string, HelpTopic> = new Map<string, HelpTopic>([
  ...Object.values(collections).flatMap(({ name, adminPaths }) =>
    adminPaths.map((path): [string, HelpTopic] => [path, topicOfCollection[name]]),
  ),
  ['', 'start'],
  ['schoolInfo', 'school'],
  ['contactus', 'school'],
  ['settings', 'school'],
  ['teachers', 'school'],
  ['studentcount', 'students'],
  ['studentcount/import', 'students'],
  ['trash', 'trash'],
  ['activity', 'admins'],
  ['account', 'admins'],
  ['backup', 'backup'],
  ['outbox', 'offline'],
])

/** Where the guide speaks of a screen, or null where it does not. @param pathname of the screen */
export function helpOfScreen(pathname: string): string | null {
  const topic = topicOfScreen.get(pathname.slice(HOME_PATH.length + 1).replace(/\/$/, ''))
  return topic ? helpPath(topic) : null
}
