import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
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
import { BengaliTextField, SelectField } from '../form/fields.tsx'
import { PasswordDialog } from '../form/password-dialog.tsx'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

const roleOptions = ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))

const roleResolver = contractResolver(AdminChange)

interface AdminDialogProps<Result> {
  admin: Admin
  onClose: () => void
  onSent: (result: Result) => void
}

/** Disables or enables another admin. */
export function ChangeAdminDialog({ admin, ...dialog }: AdminDialogProps<Admin>) {
  const api = useAdminApi()
  const { _id: id, username } = admin
  const disabled = admin.disabledAt === null
  const action = disabled ? 'disable' : 'enable'
  return (
    <PasswordDialog
      title={t(`admins.${action}.title`)}
      lead={t(`admins.${action}.lead`, { username })}
      submit={t(`admins.${action}`)}
      failed={t('admins.change.failed')}
      look={disabled ? 'danger-fill' : 'primary'}
      send={(values) =>
        api.updateAdmin({ params: { id }, body: AdminChange.parse({ disabled, ...values }) })
      }
      {...dialog}
    />
  )
}

/** Changes the role of another admin. */
export function RoleDialog({ admin, ...dialog }: AdminDialogProps<Admin>) {
  const api = useAdminApi()
  const { _id: id, username, role } = admin
  return (
    <PasswordDialog
      title={t('admins.role.title')}
      lead={t('admins.role.lead', { username })}
      submit={t('admins.role.change')}
      failed={t('admins.change.failed')}
      blank={{ role }}
      resolver={roleResolver}
      fields={(field) => (
        <SelectField
          label={t('admins.role')}
          hint={t('admins.role.hint')}
          options={roleOptions}
          required
          {...field('role')}
        />
      )}
      send={(values) => api.updateAdmin({ params: { id }, body: AdminChange.parse(values) })}
      {...dialog}
    />
  )
}

/** Generates a one-time password for another admin. */
export function ResetDialog({ admin, ...dialog }: AdminDialogProps<OneTimePassword>) {
  const api = useAdminApi()
  const { _id: id, username } = admin
  return (
    <PasswordDialog
      title={t('admins.reset.title')}
      lead={t('admins.reset.lead', { username })}
      submit={t('admins.reset.submit')}
      failed={t('admins.change.failed')}
      send={(values) =>
        api.resetPassword({ params: { id }, body: PasswordConfirmation.parse(values) })
      }
      {...dialog}
    />
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
    blank: { name: '', username: '', role: 'clerk', password: '', currentPassword: '' },
    resolver: newAdminResolver,
    send: (values) => {
      const body = NewAdmin.parse(values)
      const idempotencyKey = key.for([body.username, body.name ?? '', body.role, body.password])
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
      <BengaliTextField label={t('names.name')} autoComplete="off" {...form.field('name')} />
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
