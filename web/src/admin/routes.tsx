import {
  type CollectionName,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { HOME_PATH, LOGIN_PATH } from './api/return-path.ts'
import {
  BrokenScreen,
  RightGate,
  UnknownPage,
  UnknownScreen,
  WaitingScreen,
} from './components/message-screens.tsx'
import { rightOfScreen } from './components/screen-links.ts'
import { AdminRoot, connectRoute, outboxRoute } from './desktop/desktop-routes.tsx'
import { adminFeatures } from './features.ts'
import { GuardedDashboard } from './layout/dashboard-layout.tsx'
import { LoginScreen } from './sign-in/login-screen.tsx'
import { t } from './t.ts'

/**
 * A route whose screen loads when it is first opened, by those who have its right.
 * @param name of the module's component
 */
const screen = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject => ({
  path,
  lazy: async () => {
    const Screen: ComponentType = (await load())[name]
    const element = (
      <RightGate right={rightOfScreen(path)}>
        <Screen />
      </RightGate>
    )
    return { element }
  },
})

/** Screens of their own, instead of the list of entries. */
const ownScreens: { readonly [N in CollectionName]?: () => Promise<ComponentType> } = {
  events: async () =>
    (await import('../features/calendar/admin/calendar-screen.tsx')).CalendarScreen,
  people: async () => (await import('../features/people/admin/people-screen.tsx')).PeopleScreen,
}

/** The routes of the collections' screens, one for each spelling of their addresses. */
const collectionRoutes = collectionNames.flatMap((collection) =>
  collections[collection].adminPaths.map(
    (path): RouteObject => ({
      path,
      caseSensitive: true,
      lazy: async () => {
        const load = ownScreens[collection]
        if (load) return { Component: await load() }
        const { PublishedScreen } = await import('./entries/entry-list.tsx')
        return { element: <PublishedScreen key={collection} collection={collection} /> }
      },
    }),
  ),
)

const featureScreens = adminFeatures.flatMap(({ screens }) =>
  screens.map(({ path, load }) => screen(path, async () => ({ Screen: await load() }), 'Screen')),
)

const screens: RouteObject[] = [
  screen('', () => import('./overview/overview-screen.tsx'), 'OverviewScreen'),
  ...collectionRoutes,
  ...featureScreens,
  screen('published', () => import('./entries/entry-list.tsx'), 'PublishedScreen'),
  screen('approval', () => import('./approval/approval-screen.tsx'), 'ApprovalScreen'),
  screen('trash', () => import('./trash/trash-screen.tsx'), 'TrashScreen'),
  screen(
    'text/:collection/:id',
    () => import('./paper-text/paper-text-screen.tsx'),
    'PaperTextScreen',
  ),
  screen(
    'versions/:recordType/:id',
    () => import('./versions/versions-screen.tsx'),
    'VersionsScreen',
  ),
  screen('activity', () => import('./activity/activity-screen.tsx'), 'ActivityScreen'),
  screen('backup', () => import('./backup/backup-screen.tsx'), 'BackupScreen'),
  screen('account', () => import('./account/account-screen.tsx'), 'AccountScreen'),
  screen('help', () => import('./help/help-screen.tsx'), 'HelpScreen'),
  screen('help/:topic', () => import('./help/topic-screen.tsx'), 'TopicScreen'),
  outboxRoute,
  { path: '*', Component: UnknownScreen },
]

const waiting = <WaitingScreen text={t('admin.session.checking')} />

const pages: RouteObject[] = [
  { path: LOGIN_PATH, Component: LoginScreen, ErrorBoundary: BrokenScreen },
  {
    path: HOME_PATH,
    Component: GuardedDashboard,
    ErrorBoundary: BrokenScreen,
    hydrateFallbackElement: waiting,
    children: [{ ErrorBoundary: BrokenScreen, children: screens }],
  },
  connectRoute,
  { path: '/admin', element: <Navigate to={HOME_PATH} replace /> },
  { path: '*', Component: UnknownPage },
]

/** The routes of the dashboard. */
export const adminRoutes: RouteObject[] = [{ Component: AdminRoot, children: pages }]
