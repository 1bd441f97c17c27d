import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Config } from '../config.ts'
import { bareHeaders } from './security-headers.ts'

/** Answers what does not even become a request, with the headers and the words of every refusal. */
export interface BadRequestResponse {
  /** On a connection without a request: says why and closes it. */
  close(socket: Socket, status: number): void
  /** A request that no route may see. */
  answer(req: IncomingMessage, res: ServerResponse, status: number): void
}

export function createBadRequestResponse(config: Pick<Config, 'publicUrl'>): BadRequestResponse {
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
