import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Middleware } from 'koa'

/**
 * Stands in front of everything, so that the school behind it can be taken away and put back while
 * the server goes on listening: readers wait for a moment, nobody sees half of it.
 */
export interface Gate {
  listener: RequestListener
  /** Refuses writes while they are held. Stands behind the problem handler. */
  refuseHeldWrites: Middleware
  /** Lets requests through to this listener, those that wait first. */
  open(to: RequestListener): void
  /**
   * Refuses new writes until `allowWrites`, and resolves when none is in hand any more. Those that
   * take longer than `patience` milliseconds are cut off: nobody was told that they were done. What
   * is left a few seconds after that is waited for no longer.
   * @throws the reason of `stop` once it is aborted; then nothing is held
   */
  holdWrites(patience: number, stop: AbortSignal): Promise<void>
  allowWrites(): void
  /**
   * Lets new requests wait until `open`, and resolves when none is in hand any more, as above.
   * @throws the reason of `stop` once it is aborted; then the gate is open as before
   */
  close(patience: number, stop: AbortSignal): Promise<void>
}

/** How long a request waits at the closed gate, in milliseconds. */
const LONGEST_WAIT = 10_000
/** How long those that were cut off may take to end, in milliseconds. */
const LAST_WAIT = 5_000
const RETRY_SECONDS = 5

interface Passing {
  req: IncomingMessage
  res: ServerResponse
}

/** @param headers of every answer, for those that are turned away here */
export function createGate(headers: Readonly<Record<string, string>>): Gate {
  let target: RequestListener | null = null
  let writesHeld = false
  const inHand = new Set<Passing>()
  const waiting = new Map<Passing, NodeJS.Timeout>()
  let noticeEnd: () => void = () => undefined

  const pass = (req: IncomingMessage, res: ServerResponse, to: RequestListener) => {
    to(req, res)
    // Answered from memory, as most are: nothing of the school is needed for it any more.
    if (res.writableEnded) return
    const passing = { req, res }
    inHand.add(passing)
    res.once('close', () => {
      inHand.delete(passing)
      noticeEnd()
    })
  }
  const wait = (passing: Passing) => {
    const give = () => {
      waiting.delete(passing)
      turnAway(passing.res, headers)
    }
    waiting.set(passing, setTimeout(give, LONGEST_WAIT))
    passing.res.once('close', () => {
      clearTimeout(waiting.get(passing))
      waiting.delete(passing)
    })
  }
  const ended = async (
    which: (passing: Passing) => boolean,
    patience: number,
    stop: AbortSignal,
  ) => {
    stop.throwIfAborted()
    const left = () => [...inHand].filter(which)
    const cut = setTimeout(() => {
      for (const { req } of left()) req.socket.destroy()
    }, patience)
    let isEnough = false
    const giveUp = () => {
      isEnough = true
      noticeEnd()
    }
    const last = setTimeout(giveUp, patience + LAST_WAIT)
    stop.addEventListener('abort', giveUp)
    while (left().length > 0 && !isEnough) {
      await new Promise<void>((resolve) => {
        noticeEnd = resolve
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
    refuseHeldWrites: async (ctx, next) => {
      if (writesHeld && isWrite(ctx.req)) {
        throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
      }
      await next()
    },
    open,
    async holdWrites(patience, stop) {
      writesHeld = true
      try {
        await ended(({ req }) => isWrite(req), patience, stop)
      } catch (error) {
        writesHeld = false
        throw error
      }
    },
    allowWrites() {
      writesHeld = false
    },
    async close(patience, stop) {
      const before = target
      target = null
      try {
        await ended(() => true, patience, stop)
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

function turnAway(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const more = { 'Retry-After': RETRY_SECONDS, 'Cache-Control': 'no-store' }
  res.writeHead(503, { ...headers, ...more }).end()
}
