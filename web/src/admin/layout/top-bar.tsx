import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { SizeSwitch, ThemeSwitch } from '../../ui/appearance.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { HOME_PATH, LOGIN_PATH } from '../api/return-path.ts'
import { rememberSignedIn, useRights } from '../api/session.ts'
import { HELP_PATH } from '../components/help-topics.ts'
import { useNames } from '../components/names.ts'
import { accountLink, helpOfScreen, linksOf, mayOpenGroup } from '../components/screen-links.ts'
import { useBeforeLeaving } from '../components/unsaved-work.tsx'
import { StatusPill } from '../desktop-state/desktop-only.tsx'
import { t } from '../t.ts'
import { SIDEBAR_ID, toggleDrawer } from './sidebar.tsx'

/** Links to the site and the guide's topic about the screen, and the signed-in user's menu. */
export function TopBar({ username }: { username: string }) {
  const { pathname } = useLocation()
  return (
    <header className="admin__top">
      <button
        className="btn btn--small admin__open"
        type="button"
        popoverTarget={SIDEBAR_ID}
        onClick={toggleDrawer}
      >
        <Icon name="menu" /> {t('admin.menu')}
      </button>
      <a className="btn btn--small btn--quiet" href="/">
        <Icon name="eye" /> <span className="lbl">{t('admin.sidebar.site')}</span>
      </a>
      <Link className="btn btn--small btn--quiet" to={helpOfScreen(pathname) ?? HELP_PATH}>
        <Icon name="help" /> <span className="lbl">{t('admin.sidebar.help')}</span>
      </Link>
      <StatusPill />
      <UserMenu username={username} />
    </header>
  )
}

/** The user's own screens, the look of the dashboard, and the sign-out. Closes when it is left. */
function UserMenu({ username }: { username: string }) {
  const box = useRef<HTMLDetailsElement>(null)
  const may = useRights()
  const { nameOf } = useNames()
  const { pathname } = useLocation()
  const signOut = useSignOut()
  const links = mayOpenGroup(may, 'system')
    ? [accountLink]
    : linksOf('system').filter(({ right }) => may(right))
  const close = () => {
    if (box.current) box.current.open = false
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // A press on a text within takes no focus.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !box.current?.open) return
    close()
    box.current.querySelector('summary')?.focus()
  }
  return (
    <details
      className="moremenu admin__me"
      key={pathname}
      ref={box}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <summary className="btn btn--small">
        <Icon name="users" /> <bdi className="admin__who">{nameOf(username)}</bdi>{' '}
        <Icon name="down" />
      </summary>
      <ul>
        {links.map(({ path, label, icon }) => (
          <li key={path}>
            <Link to={`${HOME_PATH}/${path}`} onClick={close}>
              <Icon name={icon} /> {label}
            </Link>
          </li>
        ))}
        <li className="admin__look">
          <SizeSwitch />
          <ThemeSwitch />
        </li>
        <li>
          <Button icon="logout" busy={signOut.isPending} onClick={signOut.start}>
            {t('admin.logout')}
          </Button>
        </li>
      </ul>
    </details>
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
