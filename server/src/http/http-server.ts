import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { Socket } from 'node:net'
import { Problem } from '@bidyaloy/shared/api/problem'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { parseUrl } from '@bidyaloy/shared/web-address'
import type { Config } from '../config.ts'
import { originForm, rateLimitKey } from './request.ts'
import { bareHeaders } from './security-headers.ts'

/** Long enough for 25 MB over a slow mobile connection (3.5 kB/s). */
const REQUEST_TIMEOUT_MS = 2 * HOUR_MS
/** Time-out for a connection without traffic; longer than processing any upload takes. */
const IDLE_MS = 10 * 60_000
/** Longer than proxies keep theirs (nginx: 60 s), so that none sends a request while it is closed. */
const KEEP_ALIVE_MS = 75_000
const MIN_BODY_BYTES = 1024
const MAX_HEAD_BYTES = 16 * 1024
/** Share of the maximum that stays open after connections were closed: room for the next ones. */
const SHARE_LEFT_OPEN = 0.9

const DEFAULT_LIMITS = {
  /** Time-out for the request head, in milliseconds. */
  headMs: 20_000,
  /** Minimum upload rate: 1 KiB of the body per `bodyMs` milliseconds. */
  bodyMs: 30_000,
  /** Maximum number of open connections. */
  maxConnections: 8000,
  /** Maximum number of pipelined requests that wait, over all connections. */
  maxPipelined: 10_000,
}

export type ConnectionLimits = typeof DEFAULT_LIMITS

/** HTTP status for the parser's error codes; all others get 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Creates the HTTP server in front of `listener`. It limits time and size per connection and
 * responds to malformed requests with the usual headers. `listener` receives the requests of a
 * connection one after the other, so each response has its socket and emits `close`.
 */
export function createHttpServer(
  listener: RequestListener,
  config: Pick<Config, 'publicUrl'>,
  limits: Partial<ConnectionLimits> = {},
): Server {
  const { headMs, bodyMs, maxConnections, maxPipelined } = { ...DEFAULT_LIMITS, ...limits }
  const errorResponder = createErrorResponder(config)
  const pipeline = createPipelineQueue(maxPipelined)

  const closeWithError = (socket: Socket, status: number) => {
    const response = pipeline.latestResponse(socket)
    // A response that has started cannot be followed by another one.
    if (pipeline.isBeingServed(socket) && response?.headersSent) socket.destroy()
    else errorResponder.close(socket, status)
  }
  const bodyTimeout = enforceBodyTimeout(bodyMs, (socket) => closeWithError(socket, 408))

  const handle: RequestListener = (req, res) => {
    bodyTimeout.watch(req)
    // While the server stops, keep-alive connections must not be served further.
    if (!server.listening) res.shouldKeepAlive = false
    // What HTTP/1.1 means anyway. Without it Node writes it, and for how long.
    if (res.shouldKeepAlive && req.httpVersion === '1.1') res.removeHeader('Connection')
    const target = originForm(req.url ?? '')
    if (target !== req.url) takeAuthority(req)
    if (target === null || !hasValidHost(req)) {
      errorResponder.respond(req, res, 400)
    } else {
      req.url = target
      listener(req, res)
    }
    // Responses from memory are already written and need no time-out.
    if (res.writableFinished) return
    const { socket } = req
    socket.setTimeout(IDLE_MS)
    // The server may stop meanwhile, and closes only the connections that are idle then.
    res.once('close', () => {
      if (!server.listening) socket.end()
    })
  }

  const server = http.createServer(
    {
      headersTimeout: headMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(2000, headMs / 2),
      maxHeaderSize: MAX_HEAD_BYTES,
      // Checked above, so that the error response has the usual headers.
      requireHostHeader: false,
    },
    (req, res) => pipeline.enqueue(req, res, handle),
  )
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (socket instanceof Socket) closeWithError(socket, STATUS_OF[error.code ?? ''] ?? 400)
    else socket.destroy()
  })
  server.on('checkExpectation', (req, res) => {
    pipeline.enqueue(req, res, () => errorResponder.respond(req, res, 417))
  })
  server.once('close', bodyTimeout.stop)
  limitConnections(server, maxConnections, pipeline.isBeingServed)
  return server
}

/** Whether a request names one host at most, and one in HTTP/1.1 (RFC 9112, 3.2). */
function hasValidHost({ headersDistinct, headers, httpVersion }: IncomingMessage): boolean {
  // Absolute targets have changed `headers.host` by now.
  if ((headersDistinct.host?.length ?? 0) > 1) return false
  return headers.host !== undefined || httpVersion !== '1.1'
}

/** Makes the host of an absolute target that of the request (RFC 9112, 3.2.2). */
function takeAuthority({ url = '', headers }: IncomingMessage): void {
  const target = headers.host === undefined ? null : parseUrl(url)
  if (target) headers.host = target.host
}

interface Waiting {
  req: IncomingMessage
  res: ServerResponse
  handle: RequestListener
}

/**
 * Creates a queue that runs the pipelined requests of a connection one after the other. Node emits
 * them all together, but only the first response has the socket: the others would emit neither
 * `finish` nor `close` when the connection closes.
 * @param maxWaiting requests that may wait; above it, the connection with most of them is closed
 */
