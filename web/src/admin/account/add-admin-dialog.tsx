import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { type Admin, MIN_PASSWORD_LENGTH, NewAdmin } from '@bidyaloy/shared/school/admin-session'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { contractResolver } from '../form/contract-resolver.ts'
import { passwordTexts } from '../sign-in/sign-in-form.tsx'
import { accountText } from './account-text.ts'
import { OwnPasswordField } from './own-password-field.tsx'

const resolver = contractResolver<NewAdmin>(NewAdmin, (values) => values)
const EMPTY: NewAdmin = { username: '', password: '', currentPassword: '' }
const fieldNames = ['username', 'password', 'currentPassword'] as const

interface AddAdminDialogProps {
  onClose: () => void
  onAdded: (admin: Admin) => void
}

/** Adds one who may do the same as all others. */
export function AddAdminDialog({ onClose, onAdded }: AddAdminDialogProps) {
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
    <Dialog
      title={accountText('admins.add.title')}
      onClose={onClose}
      isDirty={isDirty}
      focus={first}
    >
      <form noValidate onSubmit={handleSubmit((values) => add.mutate(values))}>
        <div className="dialog__b">
          {add.isError && (
            <Alert tone="error">
              <b>{accountText('admins.add.failed')}</b>{' '}
              {Object.keys(failedFields(add.error)).length === 0 && failureText(add.error)}
            </Alert>
          )}
          <TextField
            label={accountText('admins.username')}
            hint={accountText('admins.username.hint')}
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
          <PasswordField
            label={accountText('admins.password')}
            hint={accountText('admins.password.hint', {
              min: toBengaliDigits(MIN_PASSWORD_LENGTH),
            })}
            error={errors.password?.message}
            autoComplete="new-password"
            required
            texts={passwordTexts}
            {...register('password')}
          />
          <OwnPasswordField
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {add.isPending ? adminText('form.saving') : accountText('admins.add.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
