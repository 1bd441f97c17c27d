import type { IconName } from '../../ui/icon.tsx'
import { HOME_PATH } from '../api/return-path.ts'

/** The topics of the guide in reading order (`docs/bn/<name>.md`), each with its icon. */
export const helpTopics = {
  start: 'home',
  notices: 'bell',
  papers: 'eye',
  'news-and-downloads': 'news',
  pages: 'file',
  calendar: 'calendar',
  routine: 'table',
  photos: 'photos',
  girls: 'eye',
  'photo-requests': 'eye',
  students: 'users',
  attendance: 'users',
  results: 'medal',
  bijoy: 'edit',
  school: 'cog',
  'move-in': 'download',
  trash: 'undo',
  drafts: 'check',
  admins: 'lock',
  backup: 'archive',
  program: 'table',
  offline: 'send',
  trouble: 'warn',
} as const satisfies Readonly<Record<string, IconName>>

export type HelpTopic = keyof typeof helpTopics

export const HELP_PATH = `${HOME_PATH}/help`

/** Returns the address of a topic of the guide. */
export const helpPath = (topic: HelpTopic): string => `${HELP_PATH}/${topic}`
