import { photoRequestAdminCopy } from '@bidyaloy/shared/features/photo-requests/admin-copy'
import { SiteSettingsChange } from '@bidyaloy/shared/features/settings/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { withCopy } from '../../../admin/t.ts'
import { settingsQuery } from '../../../school/use-school.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(photoRequestAdminCopy)

/** Switches whether a photo is hidden by itself when two addresses ask for that. */
export function AutomaticCard() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const query = useQuery(settingsQuery(api))
  const change = useMutation({
    mutationFn: async (hidesAskedPhotos: boolean) => {
      const settings = await api.getSettings()
      await api.updateSettings({
        body: SiteSettingsChange.parse({ ...settings, hidesAskedPhotos }),
      })
    },
    onSuccess: (_, isOn) =>
      toasts.show({
        tone: 'ok',
        text: t(isOn ? 'photoRequests.auto.on.done' : 'photoRequests.auto.off.done'),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQuery(api).queryKey }),
  })
  return (
    <section className="card stack" aria-labelledby={headId}>
      <h2 id={headId}>{t('photoRequests.auto')}</h2>
      <p className="hint">{t('photoRequests.auto.lead')}</p>
      <QueryState
        query={query}
        texts={{ loading: t('photoRequests.auto.loading'), error: t('photoRequests.auto.error') }}
      >
        {({ hidesAskedPhotos: isOn = false }) => (
          <>
            <p role="status">
              <b>{t(isOn ? 'photoRequests.auto.isOn' : 'photoRequests.auto.isOff')}</b>
            </p>
            {change.isError && (
              <Alert tone="error">
                <b>{t('photoRequests.auto.failed')}</b> {failureText(change.error)}
              </Alert>
            )}
            <div>
              <Button
                icon={isOn ? 'close' : 'check'}
                busy={change.isPending}
                onClick={() => change.mutate(!isOn)}
              >
                {t(isOn ? 'photoRequests.auto.turnOff' : 'photoRequests.auto.turnOn')}
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </section>
  )
}
