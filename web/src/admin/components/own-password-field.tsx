import type { ComponentProps } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { accountText } from '../account/account-text.ts'
import { passwordTexts } from '../sign-in/sign-in-form.tsx'

type OwnPasswordFieldProps = Omit<
  ComponentProps<typeof PasswordField>,
  'label' | 'hint' | 'texts' | 'autoComplete' | 'required'
>

/** One's own password, asked for again before something grave. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
  return (
    <PasswordField
      label={accountText('admins.own')}
      hint={accountText('admins.own.hint')}
      autoComplete="current-password"
      required
      texts={passwordTexts}
      {...props}
    />
  )
}
