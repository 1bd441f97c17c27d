import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { Socket } from 'node:net'
import { Problem } from '@bidyaloy/shared/api/problem'
import { HOUR_MS } from '@bidyaloy/shared/durations'
import type { Config } from '../config.ts'
import { originForm, rateLimitKey } from './request.ts'
import { bareHeaders } from './security-headers.ts'

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
const LONGEST_REQUEST_MS = 2 * HOUR_MS
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

interface BodyTimeoutOptions {
  /** How often the bodies on their way are looked at, in milliseconds. */
  everyMs: number
  /** What has to come of each from one look to the next, in bytes. */
  atLeast: number
  /** Ends a connection on which less has come. */
  cut: (socket: Socket) => void
}

interface BodyTimeout {
  /** Looks after the body of a request until it has come. */
  watch(req: IncomingMessage): void
  stop(): void
}

/**
 * Cuts off who sends a body so slowly that it is no body but a hold on a connection. A rate and not
 * a time: a large file over a bad line takes as long as it takes.
 */
function enforceBodyTimeout({ everyMs, atLeast, cut }: BodyTimeoutOptions): BodyTimeout {
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

interface ConnectionLimitOptions {
  /** How many connections may be open. */
  places: number
  /** Whether a request on a connection is being answered. */
  inHand: (socket: Socket) => boolean
}

/**
 * When the places for connections run out, makes room at the cost of the clients who hold most of
 * them: first go connections that wait for a request or for the rest of one, the longest open first.
 * Nobody is refused for their number alone: a whole school sits behind one address, and a browser
 * simply opens an idle connection anew.
 */
function limitConnections(server: Server, { places, inHand }: ConnectionLimitOptions): void {
  const clients = new Map<string, Set<Socket>>()
  let open = 0

  const makeRoom = () => {
    let tooMany = open - Math.floor(places * 0.9)
    const close = (sockets: Iterable<Socket>, which: (socket: Socket) => boolean) => {
      for (const socket of sockets) {
        if (tooMany <= 0) return
        if (socket.destroyed || !which(socket)) continue
        socket.destroy()
        tooMany -= 1
      }
    }
    const byNumber = [...clients.values()].sort((a, b) => b.size - a.size)
    for (const sockets of byNumber) close(sockets, (socket) => !inHand(socket))
    // All are being answered: only a client who holds most of them all has to give way.
    const [greediest] = byNumber
    if (greediest && greediest.size > places / 2) close(greediest, inHand)
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
    if (open > places) makeRoom()
  })
}

/** Answers what does not even become a request, with the headers and the words of every refusal. */
interface BadRequestResponse {
  /** On a connection without a request: says why and closes it. */
  close(socket: Socket, status: number): void
  /** A request that no route may see. */
  answer(req: IncomingMessage, res: ServerResponse, status: number): void
}

function createBadRequestResponse(config: Pick<Config, 'publicUrl'>): BadRequestResponse {
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
    close(socket, status) {
      if (!socket.writable) {
        socket.destroy()
        return
      }
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
      socket.write(body)
      socket.destroySoon()
    },
    answer(req, res, status) {
      res.writeHead(status, headers)
      res.end(req.method === 'HEAD' ? undefined : body)
    },
  }
}
