import type { ComponentProps } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { adminText } from '../admin-text.tsx'

const texts = {
  show: adminText('admin.login.show'),
  hide: adminText('admin.login.hide'),
  capsLock: adminText('admin.login.capsLock'),
}

/** A password field with the dashboard's texts. */
export function AdminPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'texts'>) {
  return <PasswordField {...props} texts={texts} />
}
