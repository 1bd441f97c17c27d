import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { MIN_PASSWORD_LENGTH, PasswordChange } from '@bidyaloy/shared/school/admin-session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { sessionQuery } from '../api/session.ts'
import { AdminPasswordField } from '../components/admin-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { useRequestForm } from '../form/use-request-form.ts'
import { t } from '../t.ts'

const resolver = contractResolver(
  PasswordChange,
  (values) => values,
  ({ newPassword, repeated }) =>
    newPassword === repeated ? {} : { repeated: t('admin.account.mismatch') },
)

/** Changes the user's own password. */
export function PasswordCard() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: session } = useQuery(sessionQuery(api))
  const form = useRequestForm({
    blank: { currentPassword: '', newPassword: '', repeated: '' },
    resolver,
    send: (values) => api.changePassword({ body: PasswordChange.parse(values) }),
    onSent: () => {
      form.reset()
      // Not in a field, which is empty now.
      heading.current?.focus()
      // The server has signed out all other devices.
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      // A one-time password has become an own one.
      void queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
      toasts.show({ tone: 'ok', text: t('admin.account.changed') })
    },
    hasSummary: true,
  })
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId} tabIndex={-1} ref={heading}>
        {t('admin.account.title')}
      </h2>
      <p className="hint">{t('admin.account.lead')}</p>
      <form className="stack" noValidate onSubmit={form.submit}>
        <ErrorSummary {...form.summary}>
          {form.isError && (
            <p>
              <b>{t('admin.account.failed')}</b> {failureText(form.error)}
            </p>
          )}
        </ErrorSummary>
        {/* Tells password managers whose password this is. */}
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
          required
          {...form.field('currentPassword')}
        />
        <AdminPasswordField
          label={t('admin.account.new')}
          hint={t('admin.account.new.hint', { min: toBengaliDigits(MIN_PASSWORD_LENGTH) })}
          autoComplete="new-password"
          required
          {...form.field('newPassword')}
        />
        <AdminPasswordField
          label={t('admin.account.repeat')}
          autoComplete="new-password"
          required
          {...form.field('repeated')}
        />
        <div className="formfoot">
          <Button look="primary" type="submit" busy={form.isPending}>
            {t(form.isPending ? 'form.saving' : 'admin.account.submit')}
          </Button>
        </div>
      </form>
    </section>
  )
}
