import { formatDate, formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import {
  type Admin,
  AdminChange,
  MIN_PASSWORD_LENGTH,
  NewAdmin,
} from '@bidyaloy/shared/school/admin-session'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { QueryState } from '../components/query-state.tsx'
import { contractResolver } from '../form/use-record-form.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

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
      <h2 id={headId}>{t('admins.title')}</h2>
      <p className="hint">{t('admins.lead')}</p>
      <QueryState
        query={query}
        texts={{
          loading: t('admins.loading'),
          error: t('admins.error'),
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
      </QueryState>
      <div>
        <Button icon="plus" ref={addButton} onClick={() => setAdding(true)}>
          {t('admins.add')}
        </Button>
      </div>
      {adding && (
        <AddAdminDialog
          onClose={() => setAdding(false)}
          onAdded={({ username }) => {
            setAdding(false)
            done(t('admins.added', { username }))
          }}
        />
      )}
      {changing && (
        <ChangeAdminDialog
          admin={changing}
          onClose={() => setChanging(null)}
          onChanged={({ username, disabledAt }) => {
            setChanging(null)
            done(t(disabledAt ? 'admins.disable.done' : 'admins.enable.done', { username }))
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
        {isSelf && <span className="badge badge--ok">{t('admins.self')}</span>}
        {disabledAt && <span className="badge badge--warn">{t('admins.disabled')}</span>}
        <p className="meta">
          <span>{t('admins.since', { date: formatDate(createdAt) })}</span>
          <span>
            {lastSignInAt
              ? t('admins.lastSignIn', { moment: formatDateTime(lastSignInAt) })
              : t('admins.neverSignedIn')}
          </span>
          {disabledAt && <span>{t('admins.disabledSince', { date: formatDate(disabledAt) })}</span>}
        </p>
      </div>
      {!isSelf && (
        <Button
          small
          {...(!disabledAt && { look: 'danger' })}
          icon={disabledAt ? 'check' : 'lock'}
          onClick={onChange}
        >
          {t(disabledAt ? 'admins.enable' : 'admins.disable')}
          <span className="vh">: {username}</span>
        </Button>
      )}
    </li>
  )
}

const passwordResolver = contractResolver<Record<string, string>>(
  AdminChange.pick({ currentPassword: true }),
  (values) => values,
)

interface ChangeAdminDialogProps {
  admin: Admin
  onClose: () => void
  onChanged: (admin: Admin) => void
}

/** Disables another admin, or enables again; asks for one's own password. */
function ChangeAdminDialog({ admin, onClose, onChanged }: ChangeAdminDialogProps) {
  const api = useAdminApi()
  const { _id: id, username } = admin
  const disabled = admin.disabledAt === null
  const task = disabled ? 'disable' : 'enable'
  const form = useRequestForm({
    blank: { currentPassword: '' },
    resolver: passwordResolver,
    send: (values) =>
      api.updateAdmin({ params: { id }, body: AdminChange.parse({ disabled, ...values }) }),
    onSent: onChanged,
    retryField: 'currentPassword',
  })
  return (
    <Dialog
      title={t(`admins.${task}.title`)}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
    >
      <form noValidate onSubmit={form.submit}>
        <div className="dialog__b">
          {form.isError && (
            <Alert tone="error">
              <b>{t('admins.change.failed')}</b> {form.failure}
            </Alert>
          )}
          <p>{t(`admins.${task}.lead`, { username })}</p>
          <OwnPasswordField {...form.field('currentPassword')} />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.no')}</Button>
          <Button look={disabled ? 'danger-fill' : 'primary'} type="submit" busy={form.isPending}>
            {form.isPending ? t('form.saving') : t(`admins.${task}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const newAdminResolver = contractResolver<Record<string, string>>(NewAdmin, (values) => values)

interface AddAdminDialogProps {
  onClose: () => void
  onAdded: (admin: Admin) => void
}

/** Adds one who may do the same as all others. */
function AddAdminDialog({ onClose, onAdded }: AddAdminDialogProps) {
  const api = useAdminApi()
  const [key] = useState(() => new ContentKey<[string, string]>())
  const form = useRequestForm({
    blank: { username: '', password: '', currentPassword: '' },
    resolver: newAdminResolver,
    send: (values) => {
      const body = NewAdmin.parse(values)
      return api.createAdmin({ body }, { idempotencyKey: key.for([body.username, body.password]) })
    },
    onSent: onAdded,
  })
  return (
    <Dialog
      title={t('admins.add.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
    >
      <form noValidate onSubmit={form.submit}>
        <div className="dialog__b">
          {form.isError && (
            <Alert tone="error">
              <b>{t('admins.add.failed')}</b> {form.failure}
            </Alert>
          )}
          <TextField
            label={t('admins.username')}
            hint={t('admins.username.hint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.field('username')}
          />
          <AdminPasswordField
            label={t('admins.password')}
            hint={t('admins.password.hint', {
              min: toBengaliDigits(MIN_PASSWORD_LENGTH),
            })}
            autoComplete="new-password"
            required
            {...form.field('password')}
          />
          <OwnPasswordField {...form.field('currentPassword')} />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={form.isPending}>
            {form.isPending ? t('form.saving') : t('admins.add.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
