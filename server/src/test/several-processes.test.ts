import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { UPLOADS_PATH, uploadIdIn } from '@bidyaloy/shared/api/uploads'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCluster } from '../engines/postgres/cluster.ts'
import { postgresMigrations } from '../engines/postgres/tables.ts'
import { MAX_FAILURES } from '../features/auth/login-limit.ts'
import { rotateSigningSecret } from '../features/auth/session-token.ts'
import { newId } from '../ids.ts'
import { secretsOf } from '../storage/secrets.ts'
import { startBucket, type TestBucket } from './bucket.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import {
  ADMIN,
  problemOf,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './test-server.ts'

/* Several processes on one PostgreSQL database behave as one server. */

let postgres: PostgresServer
let bucket: TestBucket
let school: string
const servers = new Set<TestServer>()

beforeAll(async () => {
  postgres = await startPostgres()
  bucket = await startBucket()
})
beforeEach(() => {
  school = `school-${newId()}`
})
afterEach(async () => {
  await Promise.all([...servers].map(stop))
})
afterAll(async () => {
  await bucket.stop()
  await postgres.stop()
})

/** Starts a process. */
async function start({ env, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const settings = { DATABASE_URL: postgres.url, STORAGE_URL: bucket.url, ...env }
  const server = await startTestServer({ school, ...options, env: settings })
  servers.add(server)
  return server
}

async function stop(server: TestServer): Promise<void> {
  servers.delete(server)
  await server.stop()
}

/** Starts two processes; the first one does the background work. */
async function pair(options?: TestServerOptions): Promise<[TestServer, TestServer]> {
  return [await start(options), await start(options)]
}

const params = { collection: 'notices' } as const
const publish = ({ admin }: TestServer, title: string) =>
  admin.createEntry({ params, body: { title, body: 'লেখা' } })
const titles = async ({ visitor }: TestServer) =>
  (await visitor.listEntries({ params })).map(({ title }) => title)

/** Of `postgres-database.ts`. */
const REFRESH_TIMEOUT_MS = 300

/** Receives webhook messages. */
async function startReceiver() {
  const told: string[] = []
  const receiver = http.createServer((req, res) => {
    told.push(String(req.headers['bidyaloy-delivery']))
    req.resume()
    res.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const env = { WEBHOOK_URL: `http://127.0.0.1:${port}/`, WEBHOOK_SECRET: 'a secret of sixteen' }
  return { told, env, stop: () => receiver.close() }
}

describe('several processes', () => {
  it('show a write that any of them has acknowledged, each time', async () => {
    const [one, two] = await pair()
    const query = { limit: 1 }
    for (let n = 0; n < 100; n += 1) {
      const [writer, reader] = n % 2 ? [one, two] : [two, one]
      const newest = async () => (await reader.visitor.listEntries({ params, query }))[0]?.title
      // Cached there from now on.
      await newest()
      await publish(writer, `বিজ্ঞপ্তি ${n}`)
      expect(await newest()).toBe(`বিজ্ঞপ্তি ${n}`)
    }
    const pageOf = async ({ fetch }: TestServer) => (await fetch('/allNotices')).text()
    for (let n = 0; n < 5; n += 1) {
      const [writer, reader] = n % 2 ? [one, two] : [two, one]
      await pageOf(reader)
      await publish(writer, `পাতায় ${n}।`)
      expect(await pageOf(reader)).toContain(`পাতায় ${n}।`)
    }
  })

  it('show what each has acknowledged while both are written and read', async () => {
    const processes = await pair()
    const answered = [0, 0]
    let isWriting = true
    const readers = processes.map(async ({ fetch }) => {
      while (isWriting) {
        const [before, began] = [[...answered], performance.now()]
        const page = await (await fetch('/')).text()
        // When the database does not say the revision in time, the last known page is shown.
        if (performance.now() - began > REFRESH_TIMEOUT_MS) continue
        for (const [i, last] of before.entries()) {
          const shown = [...page.matchAll(new RegExp(`লেখক ${i} পর্ব (\\d+)`, 'g'))]
          const newest = Math.max(0, ...shown.map(([, n]) => Number(n)))
          expect(newest).toBeGreaterThanOrEqual(last)
        }
      }
    })
    // In turns, so that the newest of each stays on the front page.
    const write = async (i: 0 | 1, n: number) => {
      await publish(processes[i], `লেখক ${i} পর্ব ${n}`)
      answered[i] = n
    }
    const writing = async () => {
      for (let n = 1; n <= 20; n += 1) await Promise.all([write(0, n), write(1, n)])
    }
    await Promise.all([...readers, writing().finally(() => (isWriting = false))])
    // Nor do two of them continue the activity behind the same action.
    const activity = await processes[0].admin.listActivity({})
    expect(activity.filter(({ hash }) => hash).length).toBeGreaterThan(40)
    expect(activity.filter(({ gap }) => gap)).toEqual([])
  })

  it('show an urgent notice until its end, cached or not', async () => {
    const start = Date.now()
    let now = new Date(start)
    const processes = await pair({ clock: () => now })
    const later = (minutes: number) => new Date(start + minutes * MINUTE_MS)
    const body = { title: 'কাল বন্ধ', body: 'লেখা', urgentUntil: later(10).toISOString() }
    await processes[0].admin.createEntry({ params, body })
    // The second response of each is from its cache.
    const shown = async () => {
      const asked = [...processes, ...processes].map(({ fetch }) => fetch('/allnews'))
      const pages = await Promise.all((await Promise.all(asked)).map((page) => page.text()))
      return pages.filter((page) => page.includes('কাল বন্ধ')).length
    }
    expect(await shown()).toBe(4)
    now = later(9.9)
    expect(await shown()).toBe(4)
    now = later(10)
    expect(await shown()).toBe(0)
  })

  it('publish once for one Idempotency-Key', async () => {
    const [one, two] = await pair()
    const key = crypto.randomUUID()
    const send = (server: TestServer) => {
      const body = new FormData()
      body.set('title', 'একবার')
      body.set('body', 'লেখা')
      const headers = { 'idempotency-key': key }
      return server.fetchAsAdmin('/api/notices', { method: 'POST', headers, body })
    }
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(n % 2 ? one : two)),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await titles(one)).toEqual(['একবার'])
  })

  it('have the uploads of their own requests only, and never use a part of one', async () => {
    const [one, two] = await pair()
    const tus = { 'tus-resumable': '1.0.0' }
    const headers = { ...tus, 'upload-length': '9', 'upload-metadata': 'filename YS50eHQ=' }
    const { headers: started } = await one.fetchAsAdmin(UPLOADS_PATH, { method: 'POST', headers })
    const location = started.get('location') ?? ''
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const append = { method: 'PATCH', headers: { ...tus, ...part }, body: 'some text' }
    expect((await two.fetchAsAdmin(location, append)).status).toBe(404)
    expect((await one.fetchAsAdmin(location, append)).status).toBe(204)
    const body = new FormData()
    body.set('title', 'বড় ফাইল')
    body.set('uploads', JSON.stringify([uploadIdIn(location)]))
    const refused = await two.fetchAsAdmin('/api/notices', { method: 'POST', body })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([410, 'upload_gone'])
    const published = await one.fetchAsAdmin('/api/notices', { method: 'POST', body })
    expect(published.status).toBe(201)
    expect(await titles(two)).toEqual(['বড় ফাইল'])
  })

  it('let one of many changes of the same version win', async () => {
    const [one, two] = await pair()
    const { _id: id, __v } = await publish(one, 'প্রথম')
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).admin.updateEntry({
          params: { ...params, id },
          body: { title: `পরিবর্তন ${n}`, __v },
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    }
    expect(await titles(one)).toEqual(await titles(two))
  })

  it('tell a webhook once, whichever of them publishes and works', async () => {
    const receiver = await startReceiver()
    const [one, two] = await pair({ env: receiver.env })
    const ids = [await publish(two, 'ক'), await publish(one, 'খ')].map(({ _id }) => _id)
    await expect.poll(() => [...receiver.told].sort()).toEqual([...ids].sort())
    // The other one takes over.
    await stop(one)
    ids.push((await publish(two, 'গ'))._id)
    await expect.poll(() => receiver.told.length, { timeout: 25_000 }).toBe(3)
    const three = await start({ env: receiver.env })
    ids.push((await publish(three, 'ঘ'))._id)
    await expect.poll(() => receiver.told.length, { timeout: 25_000 }).toBe(4)
    expect([...receiver.told].sort()).toEqual([...ids].sort())
    receiver.stop()
  })

  it('count failed sign-ins together', async () => {
    const [one, two] = await pair()
    for (let n = 0; n < MAX_FAILURES; n += 1) {
      const body = { ...ADMIN, password: `wrong password ${n}` }
      await expect((n % 2 ? one : two).visitor.login({ body })).rejects.toThrow()
    }
    for (const server of [one, two]) {
      await expect(server.visitor.login({ body: ADMIN })).rejects.toMatchObject({
        code: 'too_many_requests',
      })
    }
  })

  it('accept each other’s sessions, until the secret is replaced', async () => {
    const [one, two] = await pair()
    const asAdmin = (server: TestServer, token: string) =>
      server.fetch('/api/admin/session', { headers: { authorization: `Bearer ${token}` } })
    expect((await asAdmin(two, one.token)).status).toBe(200)
    const { key } = await one.visitor.getPushKey()
    expect(await two.visitor.getPushKey()).toEqual({ key })
    const { db, folder } = one.server.internals
    await rotateSigningSecret(secretsOf(db, folder))
    expect((await asAdmin(two, two.token)).status).toBe(401)
    // Also the first one that is signed with the new secret.
    const { token } = await one.signIn()
    expect((await asAdmin(two, token)).status).toBe(200)
  })

  it('issue a backup token that the others accept', async () => {
    const [one, two] = await pair()
    const body = { currentPassword: ADMIN.password }
    const { token } = await one.admin.issueBackupToken({ body })
    const download = (value: string) =>
      two.fetch(`/api/admin/backups/nothing/file?token=${value}`, {
        headers: { authorization: `Bearer ${one.token}` },
      })
    expect((await problemOf(await download(token))).code).toBe('not_found')
    expect((await problemOf(await download(`${token}x`))).code).toBe('validation_failed')
  })

  it('make one first admin when two start at the same time', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(await one.admin.listAdmins()).toHaveLength(1)
    for (const server of [one, two]) await publish(server, 'চালু')
  })

  it('are refused without a bucket, but not after the first one has stopped', async () => {
    const alone = { env: { STORAGE_URL: '' } }
    const one = await start(alone)
    await expect(start(alone)).rejects.toThrow(/another server uses this database.*STORAGE_URL/)
    await publish(one, 'একা')
    await stop(one)
    expect(await titles(await start(alone))).toEqual(['একা'])
  })
})

