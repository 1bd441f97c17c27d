import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import http from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { EntryRow } from '../db/entities.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { createFairQueue, MANY_WAITING } from './fair-queue.ts'

let school: TestServer
let id = ''
/** Lines of the log with a level of a warning or an error. */
const logged: { level: number; msg: string }[] = []
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) })
  school = await startTestServer({ env: { TRUST_PROXY: '1' }, log })
  const made = await school.admin.createEntry({
    params: { collection: 'main-gallery' },
    body: { title: 'বার্ষিক ক্রীড়া', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
  })
  id = made._id
  // A short list has a hundred.
  for (let n = 0; n <= 100; n += 1) {
    const body = { title: `File ${n}`, body: 'No file' }
    await school.admin.createEntry({ params: { collection: 'downloads' }, body })
  }
})
afterAll(() => school.stop())

const hundred = Array.from({ length: 100 }, (_, n) => `203.0.113.${n + 1}`)

/** Long enough for a busy machine. */
const SOON = { timeout: 20_000 }

/** Makes each URL unique, so that no response comes from the cache. */
let requests = 0

/** Node's channel of requests that a server has received. */
const RECEIVED = 'http.server.request.start'

/** Makes every look-up of an entry wait until it is released. */
function heldReads() {
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  subscribe(RECEIVED, count)
  onTestFinished(() => {
    unsubscribe(RECEIVED, count)
  })
  const { read } = school.server.internals.db
  const find = read.findOneBy.bind(read)
  const held: (() => void)[] = []
  const most = { concurrent: 0 }
  let concurrent = 0
  let started = 0
  const spy = vi.spyOn(read, 'findOneBy').mockImplementation(async (...order) => {
    // Background work reads records.
    if (order[0] !== EntryRow) return find(...order)
    started += 1
    concurrent += 1
    most.concurrent = Math.max(most.concurrent, concurrent)
    await new Promise<void>((resolve) => held.push(resolve))
    concurrent -= 1
    return find(...order)
  })
  onTestFinished(() => spy.mockRestore())
  const order: string[] = []
  const ask = async (client: string, headers: Record<string, string> = {}) => {
    requests += 1
    const path = `/api/main-gallery/${id}?offset=${requests}`
    const response = await school.fetch(path, {
      headers: { 'x-forwarded-for': client, ...headers },
    })
    order.push(client)
    return response.status
  }
  const releaseAll = () => {
    for (const release of held.splice(0)) release()
  }
  /**
   * Releases the reads until these requests are answered, each after the answer to the one before:
   * their order is that of the queue, whatever the database takes for one of them.
   */
  const finish = async (pending: Promise<number>[]) => {
    let isDone = false
    const all = Promise.all(pending).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const answered = order.length
      const release = held.shift()
      release?.()
      do await nextTurn()
      while (release && !isDone && order.length === answered)
    }
    return all
  }
  return {
    ...{ ask, finish, releaseAll, order, most },
    started: () => started,
    /** Waits until the server has received this many requests, which makes the queue's order known. */
    allArrived: (requests: number) => expect.poll(() => arrived, SOON).toBe(requests),
  }
}

const SORTS = ['date', 'createdAt', 'title']
/** A query has at most 200 characters. */
const MAX_SPACES = 190
let lists = 0

/** Makes every read of a whole list wait until it is released. */
function heldLists() {
  const { read } = school.server.internals.db
  const find = read.findBy.bind(read)
  let startedCount = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const spy = vi.spyOn(read, 'findBy').mockImplementation(async (...rows) => {
    // The front page reads the student counts, too.
    if (rows[0] !== EntryRow) return find(...rows)
    startedCount += 1
    await released
    return find(...rows)
  })
  onTestFinished(() => spy.mockRestore())
  const order: string[] = []
  const list = async (client: string) => {
    const query = `File${'+'.repeat(lists % MAX_SPACES)}`
    const path = `/api/downloads?q=${query}&sort=${SORTS[Math.floor(lists / MAX_SPACES)]}`
    lists += 1
    const response = await school.fetch(path, { headers: { 'x-forwarded-for': client } })
    order.push(client)
    return response.status
  }
  return {
    list,
    order,
    listing: () => startedCount,
    release(pending: Promise<number>[]) {
      release()
      return Promise.all(pending)
    },
  }
}

