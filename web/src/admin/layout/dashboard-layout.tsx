import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import {
  type Location,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { loginPath } from '../api/return-path.ts'
import { sessionQuery } from '../api/session.ts'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate.ts'
import { WaitingScreen } from '../components/message-screens.tsx'
import { UnsavedWorkProvider } from '../components/unsaved-work.tsx'
import { OfflineBar } from '../desktop-state/desktop-only.tsx'
import { t } from '../t.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const NewPasswordScreen = lazy(async () => {
  const { NewPasswordScreen: screen } = await import('../account/new-password-screen.tsx')
  return { default: screen }
})

/** The dashboard for a signed-in user. Others are sent to the sign-in screen and return here. */
export function GuardedDashboard() {
  const { pathname, search, hash } = useLocation()
  const session = useQuery(sessionQuery(useAdminApi()))
  if (session.data?.mustChangePassword) {
    return (
      <Suspense fallback={<WaitingScreen text={t('admin.session.checking')} />}>
        <NewPasswordScreen />
      </Suspense>
    )
  }
  // No link of the sidebar would be marked.
  if (pathname.endsWith('/')) {
    return <Navigate to={pathname.slice(0, -1) + search + hash} replace />
  }
  if (session.data) return <DashboardLayout username={session.data.username} />
  if (hasCode(session.error, 'unauthenticated')) {
    return <Navigate to={loginPath(pathname + search + hash)} replace />
  }
  if (session.isPending || session.isFetching) {
    return <WaitingScreen text={t('admin.session.checking')} />
  }
  return (
    <main className="signin" id="main">
      <div className="state state--error" role="alert">
        <p className="state__t">{t('admin.session.away')}</p>
        <Button icon="retry" onClick={() => session.refetch()}>
          {t('error.retry')}
        </Button>
      </div>
    </main>
  )
}

function DashboardLayout({ username }: { username: string }) {
  const main = useRef<HTMLElement>(null)
  const toasts = useToasts()
  const { pathname, hash } = useLocation()
  // A loaded page keeps its own focus; after the sign-in, the first screen takes it.
  const shown = useRef(useNavigationType() === 'POP' ? pathname : undefined)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    toasts.clear()
    // A new screen is read and tabbed through from its start, or from the link's target.
    const target = hash ? document.getElementById(hash.slice(1)) : null
    ;(target ?? main.current)?.focus({ preventScroll: true })
  }, [pathname, hash, toasts])
  return (
    <UnsavedWorkProvider>
      <a className="skip" href="#main">
        {t('site.skipToContent')}
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
      <ScrollRestoration getKey={scrollKey} />
    </UnsavedWorkProvider>
  )
}

/** Each loaded page has the same key, whatever its address. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

/** Offers to sign in after a new sign-in was declined. */
function SignedOutBar() {
  const gate = useSignInGate()
  const declined = useSignInDeclined()
  return (
    <div role="status">
      {declined && (
        <div className="offline">
          <Icon name="lock" />
          <div>{t('admin.login.expired')}</div>
          <Button small icon="login" onClick={() => gate.ask()}>
            {t('admin.login.expired.title')}
          </Button>
        </div>
      )}
    </div>
  )
}
