import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import {
  type Admin,
  AdminChange,
  MIN_PASSWORD_LENGTH,
  NewAdmin,
  type OneTimePassword,
  PasswordConfirmation,
} from '@bidyaloy/shared/school/admin-session'
import { ROLES } from '@bidyaloy/shared/school/roles'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { SelectField } from '../form/fields.tsx'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

const roleOptions = ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))

const passwordResolver = contractResolver(PasswordConfirmation)
const roleResolver = contractResolver(AdminChange)

interface ChangeAdminDialogProps {
  admin: Admin
  onClose: () => void
  onChanged: (admin: Admin) => void
}

/** Disables or enables another admin, after asking for the user's own password. */
export function ChangeAdminDialog({ admin, onClose, onChanged }: ChangeAdminDialogProps) {
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

/** Adds an admin, by default a clerk. */
export function AddAdminDialog({ onClose, onAdded }: AddAdminDialogProps) {
  const api = useAdminApi()
  const [key] = useState(() => new ContentKey<string[]>())
  const form = useRequestForm({
    blank: { username: '', role: 'clerk', password: '', currentPassword: '' },
    resolver: newAdminResolver,
    send: (values) => {
      const body = NewAdmin.parse(values)
      const idempotencyKey = key.for([body.username, body.role, body.password])
      return api.createAdmin({ body }, { idempotencyKey })
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
      <SelectField
        label={t('admins.role')}
        hint={t('admins.role.hint')}
        options={roleOptions}
        required
        {...form.field('role')}
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

interface RoleDialogProps {
  admin: Admin
  onClose: () => void
  onChanged: (admin: Admin) => void
}

/** Changes the role of another admin, after asking for the user's own password. */
export function RoleDialog({ admin, onClose, onChanged }: RoleDialogProps) {
  const api = useAdminApi()
  const { _id: id, username } = admin
  const form = useRequestForm({
    blank: { role: admin.role, currentPassword: '' },
    resolver: roleResolver,
    send: (values) => api.updateAdmin({ params: { id }, body: AdminChange.parse(values) }),
    onSent: onChanged,
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={t('admins.role.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : t('admins.role.change')}
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('admins.change.failed')}</b> {form.failure}
        </Alert>
      )}
      <p>{t('admins.role.lead', { username })}</p>
      <SelectField
        label={t('admins.role')}
        hint={t('admins.role.hint')}
        options={roleOptions}
        required
        {...form.field('role')}
      />
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}

interface ResetDialogProps {
  admin: Admin
  onClose: () => void
  onReset: (password: OneTimePassword) => void
}

/** Generates a one-time password for another admin, after asking for the user's own password. */
export function ResetDialog({ admin, onClose, onReset }: ResetDialogProps) {
  const api = useAdminApi()
  const { _id: id, username } = admin
  const form = useRequestForm({
    blank: { currentPassword: '' },
    resolver: passwordResolver,
    send: (values) =>
      api.resetPassword({ params: { id }, body: PasswordConfirmation.parse(values) }),
    onSent: onReset,
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={t('admins.reset.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : t('admins.reset.submit')}
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('admins.change.failed')}</b> {form.failure}
        </Alert>
      )}
      <p>{t('admins.reset.lead', { username })}</p>
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}
