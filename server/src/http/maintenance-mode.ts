import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Middleware } from 'koa'
import { isRead } from './request.ts'

/** Longest time that a request waits for `open`, in milliseconds. */
const MAX_WAIT_MS = 10_000
/** Grace period for destroyed connections, in milliseconds. */
const GRACE_MS = 5_000
const RETRY_SECONDS = 5

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
}

export type MaintenanceMode = ReturnType<typeof createMaintenanceMode>

/**
 * Switches between request listeners while the server keeps listening, so that a restore can
 * replace the open instance. Requests wait meanwhile and never see a half-replaced instance.
 * @param headers for the 503 responses that are sent from here
 */
export function createMaintenanceMode(headers: Readonly<Record<string, string>>) {
  let target: RequestListener | null = null
  let writesPaused = false
  const pending = new Set<Exchange>()
  const waiting = new Map<Exchange, NodeJS.Timeout>()
  let notifyEnd: () => void = () => undefined

  const pass = (req: IncomingMessage, res: ServerResponse, to: RequestListener) => {
    to(req, res)
    // Served from memory, as most are: the instance is no longer needed.
    if (res.writableEnded) return
    const exchange = { req, res }
    pending.add(exchange)
    res.once('close', () => {
      pending.delete(exchange)
      notifyEnd()
    })
  }
  const wait = (exchange: Exchange) => {
    const reject = () => {
      waiting.delete(exchange)
      const more = { 'Retry-After': RETRY_SECONDS, 'Cache-Control': 'no-store' }
      exchange.res.writeHead(503, { ...headers, ...more }).end()
    }
    waiting.set(exchange, setTimeout(reject, MAX_WAIT_MS))
    exchange.res.once('close', () => {
      clearTimeout(waiting.get(exchange))
      waiting.delete(exchange)
    })
  }
  const waitUntilDrained = async (
    which: (exchange: Exchange) => boolean,
    timeoutMs: number,
    stop: AbortSignal,
  ) => {
    stop.throwIfAborted()
    const left = () => [...pending].filter(which)
    const destroy = () => {
      for (const { req } of left()) req.socket.destroy()
    }
    await new Promise<void>((resolve) => {
      const timers = [setTimeout(destroy, timeoutMs), setTimeout(end, timeoutMs + GRACE_MS)]
      function end() {
        for (const timer of timers) clearTimeout(timer)
        stop.removeEventListener('abort', end)
        notifyEnd = () => undefined
        resolve()
      }
      stop.addEventListener('abort', end)
      notifyEnd = () => {
        if (left().length === 0) end()
      }
      notifyEnd()
    })
    stop.throwIfAborted()
  }
  /** Passes requests to this listener, waiting requests first. */
  const open = (to: RequestListener) => {
    target = to
    for (const [exchange, timer] of waiting) {
      clearTimeout(timer)
      waiting.delete(exchange)
      pass(exchange.req, exchange.res, to)
    }
  }

  const listener: RequestListener = (req, res) =>
    target ? pass(req, res, target) : wait({ req, res })

  /** Rejects writes while they are paused. Runs after the problem handler. */
  const rejectPausedWrites: Middleware = (ctx, next) => {
    if (!writesPaused || isRead(ctx.method)) return next()
    throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
  }

  return {
    listener,
    rejectPausedWrites,
    open,
    /**
     * Rejects new writes until `resumeWrites`. Resolves when no write is pending. Connections of
     * writes that take longer than `timeoutMs` are destroyed before they were acknowledged; after
     * a grace period of 5 seconds it resolves anyway.
     * @throws the reason of `stop` when aborted; writes are then not paused
     */
    async pauseWrites(timeoutMs: number, stop: AbortSignal): Promise<void> {
      writesPaused = true
      try {
        await waitUntilDrained(({ req }) => !isRead(req.method), timeoutMs, stop)
      } catch (error) {
        writesPaused = false
        throw error
      }
    },
    resumeWrites() {
      writesPaused = false
    },
    /**
     * Lets new requests wait until `open`. Resolves when no request is pending, as above.
     * @throws the reason of `stop` when aborted; the former listener is then open again
     */
    async close(timeoutMs: number, stop: AbortSignal): Promise<void> {
      const before = target
      target = null
      try {
        await waitUntilDrained(() => true, timeoutMs, stop)
      } catch (error) {
        if (before) open(before)
        throw error
      }
    },
  }
}
