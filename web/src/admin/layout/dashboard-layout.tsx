import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import {
  type Location,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { LOGIN_PATH, loginPath } from '../api/return-path.ts'
import { rememberSignedIn, sessionQuery } from '../api/session.ts'
import { useSignInDeclined, useSignInGate } from '../api/sign-in-gate.ts'
import { WaitingScreen } from '../components/message-screens.tsx'
import { UnsavedWorkProvider, useBeforeLeaving } from '../components/unsaved-work.tsx'
import { OfflineBar, StatusPill } from '../desktop-state/desktop-only.tsx'
import { t } from '../t.ts'
import { SIDEBAR_ID, Sidebar } from './sidebar.tsx'

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

function TopBar({ username }: { username: string }) {
  const signOut = useSignOut()
  return (
    <header className="admin__top">
      <button className="btn btn--small admin__open" type="button" popoverTarget={SIDEBAR_ID}>
        <Icon name="menu" /> {t('admin.menu')}
      </button>
      <a className="btn btn--small btn--quiet" href="/">
        <Icon name="eye" /> <span className="lbl">{t('admin.sidebar.site')}</span>
      </a>
      <span className="admin__who">
        <Icon name="users" /> <span dir="auto">{username}</span>
      </span>
      <StatusPill />
      <Button small icon="logout" busy={signOut.isPending} onClick={signOut.start}>
        <span className="lbl">{t('admin.logout')}</span>
      </Button>
    </header>
  )
}

function useSignOut() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const beforeLeaving = useBeforeLeaving()
  const signOut = useMutation({
    mutationFn: async () => {
      try {
        await api.logout()
      } catch (error) {
        // The session has already ended.
        if (!hasCode(error, 'unauthenticated')) throw error
      }
    },
    onSuccess: async () => {
      rememberSignedIn(false)
      await navigate(LOGIN_PATH)
      queryClient.clear()
      toasts.show({ tone: 'ok', text: t('toast.loggedOut') })
    },
    onError: () => toasts.show({ tone: 'error', text: t('admin.logout.failed') }),
  })
  return { isPending: signOut.isPending, start: () => beforeLeaving(signOut.mutate) }
}

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
