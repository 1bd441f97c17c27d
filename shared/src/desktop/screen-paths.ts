import { collections } from '../collections/registry.ts'
import { moveInScreen } from '../features/move-in/paths.ts'
import { photoRequestsScreen } from '../features/photo-requests/paths.ts'
import { resultsScreen } from '../features/results/paths.ts'
import { recordTypes, singleTypes } from '../features.ts'

const HOME = '/admin/dashboard'

/** Screens opened by the app's menu. */
export const desktopScreens = {
  newNotice: `${HOME}/${collections.notices.adminPaths[0]}`,
  outbox: `${HOME}/outbox`,
  help: `${HOME}/help`,
  connect: '/admin/connect',
} as const

/** Every screen that a link or the menu may open; other paths are rejected. */
export const screenPaths: ReadonlySet<string> = new Set([
  HOME,
  ...Object.values(collections).flatMap(({ adminPaths }) =>
    adminPaths.map((path) => `${HOME}/${path}`),
  ),
  ...[
    ...[...singleTypes, ...recordTypes].map(({ screen }) => screen),
    'published',
    'trash',
    'backup',
    'activity',
    'account',
    moveInScreen,
    photoRequestsScreen,
    resultsScreen,
  ].map((path) => `${HOME}/${path}`),
  ...Object.values(desktopScreens),
])