it('runs three requests concurrently and rejects none', async () => {
  const { ask, finish, most, started } = heldReads()
  const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
  const pending = clients.flatMap((client) => Array.from({ length: 25 }, () => ask(client)))
  await expect.poll(started, SOON).toBe(3)
  expect(new Set(await finish(pending))).toEqual(new Set([200]))
  expect(most.concurrent).toBe(3)
})

it('alternates between clients: a hundred requests of one do not delay the single one of another', async () => {
  const { ask, finish, releaseAll, order, started } = heldReads()
  // An unverified token does not bypass the queue.
  const forged = { authorization: 'Bearer made.up.token' }
  const many = Array.from({ length: 100 }, (_, n) => ask('203.0.113.1', n % 2 ? forged : {}))
  // One slot is taken by this client; the others are free.
  await expect.poll(started, SOON).toBe(1)
  const other = ask('203.0.113.2')
  await expect.poll(started, SOON).toBe(2)
  const third = ask('2001:db8::1')
  await expect.poll(started, SOON).toBe(3)
  // One read of each client, and no more, until all three are answered.
  releaseAll()
  await expect
    .poll(() => [...order].sort(), SOON)
    .toEqual(['2001:db8::1', '203.0.113.1', '203.0.113.2'])
  await finish([...many, other, third])
})

it('answers the front page while whole lists of the same client wait', async () => {
  const { list, order, listing, release } = heldLists()
  const pending = Array.from({ length: 60 }, () => list('203.0.113.1'))
  await expect.poll(listing, SOON).toBe(1)
  const headers = { 'x-forwarded-for': '203.0.113.1' }
  for (const path of ['/', '/allNotices', '/api/search?q=notice', '/api/main-gallery?limit=100']) {
    expect((await school.fetch(path, { headers })).status).toBe(200)
  }
  expect(order).toEqual([])
  expect(new Set(await release(pending))).toEqual(new Set([200]))
})

it('answers a search while whole lists of a hundred clients wait', async () => {
  const { list, order, listing, release } = heldLists()
  const pending = hundred.flatMap((client) => [list(client), list(client), list(client)])
  await expect.poll(listing, SOON).toBe(1)
  const search = await school.fetch('/api/search?q=first', {
    headers: { 'x-forwarded-for': '198.51.100.1' },
  })
  expect(search.status).toBe(200)
  expect(order).toEqual([])
  await release(pending)
})

it('runs a whole list while short requests of many clients wait', async () => {
  const { ask, finish, releaseAll, order, allArrived } = heldReads()
  const pending = hundred.flatMap((client) => [ask(client), ask(client)])
  await allArrived(200)
  const list = school.fetch('/api/downloads?sort=title', {
    headers: { 'x-forwarded-for': '198.51.100.1' },
  })
  const listed = list.then(({ status }) => order.push(String(status)))
  await allArrived(201)
  const isListed = () => {
    releaseAll()
    return order.includes('200')
  }
  await expect.poll(isListed, SOON).toBe(true)
  expect(order.indexOf('200')).toBeLessThan(100)
  await finish([...pending, listed])
})

it('serves a new client before the second request of others', async () => {
  const { ask, finish, releaseAll, order, allArrived } = heldReads()
  const seen = new Set<string>()
  const pending = hundred.flatMap((client) => [ask(client), ask(client), ask(client)])
  await allArrived(300)
  const answered = () => {
    releaseAll()
    return order.length
  }
  await expect.poll(answered, { ...SOON, interval: 1 }).toBeGreaterThan(50)
  const late = ask('198.51.100.1')
  // No read is released meanwhile.
  await allArrived(301)
  await finish([...pending, late])
  const before = order.slice(0, order.indexOf('198.51.100.1'))
  const again = before.filter((client) => seen.size === seen.add(client).size)
  // Those that were started when it came.
  expect(again.length).toBeLessThanOrEqual(3)
})

