import type { ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { ParameterizedContext } from 'koa'
import { NETWORK_CLIENTS, networkKey, rateLimitKey } from './request.ts'

/** Concurrent requests, one per client and lane. */
const CONCURRENCY = 3
/** Requests that may wait in a lane altogether, where the queue says so. */
export const MANY_WAITING = 400
/** Of those, long ones; the others are kept for short ones. */
const MAX_LONG = 1
/** Requests of one client that may wait in a lane. */
const MAX_WAITING = 500
/** A client takes at most one of so many places of a lane that is bounded, a network half of them. */
const LANE_SHARE = 8
/** Unsent response bytes of one client in a lane; above it, the client's next request waits. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024
const RETRY_SECONDS = 5

/**
 * What requests cost. `short`: a page, an entry, a search, a part of a list; milliseconds each.
 * `long`: a whole list, which may take a tenth of a second.
 */
export type Cost = 'short' | 'long'

/** Runs few requests concurrently, alternating between clients. */
export interface FairQueue {
  /**
   * Runs `work`, which responds to the request. If the client disconnects first, the request is
   * dropped and `work` does not run.
   * @throws Problem `unavailable` if too many requests of this client are waiting
   */
  run(
    ctx: Pick<ParameterizedContext, 'ip' | 'res'>,
    cost: Cost,
    work: () => Promise<void>,
  ): Promise<void>
}

/** The /48 network of IPv6 clients. */
interface Network {
  key: string
  clients: number
  waiting: number
  unsent: number
  /** Virtual time of its next turn. */
  turn: number
}

interface Client {
  key: string
  network: Network | undefined
  waiting: Set<() => void>
  running: boolean
  unsent: number
  /** Virtual time of its next turn; that of its network may be later. */
  turn: number
}

/**
 * Creates a queue that bounds the processor time and memory of responses. A client with many requests
 * delays only itself, and whole lists delay only each other: short requests always have slots of
 * their own. Clients are identified by address, as for sign-ins.
 *
 * `p-limit` is not enough: it serves requests in order of arrival, so one client could delay all
 * others, and it cannot drop a queued request or wait for unsent bytes.
 * @param limits requests that run at a time, at least 2; and those of all clients that may wait in a lane
 */
export function createFairQueue({
  concurrency = CONCURRENCY,
  maxWaiting = Number.POSITIVE_INFINITY,
} = {}): FairQueue {
  const lanes = { short: createLane(maxWaiting), long: createLane(maxWaiting) }

  const startNext = () => {
    const { short, long } = lanes
    const isFree = () => short.running() + long.running() < concurrency
    if (isFree() && long.running() < MAX_LONG) long.startNext()
    // The next slot is for the long request that waits.
    const ofShort = long.isWaiting() ? concurrency - MAX_LONG : concurrency
    while (isFree() && short.running() < ofShort && short.isWaiting()) short.startNext()
  }

  /** Resolves to true when the request may run, to false if the client disconnected. */
  const waitForSlot = (lane: Lane, client: Client, res: ServerResponse) =>
    new Promise<boolean>((resolve) => {
      const start = () => {
        res.off('close', leave)
        resolve(true)
      }
      const leave = () => {
        lane.leave(client, start)
        startNext()
        resolve(false)
      }
      lane.enter(client, start)
      res.once('close', leave)
      startNext()
    })

  const end = (lane: Lane, client: Client, res: ServerResponse) => {
    const unsent = res.closed ? 0 : res.writableLength
    lane.end(client, unsent)
    if (unsent > 0) {
      res.once('close', () => {
        lane.sent(client, unsent)
        startNext()
      })
    }
    startNext()
  }

  return {
    async run({ ip, res }, cost, work) {
      if (res.closed) return
      const lane = lanes[cost]
      const client = lane.clientAt(ip)
      if (!(await waitForSlot(lane, client, res))) return
      try {
        await work()
      } finally {
        // Waits until Koa has written the response and other pending requests were accepted.
        setImmediate(end, lane, client, res)
      }
    },
  }
}

type Lane = ReturnType<typeof createLane>

/**
 * Creates a queue in which clients take turns, and a network takes as many as `NETWORK_CLIENTS` clients.
 * The first turn of a new client comes before the second of others, but nobody waits for more than a
 * round of new ones (start-time fair queueing).
 */
function createLane(maxWaiting: number) {
  /** Clients with waiting, running or unsent requests. */
  const clients = new Map<string, Client>()
  const networks = new Map<string, Network>()
  let running = 0
  let waiting = 0
  /** Virtual time: a round of all clients takes at least 1. */
  let now = 0

  const networkOf = (address: string): Network | undefined => {
    const key = networkKey(address)
    if (key === null) return undefined
    return networks.get(key) ?? { key, clients: 0, waiting: 0, unsent: 0, turn: now }
  }

  const mayStart = ({ waiting, running: isRunning, unsent, network }: Client) =>
    waiting.size > 0 &&
    !isRunning &&
    unsent <= MAX_UNSENT_BYTES &&
    (network?.unsent ?? 0) <= MAX_UNSENT_BYTES * NETWORK_CLIENTS

  const next = (): Client | undefined => {
    let first: Client | undefined
    for (const client of clients.values()) {
      if (mayStart(client) && (!first || turnOf(client) < turnOf(first))) first = client
    }
    return first
  }

  const leave = (client: Client, start: () => void) => {
    if (!client.waiting.delete(start)) return
    waiting -= 1
    if (client.network) client.network.waiting -= 1
  }

  const addUnsent = (client: Client, bytes: number) => {
    client.unsent += bytes
    if (client.network) client.network.unsent += bytes
  }

  const forgetIdle = (client: Client) => {
    if (client.waiting.size > 0 || client.running || client.unsent > 0) return
    const { key, network } = client
    if (!clients.delete(key) || !network) return
    network.clients -= 1
    if (network.clients === 0) networks.delete(network.key)
  }

  return {
    running: () => running,
    /** Whether a request waits for a slot only. */
    isWaiting: () => next() !== undefined,

    /** @throws Problem `unavailable` if too many requests of the client are waiting */
    clientAt(address: string): Client {
      const key = rateLimitKey(address)
      const known = clients.get(key)
      const network = known ? known.network : networkOf(address)
      const isFull =
        waiting >= maxWaiting ||
        (known?.waiting.size ?? 0) >= Math.min(MAX_WAITING, maxWaiting / LANE_SHARE) ||
        (network?.waiting ?? 0) >= Math.min(MAX_WAITING * NETWORK_CLIENTS, maxWaiting / 2)
      if (isFull) throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
      return known ?? { key, network, waiting: new Set(), running: false, unsent: 0, turn: now }
    },

    enter(client: Client, start: () => void) {
      const { key, network } = client
      if (network) {
        networks.set(network.key, network)
        if (!clients.has(key)) network.clients += 1
        network.waiting += 1
      }
      clients.set(key, client)
      client.waiting.add(start)
      waiting += 1
    },

    leave(client: Client, start: () => void) {
      leave(client, start)
      forgetIdle(client)
    },

    startNext() {
      const client = next()
      const [start] = client?.waiting ?? []
      if (!client || !start) return
      // Who could not start for a while must not have several turns then.
      const turn = Math.max(turnOf(client), now)
      now = Math.max(now + 1 / clients.size, turnOf(client))
      client.turn = turn + 1
      if (client.network) client.network.turn = turn + 1 / NETWORK_CLIENTS
      leave(client, start)
      client.running = true
      running += 1
      start()
    },

    /** @param unsent bytes of the response */
    end(client: Client, unsent: number) {
      client.running = false
      running -= 1
      addUnsent(client, unsent)
      forgetIdle(client)
    },

    sent(client: Client, bytes: number) {
      addUnsent(client, -bytes)
      forgetIdle(client)
    },
  }
}

function turnOf({ turn, network }: Client): number {
  return Math.max(turn, network?.turn ?? 0)
}
