import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { formatDate, formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import {
  type Admin,
  AdminChange,
  MIN_PASSWORD_LENGTH,
  NewAdmin,
} from '@bidyaloy/shared/school/admin-session'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { QueryState } from '../components/query-state.tsx'
import { contractResolver } from '../form/use-record-form.ts'
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

interface ChangeAdminDialogProps {
  admin: Admin
  onClose: () => void
  onChanged: (admin: Admin) => void
}

/** Disables another admin, or enables again; asks for one's own password. */
function ChangeAdminDialog({ admin, onClose, onChanged }: ChangeAdminDialogProps) {
  const api = useAdminApi()
  const [currentPassword, setCurrentPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { _id: id, username } = admin
  const disabled = admin.disabledAt === null
  const task = disabled ? 'disable' : 'enable'
  const change = useMutation({
    mutationFn: (body: AdminChange) => api.updateAdmin({ params: { id }, body }),
    onSuccess: onChanged,
    onError: (error) => {
      setWrong(failedFields(error).currentPassword)
      input.current?.focus()
      input.current?.select()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { disabled, currentPassword }
    const parsed = AdminChange.safeParse(body)
    const problem = parsed.success ? undefined : fieldTexts(parsed.error).currentPassword?.bn
    setWrong(problem)
    if (problem) input.current?.focus()
    else change.mutate(body)
  }
  return (
    <Dialog
      title={t(`admins.${task}.title`)}
      onClose={onClose}
      isDirty={currentPassword !== ''}
      focus={input}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          {change.isError && (
            <Alert tone="error">
              <b>{t('admins.change.failed')}</b> {!wrong && failureText(change.error)}
            </Alert>
          )}
          <p>{t(`admins.${task}.lead`, { username })}</p>
          <OwnPasswordField
            error={wrong}
            value={currentPassword}
            onChange={({ target }) => setCurrentPassword(target.value)}
            ref={input}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.no')}</Button>
          <Button look={disabled ? 'danger-fill' : 'primary'} type="submit" busy={change.isPending}>
            {change.isPending ? t('form.saving') : t(`admins.${task}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const resolver = contractResolver<NewAdmin>(NewAdmin, (values) => values)
const EMPTY: NewAdmin = { username: '', password: '', currentPassword: '' }
const fieldNames = ['username', 'password', 'currentPassword'] as const

interface AddAdminDialogProps {
  onClose: () => void
  onAdded: (admin: Admin) => void
}

/** Adds one who may do the same as all others. */
function AddAdminDialog({ onClose, onAdded }: AddAdminDialogProps) {
  const api = useAdminApi()
  const first = useRef<HTMLInputElement>(null)
  const [key] = useState(() => new ContentKey<[string, string]>())
  const { register, handleSubmit, formState, setError, setFocus } = useForm<NewAdmin>({
    resolver,
    defaultValues: EMPTY,
  })
  const { errors, isDirty } = formState
  const add = useMutation({
    mutationFn: (admin: NewAdmin) =>
      api.createAdmin(
        { body: admin },
        { idempotencyKey: key.for([admin.username, admin.password]) },
      ),
    onSuccess: onAdded,
    onError: (error) => {
      const fields = failedFields(error)
      const wrong = fieldNames.filter((name) => fields[name])
      for (const name of wrong) setError(name, { type: 'server', message: fields[name] ?? '' })
      if (wrong[0]) setFocus(wrong[0], { shouldSelect: true })
    },
  })
  const username = register('username')
  return (
    <Dialog title={t('admins.add.title')} onClose={onClose} isDirty={isDirty} focus={first}>
      <form noValidate onSubmit={handleSubmit((values) => add.mutate(values))}>
        <div className="dialog__b">
          {add.isError && (
            <Alert tone="error">
              <b>{t('admins.add.failed')}</b>{' '}
              {Object.keys(failedFields(add.error)).length === 0 && failureText(add.error)}
            </Alert>
          )}
          <TextField
            label={t('admins.username')}
            hint={t('admins.username.hint')}
            error={errors.username?.message}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...username}
            ref={(input) => {
              username.ref(input)
              first.current = input
            }}
          />
          <AdminPasswordField
            label={t('admins.password')}
            hint={t('admins.password.hint', {
              min: toBengaliDigits(MIN_PASSWORD_LENGTH),
            })}
            error={errors.password?.message}
            autoComplete="new-password"
            required
            {...register('password')}
          />
          <OwnPasswordField
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {add.isPending ? t('form.saving') : t('admins.add.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
