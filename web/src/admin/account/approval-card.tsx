import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { SiteSettingsChange } from '@bidyaloy/shared/features/settings/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { settingsQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { sessionQuery } from '../api/session.ts'
import { QueryState } from '../components/query-state.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

/** Switches whether what clerks write waits for approval. */
export function ApprovalCard() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const query = useQuery(settingsQuery(api))
  const change = useMutation({
    mutationFn: async (approval: boolean) => {
      const settings = await api.getSettings()
      await api.updateSettings({ body: SiteSettingsChange.parse({ ...settings, approval }) })
    },
    onSuccess: (_, approval) =>
      toasts.show({ tone: 'ok', text: t(approval ? 'approval.on.done' : 'approval.off.done') }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery(api).queryKey })
      void queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
    },
  })
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('approval.title')}</h2>
      <p className="hint">{t('approval.lead')}</p>
      <QueryState
        query={query}
        texts={{ loading: t('approval.loading'), error: t('approval.error') }}
      >
        {({ approval = false }) => (
          <>
            <p role="status">
              <b>{t(approval ? 'approval.isOn' : 'approval.isOff')}</b>
            </p>
            {change.isError && (
              <Alert tone="error">
                <b>{t('approval.failed')}</b> {failureText(change.error)}
              </Alert>
            )}
            <div>
              <Button
                icon={approval ? 'close' : 'check'}
                busy={change.isPending}
                onClick={() => change.mutate(!approval)}
              >
                {t(approval ? 'approval.turnOff' : 'approval.turnOn')}
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </section>
  )
}
