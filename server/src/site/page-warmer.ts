import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { CacheValidity } from './cache-validity.ts'
import type { PageCache, Render } from './page-cache.ts'

interface PageWarmerDeps {
  cache: PageCache
  validity: CacheValidity
  onFault: (error: unknown) => void
}

/** Draws anew what readers want most, so that after a write the next one need not wait. */
export interface PageWarmer {
  /** To be called after each write. */
  wake(): void
  /** Ends it, the page in hand included. */
  close(): Promise<void>
}

/** So many addresses are drawn again. */
const MAX_PAGES = 8
/** A write often comes with others: it is waited so long for the next one … */
const QUIET_MS = 20
/** … but with all that come, no longer than this. */
const LATEST_MS = 200

/**
 * Draws nothing before the first `wake`. A page that cannot be drawn is told to `onFault`, not
 * thrown.
 */
export function createPageWarmer({ cache, validity, onFault }: PageWarmerDeps): PageWarmer {
  let hot = new Map<string, Render>()
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  let closed = false
  const oneAtATime = pLimit(1)

  const draw = async () => {
    const { revision } = validity.moment()
    for (const [key, render] of hot) {
      // Readers first, whatever they ask for.
      await setImmediate()
      // Another write has come, and with it another call.
      if (closed || revision !== validity.moment().revision) return
      await cache.get(await validity.present(), key, render, 'br')
    }
  }

  return {
    wake() {
      if (closed) return
      // What was wanted before gives way only to what is wanted more: writes come close together.
      hot = new Map([...cache.mostAsked(MAX_PAGES), ...hot].slice(0, MAX_PAGES))
      if (hot.size === 0) return
      const now = performance.now()
      if (!timer) latest = now + LATEST_MS
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          timer = undefined
          oneAtATime(draw).catch(onFault)
        },
        Math.max(0, Math.min(QUIET_MS, latest - now)),
      ).unref()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await oneAtATime(async () => undefined)
    },
  }
}
