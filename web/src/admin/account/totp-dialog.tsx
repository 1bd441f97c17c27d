import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { NewTotp, type RecoveryCodes } from '@bidyaloy/shared/school/factors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { Alert } from '../../ui/alert.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { sessionQuery } from '../api/session.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a secret of 160 bits as base32: 5 bits of each byte. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => BASE32.charAt(byte % BASE32.length)).join('')
}

const resolver = contractResolver(NewTotp)

interface TotpDialogProps {
  onClose: () => void
  onDone: (codes: RecoveryCodes) => void
}

/** Sets up a code app: shows the secret, then asks for the app's code and the own password. */
export function TotpDialog({ onClose, onDone }: TotpDialogProps) {
  const api = useAdminApi()
  const { data: session } = useQuery({ ...sessionQuery(api), enabled: false })
  // Short: a school's name in percent encoding makes the picture too fine for simple cameras.
  const issuer = location.hostname
  const [secret] = useState(newSecret)
  const form = useRequestForm({
    blank: { code: '', currentPassword: '', secret },
    resolver,
    send: (values) => api.switchTotpOn({ body: NewTotp.parse(values) }),
    onSent: onDone,
    retryField: 'code',
  })
  const label = `${issuer}:${encodeURIComponent(session?.username ?? '')}`
  return (
    <FormDialog
      title={t('factors.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : t('factors.on')}
      busy={form.isPending}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('factors.on.failed')}</b> {form.failure}
        </Alert>
      )}
      <ol className="totp">
        <li>{t('factors.step.open')}</li>
        <li>
          {t('factors.step.scan')} <b lang="en">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</b>
          <QrCode text={`otpauth://totp/${label}?secret=${secret}&issuer=${issuer}`} />
        </li>
        <li>{t('factors.step.type')}</li>
      </ol>
      <TextField
        label={t('factors.code')}
        hint={t('factors.code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field('code')}
      />
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}

/** Dark modules as one path, on white in the dark theme too: cameras need the contrast. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('factors.qr')}>
      <path d={path.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
