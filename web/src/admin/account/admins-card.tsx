import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatDate, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import type { Admin } from '@bidyaloy/shared/school/admin-session'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryState } from '../components/query-state.tsx'
import { RecordItem, RecordList } from '../components/record-list.tsx'
import { withCopy } from '../t.ts'
import { AddAdminDialog, ChangeAdminDialog, ResetDialog, RoleDialog } from './admin-dialogs.tsx'
import { NameDialog } from './name-dialog.tsx'
import { SecretBox } from './secret-box.tsx'

const t = withCopy(accountCopy)

const adminsQuery = (api: ReturnType<typeof useAdminApi>) =>
  queryOptions({
    queryKey: ['admins'],
    queryFn: ({ signal }) => api.listAdmins({}, { signal }),
  })

/** What to do with an account. */
type AdminTask = 'name' | 'disable' | 'role' | 'reset'

/** All admins, including disabled ones. */
export function AdminsCard() {
  const query = useQuery(adminsQuery(useAdminApi()))
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const [adding, setAdding] = useState(false)
  const [task, setTask] = useState<{ admin: Admin; task: AdminTask } | null>(null)
  const [secret, setSecret] = useState<{ username: string; password: string; date: string }>()
  const close = () => {
    setAdding(false)
    setTask(null)
  }
  const saved = (text?: string) => {
    close()
    if (text) toasts.show({ tone: 'ok', text })
    void queryClient.invalidateQueries({ queryKey: ['admins'] })
  }
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('admins.title')}</h2>
      <p className="hint">{t('admins.lead')}</p>
      <QueryState query={query} texts={{ loading: t('admins.loading'), error: t('admins.error') }}>
        {(admins) => (
          <RecordList>
            {admins.map((admin) => (
              <AdminRow
                key={admin._id}
                admin={admin}
                onTask={(chosen) => setTask({ admin, task: chosen })}
              />
            ))}
          </RecordList>
        )}
      </QueryState>
      {secret && (
        <SecretBox
          title={t('admins.reset.shown', { username: secret.username })}
          secret={secret.password}
          onClose={() => setSecret(undefined)}
        >
          {t('admins.reset.note', { date: secret.date })}
        </SecretBox>
      )}
      <div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t('admins.add')}
        </Button>
      </div>
      {adding && (
        <AddAdminDialog
          onClose={close}
          onAdded={({ username }) => saved(t('admins.added', { username }))}
        />
      )}
      {task?.task === 'name' && <NameDialog account={task.admin} onClose={close} />}
      {task?.task === 'disable' && (
        <ChangeAdminDialog
          admin={task.admin}
          onClose={close}
          onSent={({ username, disabledAt }) =>
            saved(t(disabledAt ? 'admins.disable.done' : 'admins.enable.done', { username }))
          }
        />
      )}
      {task?.task === 'role' && (
        <RoleDialog
          admin={task.admin}
          onClose={close}
          onSent={({ username, role }) =>
            saved(t('admins.role.done', { username, role: t(`roles.${role}`) }))
          }
        />
      )}
      {task?.task === 'reset' && (
        <ResetDialog
          admin={task.admin}
          onClose={close}
          onSent={({ password, expiresAt }) => {
            const { username } = task.admin
            setSecret({ username, password, date: formatDate(expiresAt) })
            saved()
          }}
        />
      )}
    </section>
  )
}

function AdminRow({ admin, onTask }: { admin: Admin; onTask: (task: AdminTask) => void }) {
  const { username, name, post, role, createdAt, lastSignInAt, disabledAt, twoStep, isSelf } = admin
  return (
    <RecordItem
      name={name ?? username}
      badges={
        <>
          {isSelf && <span className="badge badge--ok">{t('admins.self')}</span>}
          {disabledAt && <span className="badge badge--warn">{t('admins.disabled')}</span>}
        </>
      }
      facts={[
        name ? username : null,
        post ?? null,
        t(`roles.${role}`),
        t('admins.since', { date: formatDate(createdAt) }),
        lastSignInAt
          ? t('admins.lastSignIn', { moment: formatDateTime(lastSignInAt) })
          : t('admins.neverSignedIn'),
        t(twoStep ? 'admins.twoStep' : 'admins.oneStep'),
        disabledAt ? t('admins.disabledSince', { date: formatDate(disabledAt) }) : null,
      ]}
    >
      {!isSelf && (
        <>
          <Button small icon="edit" onClick={() => onTask('name')}>
            {t('names.title')}
            <span className="vh">: {username}</span>
          </Button>
          <Button small icon="users" onClick={() => onTask('role')}>
            {t('admins.role.change')}
            <span className="vh">: {username}</span>
          </Button>
          <Button small icon="retry" onClick={() => onTask('reset')}>
            {t('admins.reset')}
            <span className="vh">: {username}</span>
          </Button>
          <Button
            small
            {...(!disabledAt && { look: 'danger' })}
            icon={disabledAt ? 'check' : 'lock'}
            onClick={() => onTask('disable')}
          >
            {t(disabledAt ? 'admins.enable' : 'admins.disable')}
            <span className="vh">: {username}</span>
          </Button>
        </>
      )}
    </RecordItem>
  )
}
