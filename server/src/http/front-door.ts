import http, { type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { shareConnections } from './connection-share.ts'
import { createRefusedConnection } from './refused-connection.ts'
import { cutSlowSenders } from './slow-senders.ts'

/** How patient the server is with connections. */
export interface ConnectionLimits {
  /** Milliseconds in which the head of a request has to come. */
  headMs: number
  /** Of a body at least a kilobyte has to come in each stretch of so many milliseconds. */
  bodyMs: number
  /** Connections that may be open at once. */
  places: number
}

/** 25 MB from an office with a slow mobile line (3.5 kB/s). */
const LONGEST_REQUEST_MS = 2 * 60 * 60_000
/** Neither end has moved a byte: longer than anything that is made of an upload before its answer. */
const STILL_MS = 10 * 60_000
const LEAST_BYTES = 1024
const MAX_HEAD_BYTES = 16 * 1024

const USUAL: ConnectionLimits = { headMs: 20_000, bodyMs: 30_000, places: 8000 }

/** What the parser complains of, and the status that says so; everything else is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * The HTTP server in front of `listener`: bounds what one connection may take in time and size, and
 * answers with the usual headers what never becomes a request.
 */
export function createFrontDoor(
  listener: RequestListener,
  config: Pick<Config, 'publicUrl'>,
  limits: Partial<ConnectionLimits> = {},
): Server {
  const { headMs, bodyMs, places } = { ...USUAL, ...limits }
  const refused = createRefusedConnection(config)
  const latest = new WeakMap<Socket, ServerResponse>()
  const isBeingAnswered = (socket: Socket) => latest.get(socket)?.writableFinished === false

  const refuse = (socket: Socket, status: number) => {
    // An answer that has begun cannot be followed by another one.
    if (isBeingAnswered(socket) && latest.get(socket)?.headersSent) socket.destroy()
    else refused.close(socket, status)
  }
  const senders = cutSlowSenders({
    ...{ everyMs: bodyMs, atLeast: LEAST_BYTES },
    cut: (socket) => refuse(socket, 408),
  })

  const server = http.createServer(
    {
      headersTimeout: headMs,
      requestTimeout: LONGEST_REQUEST_MS,
      connectionsCheckingInterval: Math.min(2000, headMs / 2),
      maxHeaderSize: MAX_HEAD_BYTES,
      // Asked for below, with the usual headers on the refusal.
      requireHostHeader: false,
    },
    (req, res) => {
      senders.watch(req)
      // While stopping, a connection that is kept alive would go on being served.
      if (!server.listening) res.shouldKeepAlive = false
      if (req.headers.host === undefined && req.httpVersion === '1.1') {
        refused.answer(req, res, 400)
      } else {
        listener(req, res)
      }
      // Most have been answered from memory by now: these need no looking after.
      if (res.writableFinished) return
      latest.set(req.socket, res)
      req.socket.setTimeout(STILL_MS)
    },
  )
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (socket instanceof Socket) refuse(socket, STATUS_OF[error.code ?? ''] ?? 400)
    else socket.destroy()
  })
  server.on('checkExpectation', (req, res) => {
    latest.set(req.socket, res)
    refused.answer(req, res, 417)
  })
  server.once('close', senders.stop)
  shareConnections(server, { places, inHand: isBeingAnswered })
  return server
}
