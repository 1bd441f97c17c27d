import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Outlet, type RouteObject } from 'react-router-dom'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { WaitingScreen } from '../components/message-screens.tsx'
import { t } from '../t.ts'

const waiting = <WaitingScreen text={t('admin.session.checking')} />

const ProgramRoot = lazy(async () => ({
  default: (await import('./desktop-root.tsx')).DesktopRoot,
}))

/** Around every screen; in a browser nothing. */
export function AdminRoot() {
  if (!inDesktopApp()) return <Outlet />
  return (
    <Suspense fallback={waiting}>
      <ProgramRoot />
    </Suspense>
  )
}

/** A screen that only the desktop program has. */
function desktopScreen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    hydrateFallbackElement: waiting,
    lazy: async () =>
      inDesktopApp()
        ? { Component: await load() }
        : { element: <Navigate to={HOME_PATH} replace /> },
  }
}

export const connectRoute = desktopScreen(
  '/admin/connect',
  async () => (await import('./connect-screen.tsx')).ConnectScreen,
)

/** Under the dashboard's address. */
export const outboxRoute = desktopScreen(
  'outbox',
  async () => (await import('./outbox-screen.tsx')).OutboxScreen,
)
