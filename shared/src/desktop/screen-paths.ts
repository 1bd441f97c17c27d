import { collections } from '../collections/registry.ts'

const HOME = '/admin/dashboard'

/** Screens that the program's menu leads to. */
export const desktopScreens = {
  newNotice: `${HOME}/${collections.notices.adminPaths[0]}`,
  outbox: `${HOME}/outbox`,
  help: `${HOME}/help`,
  connect: '/admin/connect',
} as const

/** Every screen that a link or the menu may lead to: nothing else gets through from outside. */
export const screenPaths: ReadonlySet<string> = new Set([
  HOME,
  ...Object.values(collections).flatMap(({ adminPaths }) =>
    adminPaths.map((path) => `${HOME}/${path}`),
  ),
  ...[
    'schoolInfo',
    'contactus',
    'studentcount',
    'teachers',
    'settings',
    'trash',
    'backup',
    'activity',
    'account',
  ].map((path) => `${HOME}/${path}`),
  ...Object.values(desktopScreens),
])
