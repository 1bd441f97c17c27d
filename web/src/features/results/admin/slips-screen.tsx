import { resultsAdminCopy } from '@bidyaloy/shared/features/results/admin-copy'
import { resultsTitle } from '@bidyaloy/shared/features/results/paths'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { OnlineGate } from '../../../admin/desktop-state/desktop-only.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { orNull } from '../../../ui/page-context.ts'
import { keptSlips, sheetsQuery } from './sheets-query.ts'
import { Slips } from './slips.tsx'

const t = withCopy(resultsAdminCopy)

/** The slips that this browser has brought and not printed yet. */
export function SlipsScreen() {
  const { id = '' } = useParams()
  const api = useAdminApi()
  const kept = keptSlips.find(id)
  const sheets = useQuery(sheetsQuery(api))
  const query = useQuery({
    queryKey: ['resultSlips', id],
    // Not for longer than the screen.
    gcTime: 0,
    queryFn: () => (kept ? orNull(api.openSlips({ params: { id }, body: { kept } })) : null),
  })
  const sheet = sheets.data?.find(({ _id }) => _id === id)
  return (
    <>
      <ScreenHead title={resultsTitle}>{t('results.admin.lead')}</ScreenHead>
      <p className="row">
        <Link className="btn btn--small" to={`${HOME_PATH}/results`}>
          <Icon name="left" /> {t('results.admin.back')}
        </Link>
      </p>
      <OnlineGate offline={t('results.admin.offline')}>
        <QueryState
          query={query}
          texts={{ loading: t('results.slips.loading'), error: t('results.slips.error') }}
          isEmpty={() => false}
        >
          {(opened) =>
            opened && sheet ? (
              <Slips sheet={sheet} slips={opened.slips} />
            ) : (
              sheets.isSuccess && <Alert tone="warn">{t('results.slips.gone')}</Alert>
            )
          }
        </QueryState>
      </OnlineGate>
    </>
  )
}
