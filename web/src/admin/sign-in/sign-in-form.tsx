import { ApiError } from '@bidyaloy/shared/api/api'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { SignIn } from '@bidyaloy/shared/school/admin-session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { canUsePasskeys, hasUsedPasskey, signInWithPasskey } from '../api/passkeys.ts'
import { sessionQuery } from '../api/session.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { t } from '../t.ts'

const resolver = contractResolver(SignIn)

interface SignInFormProps {
  /** The known user; then the focus starts on the password. */
  username?: string
  /** Whether the button is as wide as the form. */
  wide?: boolean
  /** Called after the session has been read. */
  onSignedIn: () => void
  /** Lays out the fields and the button, in a card or a dialog. */
  children: (parts: { fields: ReactNode; submit: ReactNode }) => ReactNode
}

export function SignInForm({ username = '', wide = false, onSignedIn, children }: SignInFormProps) {
  const { register, handleSubmit, formState, setFocus, setError } = useForm<Record<string, string>>(
    { resolver, defaultValues: { username, password: '', code: '' } },
  )
  /** Why the password is not enough, and whether a passkey can be used instead. */
  const [needed, setNeeded] = useState<NextStep | null>(null)
  const [startsWithPasskey] = useState(hasUsedPasskey)
  const passkeyButton = useRef<HTMLButtonElement>(null)
  const { errors } = formState
  useEffect(() => {
    if (startsWithPasskey) passkeyButton.current?.focus()
    else setFocus(username ? 'password' : 'username')
  }, [startsWithPasskey, username, setFocus])
  useEffect(() => {
    if (needed?.passkey) passkeyButton.current?.focus()
    else if (needed) setFocus('code')
  }, [needed, setFocus])
  const { signIn, withPasskey } = useSignIn({ onSignedIn, setNeeded, setError, setFocus })
  const passkey = (
    <Button
      icon="lock"
      wide
      ref={passkeyButton}
      busy={withPasskey.isPending}
      onClick={() => {
        signIn.reset()
        withPasskey.mutate()
      }}
    >
      {t(withPasskey.isPending ? 'admin.login.passkey.waiting' : 'admin.login.passkey')}
    </Button>
  )
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((values) => {
        withPasskey.reset()
        signIn.mutate(values)
      })}
    >
      {children({
        fields: (
          <>
            {signIn.isError && !failedFields(signIn.error).code && (
              <Alert tone="error">{signInFailure(signIn.error)}</Alert>
            )}
            {withPasskey.isError && <Alert tone="error">{passkeyFailure(withPasskey.error)}</Alert>}
            {startsWithPasskey && (
              <>
                {passkey}
                <p className="hint">{t('admin.login.passkey.or')}</p>
              </>
            )}
            <TextField
              label={t('admin.login.username')}
              error={errors.username?.message}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              {...register('username')}
            />
            <AdminPasswordField
              label={t('admin.login.password')}
              error={errors.password?.message}
              autoComplete="current-password"
              required
              {...register('password')}
            />
            {needed && (
              <>
                <p role="status">{needed.text}</p>
                {needed.passkey && !startsWithPasskey && passkey}
                <TextField
                  label={t('admin.login.code')}
                  hint={t('admin.login.code.hint')}
                  error={errors.code?.message}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  {...register('code')}
                />
              </>
            )}
          </>
        ),
        submit: (
          <Button look="primary" wide={wide} type="submit" busy={signIn.isPending}>
            {signIn.isPending ? (
              t('admin.login.submitting')
            ) : (
              <Bilingual {...t.pair('admin.login.submit')} />
            )}
          </Button>
        ),
      })}
    </form>
  )
}

/** Why the password is not enough, and whether a passkey can be used instead. */
interface NextStep {
  text: string
  passkey: boolean
}

interface SignInOptions
  extends Pick<UseFormReturn<Record<string, string>>, 'setError' | 'setFocus'> {
  onSignedIn: () => void
  setNeeded: (change: (present: NextStep | null) => NextStep) => void
}

/** Signs in with the typed values, or with a passkey, and reads the session. */
function useSignIn({ onSignedIn, setNeeded, setError, setFocus }: SignInOptions) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const readSession = () => queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 })
  const withPasskey = useMutation({
    mutationFn: async () => {
      await signInWithPasskey(api)
      await readSession()
    },
    onSuccess: onSignedIn,
  })
  const signIn = useMutation({
    mutationFn: async (values: Record<string, string>) => {
      await api.login({ body: SignIn.parse(values) })
      await readSession()
    },
    onSuccess: onSignedIn,
    onError: (error, values) => {
      const { code: refused, passkey } = failedFields(error)
      if (refused) {
        setNeeded((present) => present ?? howToGoOn(passkey !== undefined))
        if (!values.code) return
        setError('code', { type: 'server', message: refused })
        setFocus('code', { shouldSelect: true })
      }
      // The password can be typed again immediately; the alert is read out.
      if (hasCode(error, 'invalid_credentials')) setFocus('password', { shouldSelect: true })
    },
  })
  return { signIn, withPasskey }
}

function howToGoOn(hasPasskey: boolean): NextStep {
  if (!hasPasskey) return { text: t('admin.login.code.needed'), passkey: false }
  const passkey = canUsePasskeys()
  return { text: t(`admin.login.passkey.${passkey ? 'needed' : 'notHere'}`), passkey }
}

function passkeyFailure(error: Error): string {
  return hasCode(error, 'invalid_credentials')
    ? t('admin.login.passkey.failed')
    : signInFailure(error)
}

const SECONDS_A_MINUTE = 60

function signInFailure(error: Error): string {
  if (!(error instanceof ApiError)) return failureText(error)
  if (error.code === 'invalid_credentials') return t('admin.login.failed')
  if (error.code === 'offline') return t('admin.login.away')
  if (error.code === 'too_many_requests' && error.retryAfter) {
    const minutes = Math.ceil(error.retryAfter / SECONDS_A_MINUTE)
    return t('admin.login.tooMany', { minutes: toBengaliDigits(minutes) })
  }
  return failureText(error)
}
