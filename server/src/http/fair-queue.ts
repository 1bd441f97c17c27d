import type { ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { ParameterizedContext } from 'koa'
import { rateLimitKey } from './request.ts'

/** How much is worked on at a time. */
interface FairQueueLimits {
  /** Clients for whom something is worked on at once, one request of each. */
  atOnce: number
  /** Requests of one client that may wait. */
  waitingOfClient: number
  /** Bytes of one client's answers that wait to be sent; above it, its next request waits, too. */
  unsentOfClient: number
}

const USUAL: FairQueueLimits = {
  atOnce: 3,
  waitingOfClient: 500,
  unsentOfClient: 4 * 1024 * 1024,
}
const RETRY_SECONDS = 5

/** Works on few requests at once, and takes turns by client. */
export interface FairQueue {
  /**
   * Runs `work`, which answers the request, when it is its client's turn. A request whose client has
   * gone away by then is dropped: `work` is not run.
   * @throws Problem `unavailable` where too many requests of this client wait already
   */
  run(ctx: Pick<ParameterizedContext, 'ip' | 'res'>, work: () => Promise<void>): Promise<void>
}

interface Client {
  waiting: Set<() => void>
  running: boolean
  unsent: number
}

/**
 * Creates a queue that bounds the processor time and memory of answers. A client with many requests
 * delays only itself. Clients are identified by address, as for sign-ins.
 *
 * `p-limit` does not do: it serves requests in order of arrival, so one client could delay all
 * others, and it cannot drop a queued request or wait for unsent bytes.
 */
export function createFairQueue(limits: Partial<FairQueueLimits> = {}): FairQueue {
  const { atOnce, waitingOfClient, unsentOfClient } = { ...USUAL, ...limits }
  /** All that wait, run or have unsent answers; whose turn comes next stands first. */
  const clients = new Map<string, Client>()
  let running = 0

  const clientOf = (key: string): Client => {
    const client = clients.get(key) ?? { waiting: new Set(), running: false, unsent: 0 }
    clients.set(key, client)
    return client
  }

  const startNext = () => {
    for (const [key, client] of clients) {
      if (running >= atOnce) return
      const [start] = client.waiting
      if (!start || client.running || client.unsent > unsentOfClient) continue
      client.waiting.delete(start)
      client.running = true
      running += 1
      // To the end of the line: this loop comes to it again after all the others.
      clients.delete(key)
      clients.set(key, client)
      start()
    }
  }

  /** Whether it is this request's turn; false where the client went away. */
  const turn = (client: Client, res: ServerResponse) =>
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

  const forget = (key: string, client: Client) => {
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
        forget(key, client)
      })
    }
    forget(key, client)
  }

  return {
    async run({ ip, res }, work) {
      if (res.closed) return
      const key = rateLimitKey(ip)
      const client = clientOf(key)
      if (client.waiting.size >= waitingOfClient) {
        throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
      }
      if (!(await turn(client, res))) {
        forget(key, client)
        return
      }
      try {
        await work()
      } finally {
        // Not before Koa has written the answer, and what came meanwhile was looked after.
        setImmediate(end, key, client, res)
      }
    },
  }
}
