import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { type SchoolsServer, startSchoolsServer } from '../../test/schools-server.ts'
import type { TestClient } from '../../test/test-server.ts'
import { setSuspended } from './manage-schools.ts'

let postgres: PostgresServer
let server: SchoolsServer
let now = new Date('2026-11-21T04:00:00.000Z')
/** What the webhook was told. */
const told: { school: string; entry: { title: string } }[] = []
/** Title of the entry that the receiver refuses. */
let refused = ''
const receiver = http.createServer((req, res) => {
  void text(req).then((body) => {
    const message: (typeof told)[number] = JSON.parse(body)
    const isRefused = message.entry.title === refused
    if (!isRefused) told.push(message)
    res.writeHead(isRefused ? 500 : 204).end()
  })
})
beforeAll(async () => {
  postgres = await startPostgres()
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  server = await startSchoolsServer(postgres.url, {
    env: {
      BACKUP_AT: 'off',
      METRICS_TOKEN: 'of the operator alone',
      WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      WEBHOOK_SECRET: 'of the receiver alone',
    },
    idleMs: 0,
    clock: () => now,
  })
}, 60_000)
afterAll(async () => {
  await server.stop()
  receiver.close()
  await postgres.stop()
})

/** The server reads the table every two seconds. */
const WITHIN = { timeout: 10_000 }
const titles = (school: string) =>
  told.filter((message) => message.school === school).map(({ entry }) => entry.title)

async function publish({ admin }: TestClient, title: string, at?: number): Promise<void> {
  const publishAt = at === undefined ? {} : { publishAt: new Date(at).toISOString() }
  const body = { title, body: 'ক', ...publishAt }
  await admin.createEntry({ params: { collection: 'notices' }, body })
}

async function suspend(name: string, isSuspended: boolean): Promise<void> {
  await server.manage((deps) => setSuspended(deps, name, isSuspended))
  const status = async () => (await server.fetch(`${name}.example`, '/')).status
  await expect.poll(status, WITHIN).toBe(isSuspended ? 503 : 200)
}

test('counts for each school what is still to be announced, without opening it', async () => {
  refused = 'দূরের'
  await publish(await server.addSignedIn('waiting'), refused)
  const pending = () =>
    server.query('waiting', 'SELECT ledger, attempts FROM told WHERE at IS NOT NULL')
  await expect.poll(pending, WITHIN).toEqual([{ ledger: 'webhook', attempts: 1 }])
  const { schools } = server.server.internals
  await schools.closeIdle()
  const headers = { authorization: 'Bearer of the operator alone' }
  const { text: metrics } = await server.fetch('any.example', '/metrics', { headers })
  expect(metrics).toContain('bidyaloy_school_webhook_pending{school="waiting"} 1\n')
  expect(metrics).toContain('bidyaloy_school_push_pending{school="waiting"} 0\n')
  expect(schools.size).toBe(0)
})

test('announces nothing of a suspended school, and of that time only the news of two days once it is open', async () => {
  const start = now.getTime()
  const quiet = await server.addSignedIn('quiet')
  const loud = await server.addSignedIn('loud')
  refused = 'আগের'
  await publish(quiet, refused)
  const failed = () => server.query('quiet', 'SELECT FROM told WHERE attempts > 0')
  await expect.poll(failed, WITHIN).toHaveLength(1)
  for (const school of [quiet, loud]) {
    await publish(school, 'প্রথম', start + HOUR_MS)
    await publish(school, 'শেষ', start + 4 * DAY_MS)
  }
  await suspend('quiet', true)
  refused = ''
  const { schools, work } = server.server.internals
  for (const [days, expected] of [
    [1, ['প্রথম']],
    [5, ['প্রথম', 'শেষ']],
  ] as const) {
    now = new Date(start + days * DAY_MS)
    await schools.closeIdle()
    await work.look()
    await expect.poll(() => titles('loud'), WITHIN).toEqual(expected)
  }
  expect(titles('quiet')).toEqual([])
  // What waits until then does not keep it open.
  const open = async () => {
    await schools.closeIdle()
    await work.look()
    return schools.size
  }
  await expect.poll(open, WITHIN).toBe(0)
  await suspend('quiet', false)
  await expect.poll(() => titles('quiet'), WITHIN).toEqual(['শেষ'])
})

test('announces nothing of a school that is suspended before its turn comes', async () => {
  const title = 'মাঝের'
  await server.addSignedIn('visited')
  for (const name of ['aa', 'ab', 'between', 'zz']) {
    await publish(await server.addSignedIn(name), title, now.getTime() + HOUR_MS)
  }
  const { schools, work } = server.server.internals
  await work.look()
  await schools.closeIdle()
  now = new Date(now.getTime() + 2 * HOUR_MS)
  await server.manage(async ({ cluster }) => {
    // Two schools are visited at a time, and these two wait.
    const operator = await cluster.owner.connect()
    await operator.query('BEGIN')
    await operator.query("SELECT FROM school WHERE name IN ('aa', 'ab') FOR UPDATE")
    const looked = work.look()
    try {
      const waiting = 'SELECT FROM pg_locks WHERE NOT granted'
      await expect.poll(async () => (await operator.query(waiting)).rowCount, WITHIN).toBe(2)
      // Not visited, which would open it. The server reads both rows together.
      await setSuspended({ cluster }, 'between', true)
      await suspend('visited', true)
    } finally {
      await operator.query('COMMIT')
      operator.release()
    }
    await looked
  })
  await expect.poll(() => titles('zz'), WITHIN).toEqual([title])
  await schools.closeIdle()
  expect(titles('between')).toEqual([])
})
