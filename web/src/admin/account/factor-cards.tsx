import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryState } from '../components/query-state.tsx'
import { PasswordDialog } from '../form/password-dialog.tsx'
import { withCopy } from '../t.ts'
import type { FactorCardProps } from './factor-card-props.ts'
import { PasskeysCard } from './passkeys-card.tsx'

const t = withCopy(accountCopy)

/** Draws a QR code. In this file, so that its library loads with the dialog only. */
const TotpDialog = lazy(async () => {
  const { TotpDialog: dialog } = await import('./totp-dialog.tsx')
  return { default: dialog }
})

/** The user's second factors: passkeys, a code app, and one-time codes for a lost phone. */
export function FactorCards() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const [fresh, setFresh] = useState<readonly string[]>([])
  const query = useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => api.getFactors({}, { signal }),
  })
  const changed = (message: string | null, codes: readonly string[] = []) => {
    setFresh(codes)
    if (message) toasts.show({ tone: 'ok', text: message })
    for (const key of ['factors', 'devices', 'admins']) {
      void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }
  const { totp, passkeys = [] } = query.data ?? {}
  return (
    <>
      <PasskeysCard query={query} onChanged={changed} />
      <TotpCard query={query} onChanged={changed} />
      {query.data && (totp || passkeys.length > 0) && (
        <CodesCard
          left={query.data.codesLeft}
          fresh={fresh}
          onChanged={changed}
          onWritten={() => setFresh([])}
        />
      )}
    </>
  )
}

/** The code app. */
function TotpCard({ query, onChanged }: FactorCardProps) {
  const api = useAdminApi()
  const headId = useId()
  const [task, setTask] = useState<'on' | 'off' | null>(null)
  const close = () => setTask(null)
  const hasPasskeys = query.data !== undefined && query.data.passkeys.length > 0
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('factors.title')}</h2>
      <p className="hint">{t('factors.lead')}</p>
      <QueryState
        query={query}
        texts={{ loading: t('factors.loading'), error: t('factors.error') }}
      >
        {({ totp }) => (
          <>
            <p role="status">
              <b>{t(totp ? 'factors.isOn' : 'factors.isOff')}</b>
            </p>
            <div>
              {totp ? (
                <Button look="danger" icon="close" onClick={() => setTask('off')}>
                  {t('factors.off')}
                </Button>
              ) : (
                <Button icon="lock" onClick={() => setTask('on')}>
                  {t('factors.on')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryState>
      {task === 'on' && (
        <Suspense fallback={null}>
          <TotpDialog
            onClose={close}
            onDone={({ codes }) => {
              close()
              onChanged(t(codes.length > 0 ? 'factors.on.first' : 'factors.on.done'), codes)
            }}
          />
        </Suspense>
      )}
      {task === 'off' && (
        <PasswordDialog
          title={t('factors.off.title')}
          lead={t(hasPasskeys ? 'factors.off.kept' : 'factors.off.lead')}
          submit={t('factors.off')}
          failed={t('admins.change.failed')}
          look="danger-fill"
          send={(values) => api.switchTotpOff({ body: PasswordConfirmation.parse(values) })}
          onSent={() => {
            close()
            onChanged(t('factors.off.done'))
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface CodesCardProps {
  /** Number of unused codes. */
  left: number
  /** New codes, which are shown once. */
  fresh: readonly string[]
  onChanged: FactorCardProps['onChanged']
  onWritten: () => void
}

/** The one-time codes. */
function CodesCard({ left, fresh, onChanged, onWritten }: CodesCardProps) {
  const api = useAdminApi()
  const headId = useId()
  const [renewing, setRenewing] = useState(false)
  const close = () => setRenewing(false)
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('factors.codes.title')}</h2>
      <p className="hint">
        {t('factors.codes.lead')} {t('factors.codes.left', { n: formatNumber(left) })}
      </p>
      {fresh.length > 0 && <FreshCodes key={fresh[0]} codes={fresh} onClose={onWritten} />}
      <div>
        <Button icon="retry" onClick={() => setRenewing(true)}>
          {t('factors.codes.renew')}
        </Button>
      </div>
      {renewing && (
        <PasswordDialog
          title={t('factors.codes.renew.title')}
          lead={t('factors.codes.renew.lead')}
          submit={t('factors.codes.renew')}
          failed={t('admins.change.failed')}
          send={(values) => api.renewCodes({ body: PasswordConfirmation.parse(values) })}
          onSent={({ codes }) => {
            close()
            onChanged(null, codes)
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Shows the codes once. Takes the focus, so that they are not missed. */
function FreshCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section className="secret" tabIndex={-1} ref={box} aria-label={t('factors.codes.new')}>
      <p>
        <b>{t('factors.codes.new')}।</b> {t('factors.codes.note')}
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
