import { SiteSettingsChange } from '@bidyaloy/shared/features/settings/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { settingsQuery } from '../../school/use-school.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { sessionQuery } from '../api/session.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { QueryState } from '../components/query-state.tsx'

type SwitchText =
  | ('title' | 'lead' | 'loading' | 'error' | 'failed')
  | ('isOn' | 'isOff' | 'turnOn' | 'turnOff' | 'on.done' | 'off.done')

interface SettingSwitchProps {
  setting: 'approval' | 'hidesAskedPhotos'
  text: (key: SwitchText) => string
  className?: string
}

/** A card with one setting of the site, which a button turns on and off at once. */
export function SettingSwitch({ setting, text, className = 'card stack' }: SettingSwitchProps) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const query = useQuery(settingsQuery(api))
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      const settings = await api.getSettings()
      await api.updateSettings({ body: SiteSettingsChange.parse({ ...settings, [setting]: isOn }) })
    },
    onSuccess: (_, isOn) => toasts.show({ tone: 'ok', text: text(isOn ? 'on.done' : 'off.done') }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery(api).queryKey })
      // What an account may do depends on the settings.
      void queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
    },
  })
  return (
    <section className={className} aria-labelledby={headId}>
      <h2 id={headId}>{text('title')}</h2>
      <p className="hint">{text('lead')}</p>
      <QueryState query={query} texts={{ loading: text('loading'), error: text('error') }}>
        {({ [setting]: isOn = false }) => (
          <>
            <p role="status">
              <b>{text(isOn ? 'isOn' : 'isOff')}</b>
            </p>
            <ChangeFailure change={change} text={text('failed')} />
            <div>
              <Button
                icon={isOn ? 'close' : 'check'}
                busy={change.isPending}
                onClick={() => change.mutate(!isOn)}
              >
                {text(isOn ? 'turnOff' : 'turnOn')}
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </section>
  )
}
