/**
 * Returns the subscription of a service worker that was made for a server's key, and makes one if there
 * is none. Notifications must be permitted already.
 * @param key public key of the server, base64url
 */
export async function openSubscription(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  key: string,
): Promise<PushSubscriptionJSON> {
  let subscription = await pushManager.getSubscription()
  if (subscription && keyOf(subscription) !== key) {
    // The server has a new key.
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  return subscription.toJSON()
}

/** Returns the key that a subscription was made for, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
