import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { MIN_PASSWORD_LENGTH, PasswordChange } from '@bidyaloy/shared/school/admin-session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText } from '../api/failure-text.ts'
import { sessionQuery } from '../api/session.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { contractResolver } from '../form/use-record-form.ts'
import { t } from '../t.ts'

interface AccountValues extends PasswordChange {
  repeated: string
}

const EMPTY: AccountValues = { currentPassword: '', newPassword: '', repeated: '' }
const fieldNames = ['currentPassword', 'newPassword', 'repeated'] as const

const resolver = contractResolver<AccountValues>(
  PasswordChange,
  (values) => values,
  ({ newPassword, repeated }) =>
    newPassword === repeated ? {} : { repeated: t('admin.account.mismatch') },
)

/** Changes one's own password. */
export function PasswordCard() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const base = useId()
  const summary = useRef<HTMLDivElement>(null)
  const { data: session } = useQuery(sessionQuery(api))
  const { register, handleSubmit, formState, reset, setError } = useForm<AccountValues>({
    resolver,
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: AccountValues) =>
      api.changePassword({ body: { currentPassword, newPassword } }),
    onSuccess: () => {
      reset(EMPTY)
      // All others have been signed out.
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      toasts.show({ tone: 'ok', text: t('admin.account.changed') })
    },
    onError: (error) => {
      const fields = failedFields(error)
      for (const name of fieldNames) {
        if (fields[name]) setError(name, { type: 'server', message: fields[name] })
      }
    },
  })
  const { errors, submitCount } = formState
  const idOf = (name: keyof AccountValues) => `${base}-${name}`
  const wrong = fieldNames.flatMap((name) => {
    const text = errors[name]?.message
    return text ? [{ id: idOf(name), text }] : []
  })
  const refused = change.isError || wrong.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not for each change
  useEffect(() => {
    if (refused) summary.current?.focus()
  }, [submitCount, change.submittedAt, change.failureCount])

  const field = (name: keyof AccountValues) => ({
    id: idOf(name),
    error: errors[name]?.message,
    required: true,
    ...register(name),
  })
  return (
    <section className="card stack account" aria-labelledby={`${base}-head`}>
      <h2 id={`${base}-head`}>{t('admin.account.title')}</h2>
      <p className="hint">{t('admin.account.lead')}</p>
      <form className="stack" noValidate onSubmit={handleSubmit((values) => change.mutate(values))}>
        {refused && (
          <ErrorSummary ref={summary} fields={wrong}>
            {change.isError && (
              <p>
                <b>{t('admin.account.failed')}</b> {failureText(change.error)}
              </p>
            )}
          </ErrorSummary>
        )}
        {/* For password managers, which must know whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session?.username ?? ''}
          readOnly
          hidden
        />
        <AdminPasswordField
          label={t('admin.account.current')}
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <AdminPasswordField
          label={t('admin.account.new')}
          hint={t('admin.account.new.hint', { min: toBengaliDigits(MIN_PASSWORD_LENGTH) })}
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <AdminPasswordField
          label={t('admin.account.repeat')}
          autoComplete="new-password"
          {...field('repeated')}
        />
        <div className="formfoot">
          <Button look="primary" type="submit" busy={change.isPending}>
            {t(change.isPending ? 'form.saving' : 'admin.account.submit')}
          </Button>
        </div>
      </form>
    </section>
  )
}
