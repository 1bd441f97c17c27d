import type { ComponentProps } from 'react'
import { accountText } from '../account/account-text.ts'
import { AdminPasswordField } from './admin-password-field.tsx'

type OwnPasswordFieldProps = Omit<
  ComponentProps<typeof AdminPasswordField>,
  'label' | 'hint' | 'autoComplete' | 'required'
>

/** The password of the signed-in person, asked for again before a sensitive action. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
  return (
    <AdminPasswordField
      label={accountText('admins.own')}
      hint={accountText('admins.own.hint')}
      autoComplete="current-password"
      required
      {...props}
    />
  )
}