it('serves a /48 network of IPv6 as often as eight clients', async () => {
  const { ask, finish, order, allArrived } = heldReads()
  const many = hundred.map((_, n) => ask(`2001:db8:7:${n.toString(16)}::1`))
  await allArrived(100)
  const one = Array.from({ length: 5 }, () => ask('2001:db8:8::1'))
  await allArrived(105)
  await finish([...many, ...one])
  const before = order.slice(0, order.lastIndexOf('2001:db8:8::1'))
  const ofNetwork = before.filter((client) => client.startsWith('2001:db8:7:')).length
  expect(ofNetwork).toBeLessThanOrEqual(5 * 8 + 3)
  expect(ofNetwork).toBeGreaterThan(8)
})

it('drops a waiting request whose client has disconnected', async () => {
  const { ask, finish, started, allArrived } = heldReads()
  const first = [ask('203.0.113.1')]
  await allArrived(1)
  const gone = http.get(`${school.url}/api/main-gallery/${id}?offset=gone`, {
    headers: { 'x-forwarded-for': '203.0.113.1' },
  })
  gone.on('error', () => undefined)
  await allArrived(2)
  const others = [ask('203.0.113.2'), ask('203.0.113.1')]
  await allArrived(4)
  gone.destroy()
  // The server has seen the end of that connection before it answers on another.
  await school.fetch('/healthz')
  expect(await finish([...first, ...others])).toEqual([200, 200, 200])
  expect(started()).toBe(3)
})

it('responds with 503 when too many requests of one client are waiting', async () => {
  const { ask, finish, started } = heldReads()
  const first = [ask('203.0.113.1')]
  await expect.poll(started, SOON).toBe(1)
  const many = Array.from({ length: 520 }, () => ask('203.0.113.1'))
  const other = ask('203.0.113.2')
  await expect.poll(started, SOON).toBe(2)
  const first503 = await Promise.any(many)
  expect(first503).toBe(503)
  const statuses = await finish([...first, ...many, other])
  expect(statuses.filter((status) => status === 503)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(200)
  // The server works as it should.
  const { warn } = pino.levels.values
  expect(logged.filter(({ msg }) => msg === 'failed').map(({ level }) => level)).toEqual(
    new Array(20).fill(warn),
  )
})

it('keeps places of a bounded queue for others: a client takes an eighth, a /48 network half', async () => {
  const { run } = createFairQueue({ concurrency: 2, maxWaiting: MANY_WAITING })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  /** Returns whether each of these requests is taken, at once, or refused. */
  const ask = (addresses: readonly string[]) =>
    addresses.map((ip) => {
      const res = new http.ServerResponse(new http.IncomingMessage(new Socket()))
      const answer = run({ ip, res }, 'short', () => released).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'unavailable' })
          return false
        },
      )
      return answer
    })
  const many = (address: string, count: number) => new Array<string>(count).fill(address)
  const network = Array.from({ length: 300 }, (_, n) => `2001:db8:7:${n.toString(16)}::1`)
  const others = Array.from({ length: 300 }, (_, n) => `198.51.${n >> 8}.${n & 255}`)
  const answers = [
    ask(many('203.0.113.1', 100)),
    ask(many('203.0.113.2', 100)),
    ask(network),
    ask(others),
  ]
  release()
  const taken = await Promise.all(
    answers.map(async (one) => (await Promise.all(one)).filter(Boolean).length),
  )
  // Both clients have a running one beside those that wait.
  const share = MANY_WAITING / 8
  expect(taken).toEqual([share + 1, share + 1, MANY_WAITING / 2, MANY_WAITING / 4])
})
