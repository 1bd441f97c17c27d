import { once } from 'node:events'
import net from 'node:net'

/** A proxy whose connections break. */
export interface CuttingProxy {
  url: string
  /** Bytes that clients have sent so far. */
  sent(): number
  /** Number of connections that were cut. */
  cuts(): number
  /** Forwards this many more bytes in total, then pauses. */
  hold(bytes: number): void
  /** Stops breaking and pausing connections. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy that resets each connection after `bytes` of its client were passed on. */
export async function startCuttingProxy(server: string, bytes: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server)
  let [sent, cuts, limit, holdAt] = [0, 0, bytes, Number.POSITIVE_INFINITY]
  const open = new Set<net.Socket>()
  const held = new Set<net.Socket>()
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    // Forwarded bytes reach the server before the reset.
    client.once('close', () => upstream.end())
    upstream.once('close', () => client.destroy())
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      // Resets are intended.
      socket.on('error', () => undefined)
    }
    let left = limit
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length
      left -= chunk.length
      if (left > 0) {
        if (sent >= holdAt) held.add(client)
        if (!upstream.write(chunk) || held.has(client)) client.pause()
        return
      }
      cuts += 1
      upstream.end(chunk.subarray(0, chunk.length + left))
      client.resetAndDestroy()
    })
    upstream.on('drain', () => !held.has(client) && client.resume())
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
    hold(more) {
      holdAt = sent + more
    },
    mend() {
      limit = Number.POSITIVE_INFINITY
      holdAt = limit
      for (const client of held) client.resume()
      held.clear()
    },
    async close() {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
