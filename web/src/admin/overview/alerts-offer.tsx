import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { sessionQuery, useRights } from '../api/session.ts'
import { canBeTold, devicesQuery, startAlerts } from '../components/account-alerts.ts'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

/** Whether there is something to tell this account, and its browser is not told yet. */
export function useAlertsOffer(): boolean {
  const api = useAdminApi()
  const may = useRights()
  const { data: session } = useQuery({ ...sessionQuery(api), enabled: false })
  const isUseful = (session?.approval === true || may('backups')) && canBeTold()
  const { data: devices } = useQuery({ ...devicesQuery(api), enabled: isUseful })
  const current = devices?.find(({ isCurrent }) => isCurrent)
  return isUseful && current !== undefined && !current.alerts
}

/** Has this browser told of what waits, is sent back or approved, and of failed backups. */
export function AlertsOffer() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const start = useMutation({
    mutationFn: () => startAlerts(api),
    onSuccess: (isGiven) => {
      toasts.show(
        isGiven
          ? { tone: 'ok', text: t('overview.alerts.started') }
          : { tone: 'error', text: t('alerts.denied') },
      )
      return queryClient.invalidateQueries({ queryKey: devicesQuery(api).queryKey })
    },
    onError: (error) =>
      toasts.show({ tone: 'error', text: `${t('alerts.failed')} ${failureText(error)}` }),
  })
  return (
    <Button small busy={start.isPending} onClick={() => start.mutate()}>
      {t('overview.alerts.start')}
    </Button>
  )
}
