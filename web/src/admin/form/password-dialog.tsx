import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import type { ReactNode } from 'react'
import type { Resolver } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { t } from '../t.ts'
import { contractResolver } from './contract-resolver.ts'
import type { TextValues } from './drafts.ts'
import { useRequestForm } from './use-request-form.ts'

const passwordOnly = contractResolver(PasswordConfirmation)

interface PasswordDialogProps<Result> {
  title: string
  /** What will happen. */
  lead: string
  submit: string
  /** Said before the reason of a failure. */
  failed?: string
  look?: 'primary' | 'danger-fill'
  /** Initial values of further fields. */
  blank?: TextValues
  /** Checks the whole form. */
  resolver?: Resolver<Record<string, string>>
  /** Draws the further fields, above the password. */
  fields?: (field: ReturnType<typeof useRequestForm>['field']) => ReactNode
  send: (values: TextValues) => Promise<Result>
  onSent: (result: Result) => void
  onClose: () => void
}

/** Asks for the own password before one request, with further fields where it needs them. */
export function PasswordDialog<Result>({
  title,
  lead,
  submit,
  failed,
  look = 'primary',
  blank,
  resolver = passwordOnly,
  fields,
  send,
  onSent,
  onClose,
}: PasswordDialogProps<Result>) {
  const form = useRequestForm({
    blank: { ...blank, currentPassword: '' },
    resolver,
    send,
    onSent,
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : submit}
      look={look}
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.isError && (failed || form.failure) && (
        <Alert tone="error">
          {failed && <b>{failed}</b>} {form.failure}
        </Alert>
      )}
      <p>{lead}</p>
      {fields?.(form.field)}
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}
