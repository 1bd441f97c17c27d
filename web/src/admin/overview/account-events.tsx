import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { deviceName } from '@bidyaloy/shared/school/device-name'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { useNames } from '../components/names.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { accountPath } from '../components/screen-links.ts'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

interface AccountEventsProps extends Pick<AdminOverview, 'accountEvents'> {
  /** Called before the events are gone: the focus is on one of their buttons. */
  onSeen: () => void
}

/** What happened to the account, and what to do if its owner has not done it. */
export function AccountEvents({ accountEvents, onSeen }: AccountEventsProps) {
  const api = useAdminApi()
  const toasts = useToasts()
  const { nameOf } = useNames()
  const queryClient = useQueryClient()
  const upTo = accountEvents.at(-1)?.at ?? ''
  const see = useMutation({
    mutationFn: () => api.seeAccountEvents({ body: { upTo } }),
    onSuccess: async () => {
      onSeen()
      await queryClient.invalidateQueries(overviewQuery(api))
    },
    onError: (error) =>
      toasts.show({ tone: 'error', text: `${t('overview.events.failed')} ${failureText(error)}` }),
  })
  return (
    <section className="card stack" aria-labelledby="account-events">
      <h2 id="account-events">{t('overview.events')}</h2>
      <ul className="stack">
        {accountEvents.map(({ at, kind, userAgent = '', by = '' }) => (
          <li key={`${at} ${kind}`}>
            {t(`overview.events.${kind}`, {
              moment: formatDateTime(at),
              device: deviceName(userAgent),
              by: nameOf(by),
            })}
          </li>
        ))}
      </ul>
      <p>{t('overview.events.what')}</p>
      <div className="row">
        <Link className="btn" to={accountPath('own')}>
          {t('overview.events.password')}
        </Link>
        <Link className="btn" to={accountPath('login')}>
          {t('overview.events.devices')}
        </Link>
        <Button icon="check" busy={see.isPending} onClick={() => see.mutate()}>
          {t('overview.events.seen')}
        </Button>
      </div>
    </section>
  )
}
