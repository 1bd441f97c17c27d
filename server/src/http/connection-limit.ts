import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { rateLimitKey } from './rate-limit-key.ts'

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
export function limitConnections(server: Server, { places, inHand }: ConnectionLimitOptions): void {
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