describe('without the database', () => {
  it('pages stay, other requests get 503, and all goes on when it is back', async () => {
    const server = await start()
    const { _id } = await publish(server, 'ছুটির নোটিশ')
    const path = entryPath('notices', _id)
    const open = async (target: string) => {
      const response = await server.fetch(target)
      return { status: response.status, text: await response.text(), headers: response.headers }
    }
    for (let n = 0; n < 3; n += 1) await open(path)
    await server.admin.updateEntry({ params: { ...params, id: _id }, body: { title: 'নতুন নোটিশ' } })
    await postgres.pause()
    expect((await open(path)).text).toMatch(/(ছুটির|নতুন) নোটিশ/)
    const unseen = await open('/committee')
    expect([unseen.status, unseen.headers.get('retry-after')]).toEqual([503, '5'])
    expect(unseen.text).toContain('<html lang="bn"')
    const read = await server.fetch('/api/news')
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5'])
    await expect(publish(server, 'এখন নয়')).rejects.toMatchObject({ code: 'unavailable' })
    expect((await open('/healthz')).status).toBe(200)
    expect(JSON.parse((await open('/readyz')).text)).toMatchObject({ problems: ['database'] })
    await postgres.start()
    await expect.poll(async () => (await open('/readyz')).status).toBe(200)
    expect((await open(path)).text).toContain('নতুন নোটিশ')
    await publish(server, 'আবার')
    expect(await titles(server)).toEqual(['আবার', 'নতুন নোটিশ'])
    expect((await open('/committee')).status).not.toBe(503)
  })
})

