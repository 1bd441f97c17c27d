import type { paths } from '@bidyaloy/shared/api/paths'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { ClassName } from '@bidyaloy/shared/school/classes'
import { openSubscription } from '../../lib/push-subscription.ts'
import { ALERTS_KEY } from './alerts-key.ts'

/* This browser's subscription to new notices. Loaded on demand. */

/** What the visitor wants to be told of; an empty list is everything. */
export interface AlertChoice {
  kinds: readonly string[]
  classes: readonly ClassName[]
}

/** Only checked against `paths`: importing it would put all of it in the site's first script. */
const pushPaths: Pick<typeof paths, 'getPushKey' | 'subscribe' | 'unsubscribe'> = {
  getPushKey: { method: 'GET', path: '/api/push' },
  subscribe: { method: 'PUT', path: '/api/push/subscription' },
  unsubscribe: { method: 'POST', path: '/api/push/unsubscribe' },
}
/** Time after which a subscription is sent again: the server may have lost it. */
const RENEW_MS = 7 * DAY_MS
const WORKER_TIMEOUT_MS = 10_000

/** Returns the choice of this browser, or null if it is not subscribed. */
export function storedChoice(): (AlertChoice & { at: number }) | null {
  try {
    const { kinds = [], classes = [], at = 0 } = JSON.parse(localStorage.getItem(ALERTS_KEY) ?? '')
    return { kinds, classes, at }
  } catch {
    return null
  }
}

/** Subscribes this browser, or changes what it is told of. Permission must be granted before. */
export async function subscribe({ kinds, classes }: AlertChoice): Promise<void> {
  const registration = await serviceWorker()
  const { key } = await (await send(pushPaths.getPushKey)).json()
  const { endpoint, keys } = await openSubscription(registration, key)
  await send(pushPaths.subscribe, { endpoint, keys, kinds, classes })
  localStorage.setItem(ALERTS_KEY, JSON.stringify({ kinds, classes, at: Date.now() }))
}

/** Sends an old subscription again. */
export async function renewSubscription(): Promise<void> {
  const choice = storedChoice()
  if (choice && Date.now() - choice.at > RENEW_MS) await subscribe(choice)
}

/** Ends the subscription. Rejects if neither the server nor the browser could be told. */
export async function unsubscribe(): Promise<void> {
  const { pushManager } = await serviceWorker()
  const subscription = await pushManager.getSubscription()
  if (subscription) {
    const { endpoint } = subscription
    // Either is enough: the server removes subscriptions that the browser has ended.
    await Promise.any([send(pushPaths.unsubscribe, { endpoint }), subscription.unsubscribe()])
  }
  localStorage.removeItem(ALERTS_KEY)
}

/** Waits for the site's service worker, which the site's script has registered. */
function serviceWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No service worker')), WORKER_TIMEOUT_MS)
    void navigator.serviceWorker.ready.then(resolve)
  })
}

async function send(
  { method, path }: { method: string; path: string },
  body?: object,
): Promise<Response> {
  const response = await fetch(path, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}
