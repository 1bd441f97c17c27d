import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { createBadRequestResponse } from './bad-request-response.ts'
import { limitConnections } from './connection-limit.ts'
import { enforceBodyTimeout } from './request-body-timeout.ts'
import { originForm } from './request-target.ts'

/** How patient the server is with connections. */
export interface ConnectionLimits {
  /** Milliseconds in which the head of a request has to come. */
  headMs: number
  /** Of a body at least a kilobyte has to come in each stretch of so many milliseconds. */
  bodyMs: number
  /** Connections that may be open at once. */
  places: number
  /** Pipelined requests that may wait at once, on all connections together. */
  waiting: number
}

/** 25 MB from an office with a slow mobile line (3.5 kB/s). */
const LONGEST_REQUEST_MS = 2 * 60 * 60_000
/** Neither end has moved a byte: longer than anything that is made of an upload before its answer. */
const IDLE_MS = 10 * 60_000
const MIN_BYTES = 1024
const MAX_HEAD_BYTES = 16 * 1024

const DEFAULT_LIMITS: ConnectionLimits = {
  headMs: 20_000,
  bodyMs: 30_000,
  places: 8000,
  waiting: 10_000,
}

/** What the parser complains of, and the status that says so; everything else is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * The HTTP server in front of `listener`: bounds what one connection may take in time and size, and
 * answers with the usual headers what never becomes a request. `listener` gets the requests of a
 * connection one after the other, so each response holds its socket and emits `close`.
 */
export function createHttpServer(
  listener: RequestListener,
  config: Pick<Config, 'publicUrl'>,
  limits: Partial<ConnectionLimits> = {},
): Server {
  const { headMs, bodyMs, places, waiting } = { ...DEFAULT_LIMITS, ...limits }
  const refused = createBadRequestResponse(config)
  const turns = createSemaphore(waiting)

  const refuse = (socket: Socket, status: number) => {
    const latest = turns.latest(socket)
    // An answer that has begun cannot be followed by another one.
    if (turns.isBeingAnswered(socket) && latest?.headersSent) socket.destroy()
    else refused.close(socket, status)
  }
  const senders = enforceBodyTimeout({
    ...{ everyMs: bodyMs, atLeast: MIN_BYTES },
    cut: (socket) => refuse(socket, 408),
  })

  const answer: RequestListener = (req, res) => {
    senders.watch(req)
    // While stopping, a connection that is kept alive would go on being served.
    if (!server.listening) res.shouldKeepAlive = false
    const target = originForm(req.url ?? '')
    if (target === null || (req.headers.host === undefined && req.httpVersion === '1.1')) {
      refused.answer(req, res, 400)
    } else {
      req.url = target
      listener(req, res)
    }
    // Most have been answered from memory by now: these need no looking after.
    if (!res.writableFinished) req.socket.setTimeout(IDLE_MS)
  }

  const server = http.createServer(
    {
      headersTimeout: headMs,
      requestTimeout: LONGEST_REQUEST_MS,
      connectionsCheckingInterval: Math.min(2000, headMs / 2),
      maxHeaderSize: MAX_HEAD_BYTES,
      // Asked for above, with the usual headers on the refusal.
      requireHostHeader: false,
    },
    (req, res) => turns.take(req, res, answer),
  )
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (socket instanceof Socket) refuse(socket, STATUS_OF[error.code ?? ''] ?? 400)
    else socket.destroy()
  })
  server.on('checkExpectation', (req, res) => {
    turns.take(req, res, () => refused.answer(req, res, 417))
  })
  server.once('close', senders.stop)
  limitConnections(server, { places, inHand: turns.isBeingAnswered })
  return server
}

interface Waiting {
  req: IncomingMessage
  res: ServerResponse
  begin: RequestListener
}

/** The turns that pipelined requests take. */
interface Semaphore {
  /**
   * Begins a request when the answer before it on its connection is over; never, where the
   * connection closes first.
   */
  take(req: IncomingMessage, res: ServerResponse, begin: RequestListener): void
  /** The response to the last request of a connection that has begun. */
  latest(socket: Socket): ServerResponse | undefined
  isBeingAnswered(socket: Socket): boolean
}

/**
 * Node hands over pipelined requests all at once, and of their responses only the first has the
 * socket: the others would emit neither `finish` nor `close` when the connection goes.
 * @param most requests that may wait; then the connection on which most of them wait is closed
 */
function createSemaphore(most: number): Semaphore {
  const latest = new WeakMap<Socket, ServerResponse>()
  const lines = new Map<Socket, Waiting[]>()
  let waiting = 0

  const drop = (socket: Socket) => {
    waiting -= lines.get(socket)?.length ?? 0
    lines.delete(socket)
  }
  const start = ({ req, res, begin }: Waiting) => {
    latest.set(req.socket, res)
    begin(req, res)
  }
  const beginNext = (socket: Socket) => {
    const line = lines.get(socket)
    const next = line?.[0]
    if (!next) return
    // The answer before was the last of its connection, or the connection has gone.
    if (next.res.socket === null || socket.destroyed) return drop(socket)
    line.shift()
    waiting -= 1
    if (line.length === 0) lines.delete(socket)
    else next.res.once('close', () => beginNext(socket))
    start(next)
  }
  const closeGreediest = () => {
    const [greediest] = [...lines].sort(([, one], [, other]) => other.length - one.length)
    if (!greediest) return
    drop(greediest[0])
    greediest[0].destroy()
  }

  return {
    take(req, res, begin) {
      const { socket } = req
      const former = latest.get(socket)
      if (res.socket || !former) {
        start({ req, res, begin })
      } else if (!socket.destroyed) {
        const line = lines.get(socket)
        if (line) line.push({ req, res, begin })
        else {
          lines.set(socket, [{ req, res, begin }])
          former.once('close', () => beginNext(socket))
        }
        waiting += 1
        if (waiting > most) closeGreediest()
      }
    },
    latest: (socket) => latest.get(socket),
    isBeingAnswered: (socket) => latest.get(socket)?.writableFinished === false,
  }
}
