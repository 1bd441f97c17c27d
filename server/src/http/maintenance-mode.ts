import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Middleware } from 'koa'

/**
 * Stands in front of everything, so that the school behind it can be taken away and put back while
 * the server goes on listening: readers wait for a moment, nobody sees half of it.
 */
export interface MaintenanceMode {
  listener: RequestListener
  /** Refuses writes while they are held. Stands behind the problem handler. */
  refusePausedWrites: Middleware
  /** Lets requests through to this listener, those that wait first. */
  open(to: RequestListener): void
  /**
   * Refuses new writes until `resumeWrites`, and resolves when none is in hand any more. Those that
   * take longer than `patience` milliseconds are cut off: nobody was told that they were done. What
   * is left a few seconds after that is waited for no longer.
   * @throws the reason of `stop` once it is aborted; then nothing is held
   */
  pauseWrites(timeoutMs: number, stop: AbortSignal): Promise<void>
  resumeWrites(): void
  /**
   * Lets new requests wait until `open`, and resolves when none is in hand any more, as above.
   * @throws the reason of `stop` once it is aborted; then the gate is open as before
   */
  close(timeoutMs: number, stop: AbortSignal): Promise<void>
}

/** How long a request waits at the closed gate, in milliseconds. */
const MAX_WAIT_MS = 10_000
/** How long those that were cut off may take to end, in milliseconds. */
const GRACE_MS = 5_000
const RETRY_SECONDS = 5

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
}

/** @param headers of every answer, for those that are turned away here */
export function createMaintenanceMode(headers: Readonly<Record<string, string>>): MaintenanceMode {
  let target: RequestListener | null = null
  let writesPaused = false
  const pending = new Set<Exchange>()
  const waiting = new Map<Exchange, NodeJS.Timeout>()
  let notifyEnd: () => void = () => undefined

  const pass = (req: IncomingMessage, res: ServerResponse, to: RequestListener) => {
    to(req, res)
    // Answered from memory, as most are: nothing of the school is needed for it any more.
    if (res.writableEnded) return
    const passing = { req, res }
    pending.add(passing)
    res.once('close', () => {
      pending.delete(passing)
      notifyEnd()
    })
  }
  const wait = (passing: Exchange) => {
    const give = () => {
      waiting.delete(passing)
      refuse(passing.res, headers)
    }
    waiting.set(passing, setTimeout(give, MAX_WAIT_MS))
    passing.res.once('close', () => {
      clearTimeout(waiting.get(passing))
      waiting.delete(passing)
    })
  }
  const ended = async (
    which: (passing: Exchange) => boolean,
    timeoutMs: number,
    stop: AbortSignal,
  ) => {
    stop.throwIfAborted()
    const left = () => [...pending].filter(which)
    const cut = setTimeout(() => {
      for (const { req } of left()) req.socket.destroy()
    }, timeoutMs)
    let isEnough = false
    const giveUp = () => {
      isEnough = true
      notifyEnd()
    }
    const last = setTimeout(giveUp, timeoutMs + GRACE_MS)
    stop.addEventListener('abort', giveUp)
    while (left().length > 0 && !isEnough) {
      await new Promise<void>((resolve) => {
        notifyEnd = resolve
      })
    }
    stop.removeEventListener('abort', giveUp)
    clearTimeout(cut)
    clearTimeout(last)
    stop.throwIfAborted()
  }
  const open = (to: RequestListener) => {
    target = to
    for (const [passing, timer] of waiting) {
      clearTimeout(timer)
      waiting.delete(passing)
      pass(passing.req, passing.res, to)
    }
  }

  return {
    listener: (req, res) => (target ? pass(req, res, target) : wait({ req, res })),
    refusePausedWrites: async (ctx, next) => {
      if (writesPaused && isWrite(ctx.req)) {
        throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
      }
      await next()
    },
    open,
    async pauseWrites(timeoutMs, stop) {
      writesPaused = true
      try {
        await ended(({ req }) => isWrite(req), timeoutMs, stop)
      } catch (error) {
        writesPaused = false
        throw error
      }
    },
    resumeWrites() {
      writesPaused = false
    },
    async close(timeoutMs, stop) {
      const before = target
      target = null
      try {
        await ended(() => true, timeoutMs, stop)
      } catch (error) {
        if (before) open(before)
        throw error
      }
    },
  }
}

function isWrite({ method }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function refuse(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const more = { 'Retry-After': RETRY_SECONDS, 'Cache-Control': 'no-store' }
  res.writeHead(503, { ...headers, ...more }).end()
}
