import type { ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { ParameterizedContext } from 'koa'
import { rateLimitKey } from './request.ts'

/** Concurrent requests, one per client. */
const CONCURRENCY = 3
/** Requests of one client that may wait. */
const MAX_WAITING = 500
/** Unsent response bytes of one client; above it, the client's next request waits. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024
const RETRY_SECONDS = 5

/** Runs few requests concurrently, alternating between clients. */
export interface FairQueue {
  /**
   * Runs `work`, which responds to the request. If the client disconnects first, the request is
   * dropped and `work` does not run.
   * @throws Problem `unavailable` if too many requests of this client are waiting
   */
  run(ctx: Pick<ParameterizedContext, 'ip' | 'res'>, work: () => Promise<void>): Promise<void>
}

interface Client {
  waiting: Set<() => void>
  running: boolean
  unsent: number
}

/**
 * Creates a queue that bounds the processor time and memory of responses. A client with many requests
 * delays only itself. Clients are identified by address, as for sign-ins.
 *
 * `p-limit` is not enough: it serves requests in order of arrival, so one client could delay all
 * others, and it cannot drop a queued request or wait for unsent bytes.
 */
export function createFairQueue(): FairQueue {
  /** Clients with waiting, running or unsent requests; the next one to run is first. */
  const clients = new Map<string, Client>()
  let running = 0

  const clientOf = (key: string): Client => {
    const client = clients.get(key) ?? { waiting: new Set(), running: false, unsent: 0 }
    clients.set(key, client)
    return client
  }

  const startNext = () => {
    for (const [key, client] of clients) {
      if (running >= CONCURRENCY) return
      const [start] = client.waiting
      if (!start || client.running || client.unsent > MAX_UNSENT_BYTES) continue
      client.waiting.delete(start)
      client.running = true
      running += 1
      // Moves the client to the end, so that this loop reaches it after all others.
      clients.delete(key)
      clients.set(key, client)
      start()
    }
  }

  /** Resolves to true when the request may run, to false if the client disconnected. */
  const waitForSlot = (client: Client, res: ServerResponse) =>
    new Promise<boolean>((resolve) => {
      const start = () => {
        res.off('close', leave)
        resolve(true)
      }
      const leave = () => {
        client.waiting.delete(start)
        resolve(false)
      }
      client.waiting.add(start)
      res.once('close', leave)
      startNext()
    })

  const release = (key: string, client: Client) => {
    if (client.waiting.size === 0 && !client.running && client.unsent === 0) clients.delete(key)
    startNext()
  }

  const end = (key: string, client: Client, res: ServerResponse) => {
    const unsent = res.closed ? 0 : res.writableLength
    client.unsent += unsent
    client.running = false
    running -= 1
    if (unsent > 0) {
      res.once('close', () => {
        client.unsent -= unsent
        release(key, client)
      })
    }
    release(key, client)
  }

  return {
    async run({ ip, res }, work) {
      if (res.closed) return
      const key = rateLimitKey(ip)
      const client = clientOf(key)
      if (client.waiting.size >= MAX_WAITING) {
        throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
      }
      if (!(await waitForSlot(client, res))) {
        release(key, client)
        return
      }
      try {
        await work()
      } finally {
        // Waits until Koa has written the response and other pending requests were accepted.
        setImmediate(end, key, client, res)
      }
    },
  }
}
