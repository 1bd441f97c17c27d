import type { Api } from '@bidyaloy/shared/api/api'
import { SERVICE_WORKER } from '@bidyaloy/shared/site-addresses'
import { queryOptions } from '@tanstack/react-query'
import { openSubscription } from '../../lib/push-subscription.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'

/* Messages to this browser of what concerns the account, through the service worker of the site. */

/** The devices on which the user is signed in, and which of them are told. */
export const devicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => api.listDevices({}, { signal }),
  })

/** Whether this browser can be told, unless its user has refused. */
export function canBeTold(): boolean {
  if (inDesktopApp() || !('serviceWorker' in navigator) || !('PushManager' in window)) return false
  return 'Notification' in window && Notification.permission !== 'denied'
}

/**
 * Asks for permission, in the click itself, and has this browser told.
 * @returns whether permission was given
 */
export async function startAlerts(api: Api): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.register(SERVICE_WORKER)
  await navigator.serviceWorker.ready
  const { key } = await api.getPushKey()
  const { endpoint, keys } = await openSubscription(registration, key)
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('The browser has made no keys')
  await api.startAlerts({ body: { endpoint, keys: { p256dh, auth } } })
  return true
}
