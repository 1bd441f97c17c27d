import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import type { ComponentProps } from 'react'
import { withCopy } from '../t.ts'
import { AdminPasswordField } from './admin-password-field.tsx'

const t = withCopy(accountCopy)

type OwnPasswordFieldProps = Omit<
  ComponentProps<typeof AdminPasswordField>,
  'label' | 'hint' | 'autoComplete' | 'required'
>

/** The signed-in admin's password, asked for again before a sensitive action. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
  return (
    <AdminPasswordField
      label={t('admins.own')}
      hint={t('admins.own.hint')}
      autoComplete="current-password"
      required
      {...props}
    />
  )
}
