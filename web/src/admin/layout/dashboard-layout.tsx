import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { siteText } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { OfflineBar } from '../desktop/desktop-only.tsx'
import { inDesktopApp } from '../desktop/in-desktop-app.ts'
import { loginPath } from '../return-path.ts'
import { sessionQuery } from '../session.ts'
import { WaitingScreen } from './screen-states.tsx'
import { Sidebar } from './sidebar.tsx'
import { SignedOutBar } from './signed-out-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsavedWorkProvider } from './unsaved-work.tsx'

/** Lets only those in whom the server knows; everyone else signs in first and comes back. */
export function GuardedDashboard() {
  const { pathname, search, hash } = useLocation()
  const session = useQuery(sessionQuery(useAdminApi()))
  if (session.data) return <DashboardLayout username={session.data.username} />
  if (hasCode(session.error, 'unauthenticated')) {
    return <Navigate to={loginPath(pathname + search + hash)} replace />
  }
  if (session.isPending || session.isFetching) {
    return <WaitingScreen text={adminText('admin.session.checking')} />
  }
  return (
    <main className="signin" id="main">
      <div className="state state--error" role="alert">
        <p className="state__t">{adminText('admin.session.away')}</p>
        <Button icon="retry" onClick={() => session.refetch()}>
          {siteText('error.retry')}
        </Button>
      </div>
    </main>
  )
}

function DashboardLayout({ username }: { username: string }) {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  // Nothing is shown yet to whoever comes from the sign-in; a page just loaded keeps its start.
  const shown = useRef(useNavigationType() === 'POP' ? pathname : undefined)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A new screen is announced and tabbed through from its start, or from where the link leads to.
    const place = hash ? document.getElementById(hash.slice(1)) : null
    const start = place ?? main.current
    start?.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <UnsavedWorkProvider>
      <a className="skip" href="#main">
        {siteText('site.skipToContent')}
      </a>
      <div className="admin">
        <Sidebar />
        <div className="admin__main">
          <TopBar username={username} />
          {inDesktopApp() ? <OfflineBar /> : <SignedOutBar />}
          <main className="admin__body" id="main" tabIndex={-1} ref={main}>
            <Outlet />
          </main>
        </div>
      </div>
      <ScrollRestoration />
    </UnsavedWorkProvider>
  )
}