function createPipelineQueue(maxWaiting: number) {
  const latestResponses = new WeakMap<Socket, ServerResponse>()
  const queues = new Map<Socket, Waiting[]>()
  let waiting = 0

  const drop = (socket: Socket) => {
    waiting -= queues.get(socket)?.length ?? 0
    queues.delete(socket)
  }
  const run = ({ req, res, handle }: Waiting) => {
    latestResponses.set(req.socket, res)
    handle(req, res)
  }
  const runNext = (socket: Socket) => {
    const queue = queues.get(socket)
    const next = queue?.[0]
    if (!next) return
    // The previous response ended the connection, or the connection was closed.
    if (next.res.socket === null || socket.destroyed) return drop(socket)
    queue.shift()
    waiting -= 1
    if (queue.length === 0) queues.delete(socket)
    else next.res.once('close', () => runNext(socket))
    run(next)
  }
  const closeLargest = () => {
    const [largest] = [...queues].sort(([, one], [, other]) => other.length - one.length)
    if (!largest) return
    drop(largest[0])
    largest[0].destroy()
  }

  return {
    /**
     * Calls `handle` when the previous response on the connection has ended. A request whose
     * connection closes first is dropped.
     */
    enqueue(req: IncomingMessage, res: ServerResponse, handle: RequestListener) {
      const { socket } = req
      const previous = latestResponses.get(socket)
      // Node gives a response its socket when no earlier one uses it. Without an earlier one there
      // is nothing to wait for.
      if (res.socket || !previous) {
        run({ req, res, handle })
      } else if (!socket.destroyed) {
        const queue = queues.get(socket)
        if (queue) queue.push({ req, res, handle })
        else {
          queues.set(socket, [{ req, res, handle }])
          previous.once('close', () => runNext(socket))
        }
        waiting += 1
        if (waiting > maxWaiting) closeLargest()
      }
    },
    /** Returns the response to the connection's most recent request that was run. */
    latestResponse: (socket: Socket) => latestResponses.get(socket),
    isBeingServed: (socket: Socket) => latestResponses.get(socket)?.writableFinished === false,
  }
}

/**
 * Enforces a minimum upload rate against slow-body attacks. A rate instead of a total time, because
 * a large file over a slow connection is legitimate.
 * @param onTimeout called for a connection that received less than 1 KiB in `intervalMs`
 */
function enforceBodyTimeout(intervalMs: number, onTimeout: (socket: Socket) => void) {
  /** Bytes read from the connection at the previous check; undefined before the first. */
  const pending = new Map<IncomingMessage, number | undefined>()
  const check = () => {
    for (const [req, previous] of pending) {
      const { bytesRead } = req.socket
      if (req.complete || req.destroyed) {
        pending.delete(req)
      } else if (
        previous === undefined ||
        bytesRead - previous >= MIN_BODY_BYTES ||
        // The server still has unread bytes, so the client is not the slow side.
        req.readableLength > 0
      ) {
        pending.set(req, bytesRead)
      } else {
        pending.delete(req)
        onTimeout(req.socket)
      }
    }
  }
  const timer = setInterval(check, intervalMs).unref()
  return {
    /** Checks the body of a request until it is complete. */
    watch(req: IncomingMessage) {
      if (hasBody(req)) pending.set(req, undefined)
    },
    stop: () => clearInterval(timer),
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Closes connections when there are too many, starting with the clients that hold most of them.
 * Idle connections and incomplete requests are closed first, oldest first. There is no limit per
 * client: a whole school may share one address, and browsers reopen idle connections.
 * @param isBusy whether a request on a connection is being served
 */
function limitConnections(
  server: Server,
  maxConnections: number,
  isBusy: (socket: Socket) => boolean,
): void {
  const clients = new Map<string, Set<Socket>>()
  let open = 0

  /** @param newest stays open: it had no chance yet to send a request */
  const closeExcess = (newest: Socket) => {
    let excess = open - Math.floor(maxConnections * SHARE_LEFT_OPEN)
    const close = (sockets: Iterable<Socket>, which: (socket: Socket) => boolean) => {
      for (const socket of sockets) {
        if (excess <= 0) return
        if (socket === newest || socket.destroyed || !which(socket)) continue
        socket.destroy()
        excess -= 1
      }
    }
    const byCount = [...clients.values()].sort((a, b) => b.size - a.size)
    for (const sockets of byCount) close(sockets, (socket) => !isBusy(socket))
    // All are busy.
    for (const sockets of byCount) close(sockets, isBusy)
  }

  server.on('connection', (socket: Socket) => {
    const client = rateLimitKey(socket.remoteAddress ?? '')
    const own = clients.get(client) ?? new Set()
    clients.set(client, own.add(socket))
    open += 1
    socket.once('close', () => {
      open -= 1
      own.delete(socket)
      if (own.size === 0 && clients.get(client) === own) clients.delete(client)
    })
    if (open > maxConnections) closeExcess(socket)
  })
}

/** Creates the sender of error responses to connections and requests that never reach a route. */
function createErrorResponder(config: Pick<Config, 'publicUrl'>) {
  const body = Buffer.from(JSON.stringify(new Problem('malformed_body').body('bn')))
  const headers: Record<string, string> = {
    ...bareHeaders(config),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    /** Writes the response to a connection without a request, then closes it. */
    close(socket: Socket, status: number) {
      if (!socket.writable) {
        socket.destroy()
        return
      }
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
      socket.write(body)
      socket.destroySoon()
    },
    /** Responds to a request that must not reach a route. */
    respond(req: IncomingMessage, res: ServerResponse, status: number) {
      res.writeHead(status, headers)
      res.end(req.method === 'HEAD' ? undefined : body)
    },
  }
}
