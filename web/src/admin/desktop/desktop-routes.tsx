import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Outlet, type RouteObject } from 'react-router-dom'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { WaitingScreen } from '../components/message-screens.tsx'
import { t } from '../t.ts'

const waiting = <WaitingScreen text={t('admin.session.checking')} />

const DesktopRoot = lazy(async () => ({
  default: (await import('./desktop-root.tsx')).DesktopRoot,
}))

/** Root of all screens; adds nothing in a browser. */
export function AdminRoot() {
  if (!inDesktopApp()) return <Outlet />
  return (
    <Suspense fallback={waiting}>
      <DesktopRoot />
    </Suspense>
  )
}

/** A screen of the desktop app; a browser is redirected to the dashboard. */
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

/** Relative to the dashboard's path. */
export const outboxRoute = desktopScreen(
  'outbox',
  async () => (await import('./outbox-screen.tsx')).OutboxScreen,
)
