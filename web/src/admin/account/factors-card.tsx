import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { QueryState } from '../components/query-state.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

/** Draws a QR code. In this file, so that its library loads with the dialog only. */
const TotpDialog = lazy(async () => {
  const { TotpDialog: dialog } = await import('./totp-dialog.tsx')
  return { default: dialog }
})

/** The user's second factor: a code app, with one-time codes for a lost phone. */
export function FactorsCard() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const [task, setTask] = useState<'on' | 'off' | 'renew' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const query = useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => api.getFactors({}, { signal }),
  })
  const changed = (fresh: readonly string[], message?: string) => {
    setTask(null)
    setCodes(fresh)
    if (message) toasts.show({ tone: 'ok', text: message })
    for (const key of ['factors', 'devices', 'admins']) {
      void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('factors.title')}</h2>
      <p className="hint">{t('factors.lead')}</p>
      <QueryState
        query={query}
        texts={{ loading: t('factors.loading'), error: t('factors.error') }}
      >
        {({ totp, codesLeft }) => (
          <>
            <p role="status">
              <b>{totp ? t('factors.isOn', { n: formatNumber(codesLeft) }) : t('factors.isOff')}</b>
            </p>
            {codes.length > 0 && <CodesBox codes={codes} onClose={() => setCodes([])} />}
            {totp ? (
              <div className="row">
                <Button icon="retry" onClick={() => setTask('renew')}>
                  {t('factors.codes.renew')}
                </Button>
                <Button look="danger" icon="close" onClick={() => setTask('off')}>
                  {t('factors.off')}
                </Button>
              </div>
            ) : (
              <div>
                <Button icon="lock" onClick={() => setTask('on')}>
                  {t('factors.on')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
      {task === 'on' && (
        <Suspense fallback={null}>
          <TotpDialog
            onClose={() => setTask(null)}
            onDone={(made) => changed(made.codes, t('factors.on.done'))}
          />
        </Suspense>
      )}
      {task === 'off' && (
        <PasswordDialog
          task="off"
          send={(body) => api.switchTotpOff({ body })}
          onClose={() => setTask(null)}
          onDone={() => changed([], t('factors.off.done'))}
        />
      )}
      {task === 'renew' && (
        <PasswordDialog
          task="codes.renew"
          send={(body) => api.renewCodes({ body })}
          onClose={() => setTask(null)}
          onDone={(made) => changed(made.codes)}
        />
      )}
    </section>
  )
}

/** Shows the codes once. Takes the focus, so that they are not missed. */
function CodesBox({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section className="secret" tabIndex={-1} ref={box} aria-label={t('factors.codes.title')}>
      <p>
        <b>{t('factors.codes.title')}।</b> {t('factors.codes.note')}
      </p>
      <ul className="codes" lang="en">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button icon="print" onClick={() => window.print()}>
          {t('factors.codes.print')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('secret.written')}
        </Button>
      </div>
    </section>
  )
}

const resolver = contractResolver(PasswordConfirmation)

interface PasswordDialogProps<Result> {
  task: 'off' | 'codes.renew'
  send: (body: PasswordConfirmation) => Promise<Result>
  onClose: () => void
  onDone: (result: Result) => void
}

/** Asks for the own password before the second factor changes. */
function PasswordDialog<Result>({ task, send, onClose, onDone }: PasswordDialogProps<Result>) {
  const form = useRequestForm({
    blank: { currentPassword: '' },
    resolver,
    send: (values) => send(PasswordConfirmation.parse(values)),
    onSent: onDone,
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={t(`factors.${task}.title`)}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={form.isPending ? t('form.saving') : t(`factors.${task}`)}
      look={task === 'off' ? 'danger-fill' : 'primary'}
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('admins.change.failed')}</b> {form.failure}
        </Alert>
      )}
      <p>{t(`factors.${task}.lead`)}</p>
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}
