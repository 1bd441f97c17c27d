import { ApiError } from '@bidyaloy/shared/api/api'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { SignIn } from '@bidyaloy/shared/school/admin-session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
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
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const { register, handleSubmit, formState, setFocus, setError } = useForm<Record<string, string>>(
    { resolver, defaultValues: { username, password: '', code: '' } },
  )
  const [needsCode, setNeedsCode] = useState(false)
  const { errors } = formState
  useEffect(() => {
    setFocus(username ? 'password' : 'username')
  }, [username, setFocus])
  useEffect(() => {
    if (needsCode) setFocus('code')
  }, [needsCode, setFocus])
  const signIn = useMutation({
    mutationFn: async (values: Record<string, string>) => {
      await api.login({ body: SignIn.parse(values) })
      await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 })
    },
    onSuccess: onSignedIn,
    onError: (error, values) => {
      const refused = failedFields(error).code
      if (refused) {
        setNeedsCode(true)
        if (!values.code) return
        setError('code', { type: 'server', message: refused })
        setFocus('code', { shouldSelect: true })
      }
      // The password can be typed again immediately; the alert is read out.
      if (hasCode(error, 'invalid_credentials')) setFocus('password', { shouldSelect: true })
    },
  })
  return (
    <form method="post" noValidate onSubmit={handleSubmit((values) => signIn.mutate(values))}>
      {children({
        fields: (
          <>
            {signIn.isError && !failedFields(signIn.error).code && (
              <Alert tone="error">{signInFailure(signIn.error)}</Alert>
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
            {needsCode && (
              <>
                <p role="status">{t('admin.login.code.needed')}</p>
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
