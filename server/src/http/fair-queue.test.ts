import http from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
let id = ''
beforeAll(async () => {
  school = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const made = await school.admin.createEntry({
    params: { collection: 'main-gallery' },
    body: { title: 'বার্ষিক ক্রীড়া', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
  })
  id = made._id
})
afterAll(() => school.stop())

/** Long enough for a busy machine. */
const SOON = { timeout: 20_000 }

/** Makes each URL unique, so that no response comes from the cache. */
let requests = 0

/** Makes every look-up of an entry wait until it is released. */
function heldReads() {
  const { read } = school.server.internals.db
  const find = read.findOneBy.bind(read)
  const held: (() => void)[] = []
  const most = { concurrent: 0 }
  let concurrent = 0
  let started = 0
  const spy = vi.spyOn(read, 'findOneBy').mockImplementation(async (...order) => {
    started += 1
    concurrent += 1
    most.concurrent = Math.max(most.concurrent, concurrent)
    await new Promise<void>((resolve) => held.push(resolve))
    concurrent -= 1
    return find(...order)
  })
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
  /** Releases all reads until these requests are answered. */
  const finish = async (pending: Promise<number>[]) => {
    const timer = setInterval(releaseAll, 1)
    const statuses = await Promise.all(pending)
    clearInterval(timer)
    spy.mockRestore()
    return statuses
  }
  return { ask, finish, releaseAll, order, most, started: () => started }
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
  releaseAll()
  await expect.poll(() => order.includes('203.0.113.2'), SOON).toBe(true)
  expect(order.filter((client) => client === '203.0.113.1').length).toBeLessThanOrEqual(2)
  await finish([...many, other, third])
  expect(order.indexOf('2001:db8::1')).toBeLessThan(20)
})

it('drops a waiting request whose client has disconnected', async () => {
  const { ask, finish, started } = heldReads()
  const first = [ask('203.0.113.1')]
  await expect.poll(started, SOON).toBe(1)
  const gone = http.get(`${school.url}/api/main-gallery/${id}?offset=gone`, {
    headers: { 'x-forwarded-for': '203.0.113.1' },
  })
  gone.on('error', () => undefined)
  await new Promise((resolve) => gone.once('finish', resolve))
  const others = [ask('203.0.113.2'), ask('203.0.113.1')]
  await expect.poll(started, SOON).toBe(2)
  gone.destroy()
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
})
