import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { ANSWERED_EVENT } from '../api/in-desktop-app.ts'
import { WaitingScreen } from '../components/message-screens.tsx'
import { desktopStateQuery, refetchSchool, useDesktopState } from '../desktop-state/desktop-api.ts'
import { t } from '../t.ts'

/** Around every screen in the desktop program: before it knows a site, it asks for one. */
export function DesktopRoot() {
  const state = useDesktopState()
  const { pathname } = useLocation()
  useFollowingAnswers()
  useRefetchOnReturn(state?.serverAnswers)
  if (!state) return <WaitingScreen text={t('admin.session.checking')} />
  if (state.current === null && pathname !== desktopScreens.connect) {
    return <Navigate to={desktopScreens.connect} replace />
  }
  return <Outlet />
}

/** Whatever came of a request may have changed how things stand: the next look need not wait. */
function useFollowingAnswers(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const look = () =>
      void queryClient.invalidateQueries(desktopStateQuery, { cancelRefetch: false })
    window.addEventListener(ANSWERED_EVENT, look)
    return () => window.removeEventListener(ANSWERED_EVENT, look)
  }, [queryClient])
}

/** What came from the disk is read anew once the server answers again. */
function useRefetchOnReturn(answers: boolean | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef(answers)
  useEffect(() => {
    const returned = answers === true && before.current === false
    before.current = answers
    if (returned) void refetchSchool(queryClient)
  }, [answers, queryClient])
}
