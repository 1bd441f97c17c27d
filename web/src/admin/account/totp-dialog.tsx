import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { NewTotp, type RecoveryCodes } from '@bidyaloy/shared/school/factors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
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
  const address = `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}`
  return (
    <FormDialog
      title={t('factors.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus="title"
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
          {isPhone() ? (
            <LinkAndKey {...{ secret, address }} />
          ) : (
            <Picture {...{ secret, address }} />
          )}
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

/** Whether the app is probably on this device, which cannot scan its own screen. */
const isPhone = () => matchMedia('(pointer: coarse)').matches

interface SecretProps {
  secret: string
  /** Opens code apps that are on the device. */
  address: string
}

function LinkAndKey({ secret, address }: SecretProps) {
  return (
    <div className="stack stack--3">
      <p>
        {t('factors.step.link')}{' '}
        <a className="btn" href={address}>
          {t('factors.link')}
        </a>
      </p>
      <p>
        {t('factors.step.key')} <Key secret={secret} />
      </p>
      <details className="more-fields">
        <summary>
          <Icon name="down" /> {t('factors.qr.show')}
        </summary>
        <QrCode text={address} label={t('factors.qr')} />
      </details>
    </div>
  )
}

function Picture({ secret, address }: SecretProps) {
  return (
    <>
      {t('factors.step.scan')} <Key secret={secret} />
      <QrCode text={address} label={t('factors.qr')} />
    </>
  )
}

function Key({ secret }: Pick<SecretProps, 'secret'>) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  return (
    <>
      <b lang="en">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</b>{' '}
      <Button small icon="file" onClick={() => setIsCopied(copyText(secret))}>
        {t('factors.key.copy')}
      </Button>{' '}
      <span role="status">
        {isCopied !== null && t(isCopied ? 'factors.key.copied' : 'factors.key.failed')}
      </span>
    </>
  )
}
