import {
  type CollectionName,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { Navigate, type RouteObject } from 'react-router-dom'
import { HOME_PATH, LOGIN_PATH } from './api/return-path.ts'
import { BrokenScreen, UnknownScreen, WaitingScreen } from './components/message-screens.tsx'
import { AdminRoot, connectRoute, outboxRoute } from './desktop/desktop-routes.tsx'
import { GuardedDashboard } from './layout/dashboard-layout.tsx'
import { LoginScreen } from './sign-in/login-screen.tsx'
import { t } from './t.ts'

/** The screens of the office itself, beside those of what is published. */
const schoolRoutes: RouteObject[] = [
  {
    path: 'teachers',
    lazy: async () => ({
      Component: (await import('./teacher-page/teachers-screen.tsx')).TeachersScreen,
    }),
  },
  {
    path: 'settings',
    lazy: async () => ({
      Component: (await import('./settings/settings-screen.tsx')).SettingsScreen,
    }),
  },
  {
    path: 'trash',
    lazy: async () => ({ Component: (await import('./trash/trash-screen.tsx')).TrashScreen }),
  },
  {
    path: 'activity',
    lazy: async () => ({
      Component: (await import('./activity/activity-screen.tsx')).ActivityScreen,
    }),
  },
  {
    path: 'backup',
    lazy: async () => ({ Component: (await import('./backup/backup-screen.tsx')).BackupScreen }),
  },
  {
    path: 'account',
    lazy: async () => ({ Component: (await import('./account/account-screen.tsx')).AccountScreen }),
  },
  {
    path: 'help',
    lazy: async () => ({ Component: (await import('./help/help-screen.tsx')).HelpScreen }),
  },
  {
    path: 'help/:topic',
    lazy: async () => ({ Component: (await import('./help/topic-screen.tsx')).TopicScreen }),
  },
]

/** The routes of a collection's screen: each spelling of its address. */
const spellings = (name: CollectionName, lazy: NonNullable<RouteObject['lazy']>): RouteObject[] =>
  collections[name].adminPaths.map((path) => ({ path, lazy, caseSensitive: true }))

const collectionScreens = collectionNames.flatMap((collection) =>
  spellings(collection, async () => {
    const { EntryScreen } = await import('./entries/entry-list.tsx')
    return { element: <EntryScreen key={collection} collection={collection} /> }
  }),
)

const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('./overview/overview-screen.tsx')).OverviewScreen,
    }),
  },
  ...collectionScreens,
  {
    path: 'schoolInfo',
    lazy: async () => ({
      Component: (await import('./school-info/school-info-screen.tsx')).SchoolInfoScreen,
    }),
  },
  {
    path: 'contactus',
    lazy: async () => ({
      Component: (await import('./contact/contact-screen.tsx')).ContactScreen,
    }),
  },
  {
    path: 'studentcount',
    lazy: async () => ({
      Component: (await import('./students/students-screen.tsx')).StudentsScreen,
    }),
  },
  {
    path: 'studentcount/import',
    lazy: async () => ({
      Component: (await import('./students/import/import-screen.tsx')).ImportScreen,
    }),
  },
  ...schoolRoutes,
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
  { path: '*', element: <Navigate to={HOME_PATH} replace /> },
]

/** Every screen; each comes with its own piece of program when it is first opened. */
export const adminRoutes: RouteObject[] = [{ Component: AdminRoot, children: pages }]
