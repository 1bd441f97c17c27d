import { once } from 'node:events'
import net from 'node:net'

/** Returns a port on which no program listens. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('Not listening on a port')
  return address.port
}
