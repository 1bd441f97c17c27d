import { SERVICE_WORKER } from '@bidyaloy/shared/site-addresses'
import type { CacheMessage } from './offline.ts'

/* What a shown page tells the server and the service worker. Part of the inline start script, too. */

/** Reports the view of a page whose document was not requested to be shown: the server counts it. */
export function reportView(path: string): void {
  fetch(path, { method: 'HEAD', headers: { purpose: 'view' } }).catch(() => null)
}

/** Registers the service worker and asks it to cache the shown page and what it has loaded. */
export async function cacheShownPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER)
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({
      page: location.pathname + location.search,
      files: loadedAssets(),
      precaches: !isDataScarce(),
    } satisfies CacheMessage)
  } catch {
    // A private window may deny it: the site works online only.
  }
}

/** The Network Information API, which Safari and Firefox lack. */
interface Connection {
  readonly saveData?: boolean
  readonly type?: string
  readonly effectiveType?: string
}

const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** Whether the visitor saves data. */
export function savesData(): boolean {
  return connection()?.saveData === true
}

/**
 * Whether only what was asked for is to be loaded: the visitor saves data, or the connection is slow or
 * that of a phone, where data costs. False where the browser does not tell.
 */
export function isDataScarce(): boolean {
  const { type, effectiveType = '4g' } = connection() ?? {}
  return savesData() || type === 'cellular' || effectiveType !== '4g'
}

/** Returns the paths of the hashed files that the document has loaded. */
function loadedAssets(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
