import type { ComponentProps } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { t } from '../t.ts'

const texts = {
  show: t('admin.login.show'),
  hide: t('admin.login.hide'),
  capsLock: t('admin.login.capsLock'),
}

/** A password field with the dashboard's texts. */
export function AdminPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'texts'>) {
  return <PasswordField {...props} texts={texts} />
}
