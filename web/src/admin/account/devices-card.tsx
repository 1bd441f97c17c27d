import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatDate, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { SignedInDevice } from '@bidyaloy/shared/school/admin-session'
import { deviceName } from '@bidyaloy/shared/school/device-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import { devicesQuery } from '../components/account-alerts.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { useFocusAfterRemoval } from '../components/focus.ts'
import { QueryState } from '../components/query-state.tsx'
import { RecordItem, RecordList } from '../components/record-list.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

/** Ends the messages to a device of the user. @param heading takes the focus of the button that is gone */
function useStopAlerts(heading: RefObject<HTMLHeadingElement | null>) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { queryKey } = devicesQuery(api)
  return useMutation({
    mutationFn: ({ _id: id }: SignedInDevice) => api.stopAlerts({ params: { id } }),
    onSuccess: (_, { userAgent }) => {
      const device = deviceName(userAgent)
      toasts.show({ tone: 'ok', text: t('devices.alerts.stopped', { device }) })
      heading.current?.focus()
    },
    onError: (error) =>
      toasts.show({ tone: 'error', text: `${t('devices.alerts.failed')} ${failureText(error)}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** The devices on which the user is signed in. */
export function DevicesCard() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const { queryKey } = devicesQuery(api)
  const query = useQuery(devicesQuery(api))
  const elsewhere = (query.data ?? []).filter(({ isCurrent }) => !isCurrent)

  const focusAfter = useFocusAfterRemoval(
    elsewhere.map(({ _id }) => _id),
    list,
    heading,
  )
  const signOut = useMutation({
    mutationFn: async (device: SignedInDevice) => {
      try {
        await api.signOutDevice({ params: { id: device._id } })
      } catch (error) {
        // The session has already ended.
        if (!hasCode(error, 'not_found')) throw error
      }
    },
    onSuccess: (_, { _id, userAgent }) => {
      const index = elsewhere.findIndex((device) => device._id === _id)
      focusAfter({ id: _id, index })
      queryClient.setQueryData(queryKey, (devices) => devices?.filter((one) => one._id !== _id))
      toasts.show({ tone: 'ok', text: t('devices.signedOut', { device: deviceName(userAgent) }) })
    },
    onError: (error) =>
      toasts.show({ tone: 'error', text: `${t('devices.failed')} ${failureText(error)}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const stopAlerts = useStopAlerts(heading)
  const signOutElsewhere = useMutation({
    mutationFn: () => api.signOutElsewhere(),
    onSuccess: () => {
      toasts.show({ tone: 'ok', text: t('devices.elsewhere.done') })
      setAsking(false)
      queryClient.setQueryData(queryKey, (devices) => devices?.filter(({ isCurrent }) => isCurrent))
      void queryClient.invalidateQueries({ queryKey })
      requestAnimationFrame(() => heading.current?.focus())
    },
  })

  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId} tabIndex={-1} ref={heading}>
        {t('devices.title')}
      </h2>
      <p className="hint">{t('devices.lead')}</p>
      <QueryState
        query={query}
        texts={{
          loading: t('devices.loading'),
          error: t('devices.error'),
          empty: t('devices.only'),
        }}
      >
        {(devices) => (
          <>
            <RecordList ref={list}>
              {devices.map((device) => (
                <DeviceItem
                  key={device._id}
                  device={device}
                  isBusy={signOut.isPending && signOut.variables._id === device._id}
                  onSignOut={() => signOut.mutate(device)}
                  onStopAlerts={() => stopAlerts.mutate(device)}
                />
              ))}
            </RecordList>
            {elsewhere.length > 0 ? (
              <div>
                <Button look="danger" icon="logout" onClick={() => setAsking(true)}>
                  {t('devices.elsewhere')}
                </Button>
              </div>
            ) : (
              <p className="muted">{t('devices.only')}</p>
            )}
          </>
        )}
      </QueryState>
      {asking && (
        <ConfirmDialog
          title={t('devices.elsewhere')}
          yes={{
            icon: 'logout',
            label: t('devices.elsewhere'),
            busy: signOutElsewhere.isPending,
          }}
          onYes={() => signOutElsewhere.mutate()}
          onClose={() => {
            setAsking(false)
            signOutElsewhere.reset()
          }}
        >
          <ChangeFailure change={signOutElsewhere} text={t('devices.failed')} />
          <p>{t('devices.elsewhere.confirm', { n: formatNumber(elsewhere.length) })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface DeviceItemProps {
  device: SignedInDevice
  isBusy: boolean
  onSignOut: () => void
  onStopAlerts: () => void
}

function DeviceItem({ device, isBusy, onSignOut, onStopAlerts }: DeviceItemProps) {
  const { userAgent, createdAt, expiresAt, twoStep, isCurrent, alerts } = device
  const name = deviceName(userAgent)
  const started = formatDateTime(createdAt)
  return (
    <RecordItem
      name={name}
      badges={isCurrent && <span className="badge badge--ok">{t('devices.this')}</span>}
      facts={[
        t('devices.since', { moment: started }),
        t('devices.until', { date: formatDate(expiresAt) }),
        twoStep ? t('devices.twoStep') : null,
        alerts ? t('devices.alerts') : null,
      ]}
    >
      {alerts && (
        <Button small icon="close" onClick={onStopAlerts}>
          {t('devices.alerts.stop')}
          <span className="vh">
            : {name}, {started}
          </span>
        </Button>
      )}
      {!isCurrent && (
        <Button small icon="logout" busy={isBusy} onClick={onSignOut}>
          {t('devices.signOut')}
          <span className="vh">
            : {name}, {started}
          </span>
        </Button>
      )}
    </RecordItem>
  )
}
