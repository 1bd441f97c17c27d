import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { REQUEST_SETTLED_EVENT } from '../api/in-desktop-app.ts'
import { WaitingScreen } from '../components/message-screens.tsx'
import { desktopStateQuery, refetchSchool, useDesktopState } from '../desktop-state/desktop-api.ts'
import { t } from '../t.ts'

/** Root of all screens in the desktop app. Redirects to the connect screen until a site is chosen. */
export function DesktopRoot() {
  const state = useDesktopState()
  const { pathname } = useLocation()
  useRefetchState()
  useRefetchOnReturn(state?.serverAnswers)
  if (!state) return <WaitingScreen text={t('admin.session.checking')} />
  if (state.current === null && pathname !== desktopScreens.connect) {
    return <Navigate to={desktopScreens.connect} replace />
  }
  return <Outlet />
}

/** Refetches the app's status after each request, which may have changed it. */
function useRefetchState(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = () =>
      void queryClient.invalidateQueries(desktopStateQuery, { cancelRefetch: false })
    window.addEventListener(REQUEST_SETTLED_EVENT, refetch)
    return () => window.removeEventListener(REQUEST_SETTLED_EVENT, refetch)
  }, [queryClient])
}

/** Refetches the school's data, read from the disk meanwhile, once the server responds again. */
function useRefetchOnReturn(isOnline: boolean | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef(isOnline)
  useEffect(() => {
    const returned = isOnline === true && before.current === false
    before.current = isOnline
    if (returned) void refetchSchool(queryClient)
  }, [isOnline, queryClient])
}
