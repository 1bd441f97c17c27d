import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

interface BodyTimeoutOptions {
  /** How often the bodies on their way are looked at, in milliseconds. */
  everyMs: number
  /** What has to come of each from one look to the next, in bytes. */
  atLeast: number
  /** Ends a connection on which less has come. */
  cut: (socket: Socket) => void
}

export interface BodyTimeout {
  /** Looks after the body of a request until it has come. */
  watch(req: IncomingMessage): void
  stop(): void
}

/**
 * Cuts off who sends a body so slowly that it is no body but a hold on a connection. A rate and not
 * a time: a large file over a bad line takes as long as it takes.
 */
export function enforceBodyTimeout({ everyMs, atLeast, cut }: BodyTimeoutOptions): BodyTimeout {
  /** Bytes that the connection had brought at the last look; none before the first. */
  const underway = new Map<IncomingMessage, number | undefined>()
  const look = () => {
    for (const [req, before] of underway) {
      const { bytesRead } = req.socket
      if (req.complete || req.destroyed) {
        underway.delete(req)
      } else if (before === undefined || bytesRead - before >= atLeast || waitsForUs(req)) {
        underway.set(req, bytesRead)
      } else {
        underway.delete(req)
        cut(req.socket)
      }
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    watch(req) {
      if (hasBody(req)) underway.set(req, undefined)
    },
    stop: () => clearInterval(timer),
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether there is something of it that was not read yet: then it is not the sender who is slow. */
function waitsForUs(req: IncomingMessage): boolean {
  return req.readableLength > 0
}
