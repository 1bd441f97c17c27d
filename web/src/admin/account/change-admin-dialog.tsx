import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { type Admin, AdminChange } from '@bidyaloy/shared/school/admin-session'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText } from '../api/failure-text.ts'
import { accountText } from './account-text.ts'
import { OwnPasswordField } from './own-password-field.tsx'

interface ChangeAdminDialogProps {
  admin: Admin
  onClose: () => void
  onChanged: (admin: Admin) => void
}

/** Disables another admin, or enables again; asks for one's own password. */
export function ChangeAdminDialog({ admin, onClose, onChanged }: ChangeAdminDialogProps) {
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
      title={accountText(`admins.${task}.title`)}
      onClose={onClose}
      isDirty={currentPassword !== ''}
      focus={input}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          {change.isError && (
            <Alert tone="error">
              <b>{accountText('admins.change.failed')}</b> {!wrong && failureText(change.error)}
            </Alert>
          )}
          <p>{accountText(`admins.${task}.lead`, { username })}</p>
          <OwnPasswordField
            error={wrong}
            value={currentPassword}
            onChange={({ target }) => setCurrentPassword(target.value)}
            ref={input}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.no')}</Button>
          <Button look={disabled ? 'danger-fill' : 'primary'} type="submit" busy={change.isPending}>
            {change.isPending ? adminText('form.saving') : accountText(`admins.${task}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
