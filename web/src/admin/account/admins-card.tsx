import { formatDate, formatDateTime } from '@bidyaloy/shared/bengali/dates'
import type { Admin } from '@bidyaloy/shared/school/admin-session'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toaster.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryBox } from '../layout/query-box.tsx'
import { accountText } from './account-text.ts'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { ChangeAdminDialog } from './change-admin-dialog.tsx'

const adminsQuery = (api: ReturnType<typeof useAdminApi>) =>
  queryOptions({
    queryKey: ['admins'],
    queryFn: ({ signal }) => api.listAdmins({}, { signal }),
  })

/** Everyone who may sign in, or once might. */
export function AdminsCard() {
  const query = useQuery(adminsQuery(useAdminApi()))
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Admin | null>(null)
  const done = (text: string) => {
    toasts.show({ tone: 'ok', text })
    void queryClient.invalidateQueries({ queryKey: ['admins'] })
  }
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{accountText('admins.title')}</h2>
      <p className="hint">{accountText('admins.lead')}</p>
      <QueryBox
        query={query}
        texts={{
          loading: accountText('admins.loading'),
          error: accountText('admins.error'),
          empty: '',
        }}
        isEmpty={() => false}
      >
        {(admins) => (
          <ul className="people">
            {admins.map((admin) => (
              <AdminLine key={admin._id} admin={admin} onChange={() => setChanging(admin)} />
            ))}
          </ul>
        )}
      </QueryBox>
      <div>
        <Button icon="plus" ref={addButton} onClick={() => setAdding(true)}>
          {accountText('admins.add')}
        </Button>
      </div>
      {adding && (
        <AddAdminDialog
          onClose={() => setAdding(false)}
          onAdded={({ username }) => {
            setAdding(false)
            done(accountText('admins.added', { username }))
          }}
        />
      )}
      {changing && (
        <ChangeAdminDialog
          admin={changing}
          onClose={() => setChanging(null)}
          onChanged={({ username, disabledAt }) => {
            setChanging(null)
            done(
              accountText(disabledAt ? 'admins.disable.done' : 'admins.enable.done', { username }),
            )
          }}
        />
      )}
    </section>
  )
}

function AdminLine({ admin, onChange }: { admin: Admin; onChange: () => void }) {
  const { username, createdAt, lastSignInAt, disabledAt, isSelf } = admin
  return (
    <li>
      <div>
        <b dir="auto">{username}</b>{' '}
        {isSelf && <span className="badge badge--ok">{accountText('admins.self')}</span>}
        {disabledAt && <span className="badge badge--warn">{accountText('admins.disabled')}</span>}
        <p className="meta">
          <span>{accountText('admins.since', { date: formatDate(createdAt) })}</span>
          <span>
            {lastSignInAt
              ? accountText('admins.lastSignIn', { moment: formatDateTime(lastSignInAt) })
              : accountText('admins.neverSignedIn')}
          </span>
          {disabledAt && (
            <span>{accountText('admins.disabledSince', { date: formatDate(disabledAt) })}</span>
          )}
        </p>
      </div>
      {!isSelf && (
        <Button
          small
          {...(!disabledAt && { look: 'danger' })}
          icon={disabledAt ? 'check' : 'lock'}
          onClick={onChange}
        >
          {accountText(disabledAt ? 'admins.enable' : 'admins.disable')}
          <span className="vh">: {username}</span>
        </Button>
      )}
    </li>
  )
}
