import type { RouteObject } from 'react-router-dom'

/** The screens of the office itself, beside those of what is published. */
export const schoolRoutes: RouteObject[] = [
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
