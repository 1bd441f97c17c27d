import { once } from 'node:events'
import net from 'node:net'

/** A line to a server that breaks. */
export interface CuttingProxy {
  url: string
  /** Bytes that clients have sent so far. */
  sent(): number
  /** Number of connections that were cut. */
  cuts(): number
  /** Cuts no connection from now on. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy that resets each connection after `bytes` of its client were passed on. */
export async function startCuttingProxy(server: string, bytes: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server)
  let [sent, cuts, limit] = [0, 0, bytes]
  const open = new Set<net.Socket>()
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    // What was passed on arrives.
    client.once('close', () => upstream.end())
    upstream.once('close', () => client.destroy())
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      // A reset is what this is for.
      socket.on('error', () => undefined)
    }
    let left = limit
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length
      left -= chunk.length
      if (left > 0) {
        if (!upstream.write(chunk)) client.pause()
        return
      }
      cuts += 1
      upstream.end(chunk.subarray(0, chunk.length + left))
      client.resetAndDestroy()
    })
    upstream.on('drain', () => client.resume())
    upstream.pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: () => sent,
    cuts: () => cuts,
    mend() {
      limit = Number.POSITIVE_INFINITY
    },
    async close() {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
