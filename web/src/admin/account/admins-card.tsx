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
import { useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { QueryState } from '../components/query-state.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

const adminsQuery = (api: ReturnType<typeof useAdminApi>) =>
  queryOptions({
    queryKey: ['admins'],
    queryFn: ({ signal }) => api.listAdmins({}, { signal }),
  })

/** All admins, including disabled ones. */
export function AdminsCard() {
  const query = useQuery(adminsQuery(useAdminApi()))
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Admin | null>(null)
  const saved = (text: string) => {
    setAdding(false)
    setChanging(null)
    toasts.show({ tone: 'ok', text })
    void queryClient.invalidateQueries({ queryKey: ['admins'] })
  }
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('admins.title')}</h2>
      <p className="hint">{t('admins.lead')}</p>
      <QueryState query={query} texts={{ loading: t('admins.loading'), error: t('admins.error') }}>
        {(admins) => (
          <ul className="people">
            {admins.map((admin) => (
              <AdminRow key={admin._id} admin={admin} onChange={() => setChanging(admin)} />
            ))}
          </ul>
        )}
      </QueryState>
      <div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t('admins.add')}
        </Button>
      </div>
      {adding && (
        <AddAdminDialog
          onClose={() => setAdding(false)}
          onAdded={({ username }) => saved(t('admins.added', { username }))}
        />
      )}
      {changing && (
        <ChangeAdminDialog
          admin={changing}
          onClose={() => setChanging(null)}
          onChanged={({ username, disabledAt }) =>
            saved(t(disabledAt ? 'admins.disable.done' : 'admins.enable.done', { username }))
          }
        />
      )}
    </section>
  )
}

function AdminRow({ admin, onChange }: { admin: Admin; onChange: () => void }) {
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

const passwordResolver = contractResolver(AdminChange.pick({ currentPassword: true }))

interface ChangeAdminDialogProps {
  admin: Admin
  onClose: () => void
  onChanged: (admin: Admin) => void
}

/** Disables or enables another admin, after asking for the user's own password. */
function ChangeAdminDialog({ admin, onClose, onChanged }: ChangeAdminDialogProps) {
  const api = useAdminApi()
  const { _id: id, username } = admin
  const disabled = admin.disabledAt === null
  const action = disabled ? 'disable' : 'enable'
  const form = useRequestForm({
    blank: { currentPassword: '' },
    resolver: passwordResolver,
    send: (values) =>
      api.updateAdmin({ params: { id }, body: AdminChange.parse({ disabled, ...values }) }),
    onSent: onChanged,
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={t(`admins.${action}.title`)}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : t(`admins.${action}`)}
      look={disabled ? 'danger-fill' : 'primary'}
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('admins.change.failed')}</b> {form.failure}
        </Alert>
      )}
      <p>{t(`admins.${action}.lead`, { username })}</p>
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}

const newAdminResolver = contractResolver(NewAdmin)

interface AddAdminDialogProps {
  onClose: () => void
  onAdded: (admin: Admin) => void
}

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
    <FormDialog
      title={t('admins.add.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : t('admins.add.submit')}
      busy={form.isPending}
    >
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
        hint={t('admins.password.hint', { min: toBengaliDigits(MIN_PASSWORD_LENGTH) })}
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}