describe('a database', () => {
  it('that has lost commits, after a failover, is shown as it is', async () => {
    const [one, two] = await pair()
    await publish(one, 'থাকে')
    const { _id: lost } = await publish(two, 'হারায়')
    for (const server of [one, two]) {
      expect(await titles(server)).toEqual(['হারায়', 'থাকে'])
      expect((await server.fetch(entryPath('notices', lost))).status).toBe(200)
    }
    // Another server; its next revision has the number of the lost one.
    await postgres.pause()
    await postgres.start()
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query("SELECT set_config('bidyaloy.school', sign_school($1), false)", [school])
    await client.query('DELETE FROM entry WHERE id = $1', [lost])
    await client.query('UPDATE school SET revision = revision - 1 WHERE name = $1', [school])
    await client.end()
    await expect.poll(() => publish(two, 'নতুন').catch(() => null)).toBeTruthy()
    for (const server of [one, two]) {
      expect(await titles(server)).toEqual(['নতুন', 'থাকে'])
      expect((await server.fetch(entryPath('notices', lost))).status).toBe(404)
    }
  })

  it('that a newer version has changed serves the older one until that stops', async () => {
    const own = await startPostgres()
    try {
      const settings = { env: { DATABASE_URL: own.url } }
      const old = await start(settings)
      await publish(old, 'আগে')
      const later = {
        name: 'Later2000000000000',
        statements: [
          'ALTER TABLE entry ADD COLUMN later TEXT',
          'CREATE INDEX entry_later ON entry (school, later)',
        ],
      }
      const log = pino({ level: 'silent' })
      const steps = [...postgresMigrations, later]
      const newer = await openCluster(own.url, { log, holder: newId(), steps })
      await publish(old, 'পরে')
      expect(await titles(old)).toEqual(['পরে', 'আগে'])
      await newer.close()
      await stop(old)
      await expect(start(settings)).rejects.toThrow(/newer version.*Later2000000000000/)
    } finally {
      await own.stop()
    }
  })
})
