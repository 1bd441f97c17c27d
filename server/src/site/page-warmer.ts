import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { CacheValidity } from './cache-validity.ts'
import type { PageCache, Render } from './page-cache.ts'

/** Number of pages to render. */
const MAX_PAGES = 8
/** Delay after a write, restarted by the next one, because writes often come in bursts. */
const QUIET_MS = 20
/** Longest delay after the first write of a burst. */
const LATEST_MS = 200

/**
 * Creates the page warmer, which renders the most used pages after a write, so that the next reader
 * need not wait.
 * @param onError called with errors of rendering
 */
export function createPageWarmer({
  cache,
  validity,
  onError,
}: {
  cache: PageCache
  validity: CacheValidity
  onError: (error: unknown) => void
}) {
  let hot = new Map<string, Render>()
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  let closed = false
  const oneAtATime = pLimit(1)

  const warm = async () => {
    const { revision } = validity.moment()
    for (const [key, render] of hot) {
      // Requests of readers are served first.
      await setImmediate()
      // Another write was committed, which calls `wake` again.
      if (closed || revision !== validity.moment().revision) return
      await cache.get(await validity.currentPeriod(), key, render, 'br')
    }
  }

  return {
    /** Schedules the rendering; called after each write. */
    wake() {
      if (closed) return
      // Pages of the former revision stay unless others have more hits: writes come in bursts.
      hot = new Map([...cache.mostUsed(MAX_PAGES), ...hot].slice(0, MAX_PAGES))
      if (hot.size === 0) return
      const now = performance.now()
      if (!timer) latest = now + LATEST_MS
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          timer = undefined
          oneAtATime(warm).catch(onError)
        },
        Math.max(0, Math.min(QUIET_MS, latest - now)),
      ).unref()
    },
    /** Stops after the current page. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await oneAtATime(async () => undefined)
    },
  }
}
