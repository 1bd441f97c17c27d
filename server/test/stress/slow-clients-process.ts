import net from 'node:net'
import type { SlowClients } from './scenarios/slow-clients.ts'

/*
 * A process with slow clients, so that they take nothing from the clients that the scenario measures.
 * Arguments: port, number of connections, path of a large file, connections from each address.
 */
const [port, total, largeFile, perAddress] = process.argv.slice(2)
const OPENED_PER_TICK = 25
const TICK_MS = 20
/** A connection gets its byte once a second; the connections take turns in so many groups. */
const GROUPS = 20

const login = 'POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const kinds = [
  { opening: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', open: new Set<net.Socket>() },
  { opening: `${login}Content-Length: 5000\r\n\r\n`, open: new Set<net.Socket>() },
  { opening: `GET ${largeFile} HTTP/1.1\r\nHost: a\r\n\r\n`, open: new Set<net.Socket>() },
] as const
const [heads, bodies, readers] = kinds

let opened = 0
const opening = setInterval(() => {
  for (let n = 0; n < OPENED_PER_TICK && opened < Number(total); n += 1) {
    connect(opened)
    opened += 1
  }
  if (opened >= Number(total)) clearInterval(opening)
}, TICK_MS)

function connect(at: number): void {
  const kind = kinds[at % kinds.length] ?? heads
  const client = Math.floor(at / Number(perAddress)) + 1
  const localAddress = `127.9.${client >> 8}.${client & 255}`
  const socket = net.connect({ port: Number(port), host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  socket.once('close', () => kind.open.delete(socket))
  socket.once('connect', () => {
    kind.open.add(socket)
    socket.write(kind.opening)
    if (kind === readers) socket.pause()
    else socket.resume()
  })
}

let group = 0
setInterval(() => {
  group = (group + 1) % GROUPS
  for (const { open } of kinds) {
    const ofGroup = [...open].filter((_, at) => at % GROUPS === group)
    for (const socket of ofGroup) {
      if (open === readers.open) socket.read(1)
      else if (socket.writable) socket.write('a')
    }
  }
}, 1000 / GROUPS)

setInterval(() => {
  const state: SlowClients = {
    opened,
    heads: heads.open.size,
    bodies: bodies.open.size,
    readers: readers.open.size,
  }
  process.send?.(state)
}, 500)
process.once('disconnect', () => process.exit())
