import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toaster.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { StatusPill } from '../desktop/desktop-only.tsx'
import { LOGIN_PATH } from '../return-path.ts'
import { rememberSignedIn } from '../sign-in/signed-in-before.ts'
import { SIDEBAR_ID } from './sidebar.tsx'
import { useBeforeLeaving } from './unsaved-work.tsx'

export function TopBar({ username }: { username: string }) {
  const signOut = useSignOut()
  return (
    <header className="admin__top">
      <button className="btn btn--small admin__open" type="button" popoverTarget={SIDEBAR_ID}>
        <Icon name="menu" /> {adminText('admin.menu')}
      </button>
      <a className="btn btn--small btn--quiet" href="/">
        <Icon name="eye" /> <span className="lbl">{adminText('admin.sidebar.site')}</span>
      </a>
      <span className="admin__who">
        <Icon name="users" /> <span dir="auto">{username}</span>
      </span>
      <StatusPill />
      <Button small icon="logout" busy={signOut.isPending} onClick={signOut.start}>
        <span className="lbl">{adminText('admin.logout')}</span>
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
        // Without a session there is nothing left to end.
        if (!hasCode(error, 'unauthenticated')) throw error
      }
    },
    onSuccess: async () => {
      rememberSignedIn(false)
      await navigate(LOGIN_PATH)
      queryClient.clear()
      toasts.show({ tone: 'ok', text: adminText('toast.loggedOut') })
    },
    onError: () => toasts.show({ tone: 'error', text: adminText('admin.logout.failed') }),
  })
  return { isPending: signOut.isPending, start: () => beforeLeaving(signOut.mutate) }
}
