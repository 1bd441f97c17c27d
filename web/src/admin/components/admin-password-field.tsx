// Apart from own-password-field.tsx, whose texts are not part of the first screen's bundle.
import type { ComponentProps } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { t } from '../t.ts'

const texts = {
  show: t('admin.login.show'),
  hide: t('admin.login.hide'),
  capsLock: t('admin.login.capsLock'),
}

/** `PasswordField` with the dashboard's texts. */
export function AdminPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'texts'>) {
  return <PasswordField {...props} texts={texts} />
}
