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

/** However busy the machine. */
const SOON = { timeout: 20_000 }

/** So that no answer comes out of the cache. */
let asked = 0

/** Every look for an entry waits until it is let go. */
function heldReads() {
  const { read } = school.server.inside.db
  const find = read.findOneBy.bind(read)
  const held: (() => void)[] = []
  const most = { atOnce: 0 }
  let atOnce = 0
  let started = 0
  const spy = vi.spyOn(read, 'findOneBy').mockImplementation(async (...order) => {
    started += 1
    atOnce += 1
    most.atOnce = Math.max(most.atOnce, atOnce)
    await new Promise<void>((resolve) => held.push(resolve))
    atOnce -= 1
    return find(...order)
  })
  const order: string[] = []
  const ask = async (client: string, headers: Record<string, string> = {}) => {
    asked += 1
    const path = `/api/main-gallery/${id}?offset=${asked}`
    const answer = await school.fetch(path, { headers: { 'x-forwarded-for': client, ...headers } })
    order.push(client)
    return answer.status
  }
  const letGo = () => {
    for (const release of held.splice(0)) release()
  }
  /** Lets everything go until these are answered. */
  const finish = async (answers: Promise<number>[]) => {
    const timer = setInterval(letGo, 1)
    const statuses = await Promise.all(answers)
    clearInterval(timer)
    spy.mockRestore()
    return statuses
  }
  return { ask, finish, letGo, order, most, started: () => started }
}

it('works on a few answers at once, and refuses nobody', async () => {
  const { ask, finish, most, started } = heldReads()
  const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
  const answers = clients.flatMap((client) => Array.from({ length: 25 }, () => ask(client)))
  await expect.poll(started, SOON).toBe(3)
  expect(new Set(await finish(answers))).toEqual(new Set([200]))
  expect(most.atOnce).toBe(3)
})

it('takes turns by client: one with a hundred requests does not hold up another with one', async () => {
  const { ask, finish, letGo, order, started } = heldReads()
  // A token that nobody checked is no way around it.
  const forged = { authorization: 'Bearer made.up.token' }
  const many = Array.from({ length: 100 }, (_, n) => ask('203.0.113.1', n % 2 ? forged : {}))
  // The client has its share, and places are left for others.
  await expect.poll(started, SOON).toBe(1)
  const other = ask('203.0.113.2')
  await expect.poll(started, SOON).toBe(2)
  const third = ask('2001:db8::1')
  await expect.poll(started, SOON).toBe(3)
  letGo()
  await expect.poll(() => order.includes('203.0.113.2'), SOON).toBe(true)
  expect(order.filter((client) => client === '203.0.113.1').length).toBeLessThanOrEqual(2)
  await finish([...many, other, third])
  expect(order.indexOf('2001:db8::1')).toBeLessThan(20)
})

it('drops a request whose client has gone away while it waited', async () => {
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

it('puts an end to what one client may have waiting', async () => {
  const { ask, finish, started } = heldReads()
  const first = [ask('203.0.113.1')]
  await expect.poll(started, SOON).toBe(1)
  const many = Array.from({ length: 520 }, () => ask('203.0.113.1'))
  const other = ask('203.0.113.2')
  await expect.poll(started, SOON).toBe(2)
  const refused = await Promise.any(many)
  expect(refused).toBe(503)
  const statuses = await finish([...first, ...many, other])
  expect(statuses.filter((status) => status === 503)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(200)
})
