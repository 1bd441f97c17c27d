import { createHmac } from 'node:crypto'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

const WEBHOOK_SECRET = 'a secret of some length'

interface Message {
  path: string
  body: string
  headers: http.IncomingHttpHeaders
}

let school: TestServer | undefined
let receiver: http.Server
let messages: Message[]
/** Status codes that the receiver responds with, in order; then 204. */
let responses: { status: number; location?: string }[]
/** Delays responses. */
let held: Promise<void> | undefined
beforeEach(async () => {
  messages = []
  responses = []
  held = undefined
  receiver = http.createServer(async (req, res) => {
    messages.push({ path: req.url ?? '', body: await text(req), headers: req.headers })
    await held
    const { status, ...headers } = responses.shift() ?? { status: 204 }
    res.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await school?.stop()
  school = undefined
  receiver.closeAllConnections()
  receiver.close()
})

const received = (count: number) =>
  expect.poll(() => messages.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
const env = () => {
  const { port } = receiver.address() as AddressInfo
  return { WEBHOOK_SECRET, WEBHOOK_URL: `http://127.0.0.1:${port}/hook` }
}
const publish = (title: string, more: { publishAt?: string } = {}) =>
  school?.admin.createEntry({
    params: { collection: 'notices' },
    body: { title, ...more },
    file: fileOf(title, 'notice.txt'),
  })
const titles = () => messages.map(({ body }) => JSON.parse(body).entry.title)

test('retries a failed delivery until it succeeds, then sends nothing more', async () => {
  // Redirects are not followed.
  responses = [{ status: 500 }, { status: 302, location: '/elsewhere' }]
  school = await startTestServer({ env: env() })
  await publish('আগামী', { publishAt: '2199-01-01' })
  const entry = await publish('প্রকাশিত')
  await received(3)
  await publish('পরের')
  await received(4)
  expect(titles()).toEqual(['প্রকাশিত', 'প্রকাশিত', 'প্রকাশিত', 'পরের'])
  expect(new Set(messages.map(({ path }) => path))).toEqual(new Set(['/hook']))
  const { body = '', headers = {} } = messages[2] ?? {}
  expect(JSON.parse(body)).toEqual({
    event: 'published',
    collection: 'notices',
    entry: { _id: entry?._id, title: 'প্রকাশিত', date: entry?.date },
  })
  const [, at, signature] = /^t=(\d+),v1=(.+)$/.exec(String(headers['bidyaloy-signature'])) ?? []
  expect(createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')).toBe(signature)
})

test('sends an entry that is published during a delivery', async () => {
  school = await startTestServer({ env: env() })
  await publish('আগামী', { publishAt: '2199-01-01' })
  let release: () => void = () => undefined
  held = new Promise((resolve) => {
    release = resolve
  })
  await publish('প্রথম')
  await received(1)
  await publish('দ্বিতীয়')
  release()
  await received(2)
  expect(titles()).toEqual(['প্রথম', 'দ্বিতীয়'])
}, 90_000)

test('sends pending messages after a restart, and none for old entries', async () => {
  school = await startTestServer()
  await publish('আগের')
  const { dataDir } = school
  await school.server.stop()
  school = await startTestServer({ env: env(), dataDir })
  responses = [{ status: 503 }]
  await publish('নতুন')
  await received(1)
  school = await school.restart()
  await received(2)
  expect(titles()).toEqual(['নতুন', 'নতুন'])
})

test('tells of a nightly backup that failed until the receiver accepts it, once', async () => {
  let now = new Date('2026-11-21T04:30:00.000Z')
  school = await startTestServer({ env: env(), clock: () => now })
  const { backups, folder } = school.server.internals
  const afterHours = async (hours: number) => {
    now = new Date(now.getTime() + hours * HOUR_MS)
    await backups.catchUp()
    return now.toISOString()
  }
  await fs.rename(folder.cache, `${folder.cache}.away`)
  await fs.writeFile(folder.cache, 'in the way')
  responses = [{ status: 500 }]
  const since = await afterHours(24)
  await afterHours(2)
  await afterHours(2)
  const message = { event: 'backup_failed', what: 'backup', since }
  expect(messages.map(({ body }) => JSON.parse(body))).toEqual([message, message])
  const ids = messages.map(({ headers }) => headers['bidyaloy-delivery'])
  expect(ids[1]).toBe(ids[0])

  await fs.rm(folder.cache)
  await fs.rename(`${folder.cache}.away`, folder.cache)
  await afterHours(2)
  expect(await backups.nightlyFailed()).toBe(false)
  expect(messages).toHaveLength(2)
})

test('tells nobody of a nightly backup that ends with the server, which the next start makes', async () => {
  let now = new Date('2026-11-21T04:30:00.000Z')
  school = await startTestServer({ env: env(), clock: () => now })
  now = new Date(now.getTime() + 24 * HOUR_MS)
  const { backups } = school.server.internals
  const made = backups.catchUp()
  await expect.poll(async () => (await backups.state()).task, { interval: 1 }).not.toBeNull()
  school = await school.restart()
  await made
  expect(messages).toEqual([])
  const next = school.server.internals.backups
  expect((await next.state()).backups).toEqual([])
  await next.catchUp()
  expect((await next.state()).backups).toMatchObject([{ kind: 'nightly' }])
})

test('a start fails without https or a local URL, and without a secret', async () => {
  for (const wrong of [
    { WEBHOOK_URL: 'http://example.com/', WEBHOOK_SECRET },
    { WEBHOOK_URL: 'ftp://127.0.0.1/', WEBHOOK_SECRET },
    { WEBHOOK_URL: 'https://example.com/' },
  ]) {
    await expect(startTestServer({ env: wrong })).rejects.toThrow(/WEBHOOK_/)
  }
})
