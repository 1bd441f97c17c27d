import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../config.ts'
import { openFileStore } from '../../find-files.ts'
import { startBucket } from '../../test/bucket.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { connect, parseResponse } from '../../test/raw-connection.ts'
import { fileOf } from '../../test/sample-files.ts'
import { type SchoolsServer, silentLog, startSchoolsServer } from '../../test/schools-server.ts'
import {
  addHost,
  type NewSchool,
  removeHost,
  setHost,
  setQuota,
  setSuspended,
} from './manage-schools.ts'

let postgres: PostgresServer
let server: SchoolsServer
/** The servers read the table every two seconds. */
const WITHIN = { timeout: 10_000 }
const METRICS = { authorization: 'Bearer of the operator alone' }
const receiver = http.createServer((req, res) => {
  void text(req).then((body) => {
    messages.push(JSON.parse(body))
    res.end()
  })
})
const messages: object[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  server = await startSchoolsServer(postgres.url, {
    env: {
      METRICS_TOKEN: 'of the operator alone',
      TRUST_PROXY: '1',
      WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      WEBHOOK_SECRET: 'of the receiver alone',
    },
    idleMs: 0,
  })
  const { admin } = await addSchool('north')
  await admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'উত্তরের নোটিশ', body: 'ক' },
  })
  await addSchool('south')
  await change()
}, 60_000)
afterAll(async () => {
  await server.stop()
  receiver.close()
  await postgres.stop()
})

/** Adds a school and signs in its first admin. */
async function addSchool(name: string) {
  const host = `${name}.example`
  const first = await server.add({ name, host })
  const { token } = await server.api(host).login({ body: first })
  return { host, first, token, admin: server.api(host, { authorization: `Bearer ${token}` }) }
}

let mover: Awaited<ReturnType<typeof addSchool>>
let resting: typeof mover
let small: typeof mover
/** Changes three schools at once, which the server reads together. */
async function change(): Promise<void> {
  await Promise.all([
    addSchool('mover').then((school) => {
      mover = school
    }),
    addSchool('resting').then((school) => {
      resting = school
    }),
    addSchool('small').then((school) => {
      small = school
    }),
  ])
  expect((await server.fetch(mover.host, '/')).status).toBe(200)
  await server.setHost('mover', 'moved.example')
  await server.manage((deps) => addHost(deps, { name: 'resting', host: 'rest.example' }))
  await server.manage((deps) => setSuspended(deps, 'resting', true))
  await server.manage((deps) => setQuota(deps, 'small', 1000))
}

/** Lets the day of one school be now, and looks for work. */
async function maintain(name: string): Promise<void> {
  await server.query(name, 'UPDATE school SET maintained_at = now()')
  await server.query(name, `UPDATE school SET maintained_at = NULL WHERE name = '${name}'`)
  await server.server.internals.work.look()
}

test('serves each school at its host, with its own records, and others with 421', async () => {
  expect((await server.fetch('north.example', '/')).text).toContain('উত্তরের নোটিশ')
  expect((await server.fetch('south.example', '/')).text).not.toContain('উত্তরের নোটিশ')
  await expect
    .poll(() => messages, WITHIN)
    .toContainEqual(expect.objectContaining({ event: 'published', school: 'north' }))
  const feed = await server.fetch('north.example', '/sitemap.xml')
  expect(feed.text).toContain('https://north.example/')
  const unknown = await server.fetch('west.example', '/')
  expect([unknown.status, unknown.headers['content-type']]).toEqual([
    421,
    'text/html; charset=utf-8',
  ])
  expect(unknown.headers['cache-control']).toBe('no-store')
  expect(unknown.headers['content-security-policy']).toContain("default-src 'none'")
  const api = await server.fetch('west.example', '/api/notices')
  expect([api.status, JSON.parse(api.text).code]).toEqual([421, 'unknown_school'])
})

test('answers for the process on any host', async () => {
  for (const host of ['west.example', '127.0.0.1', 'north.example']) {
    expect((await server.fetch(host, '/healthz')).text).toBe('{"status":"ok"}')
    expect((await server.fetch(host, '/readyz')).text).toMatch(/^{"status":"ok","version":"/)
    const { status, text } = await server.fetch(host, '/metrics', { headers: METRICS })
    expect(status).toBe(200)
    expect(text).toContain('bidyaloy_school_entries{school="north"} 1')
    // Schools of other tests were added, and removed.
    expect(text).toMatch(/^bidyaloy_schools \d+$/m)
    expect(text).toMatch(/^bidyaloy_disk_free_bytes \d+$/m)
    expect((await server.fetch(host, '/metrics')).status).toBe(404)
  }
})

test('takes the host without case, port and final dot, and no other header for it', async () => {
  const statusOf = async (head: string, target = '/api/about') => {
    const { socket, received, closed } = connect(server.url)
    socket.write(`GET ${target} HTTP/1.1\r\nconnection: close\r\n${head}\r\n`)
    await closed
    return parseResponse(received()).status
  }
  for (const head of [
    'Host: north.example\r\n',
    'Host: NORTH.Example\r\n',
    'Host: north.example:8443\r\n',
    'Host: north.example.\r\n',
    'Host: north.example\r\nX-Forwarded-Host: west.example\r\n',
  ]) {
    expect([head, await statusOf(head)]).toEqual([head, 200])
  }
  for (const head of [
    'Host: west.example\r\nX-Forwarded-Host: north.example\r\n',
    'Host: west.example\r\nForwarded: host=north.example\r\n',
    'Host: 127.0.0.1\r\n',
    'Host: [::1]\r\n',
    'Host: north.example.west.example\r\n',
    'Host: north.example,south.example\r\n',
    "Host: north.example' OR '1'='1\r\n",
    'Host: %\r\n',
    'Host:\r\n',
  ]) {
    expect([head, await statusOf(head)]).toEqual([head, 421])
  }
  const two = 'Host: north.example\r\nHost: south.example\r\n'
  expect([await statusOf(two), await statusOf('')]).toEqual([400, 400])
  // The authority of an absolute target wins over the header (RFC 9112, 3.2.2).
  const target = 'http://north.example/api/about'
  expect(await statusOf('Host: west.example\r\n', target)).toBe(200)
  expect(await statusOf('Host: north.example\r\n', 'http://west.example/api/about')).toBe(421)
})

test('opens a school once for all who wait, closes it when it is idle, and opens it again', async () => {
  const { host } = await addSchool('sleeper')
  const { schools } = server.server.internals
  await schools.closeIdle()
  expect(schools.size).toBe(0)
  const responses = Array.from({ length: 8 }, () => server.fetch(host, '/'))
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(schools.size).toBe(1)
  await schools.closeIdle()
  expect(schools.size).toBe(0)
  expect((await server.fetch(host, '/')).status).toBe(200)
})

test('closes a school whose visitors have left before it was open', async () => {
  const { host } = await addSchool('impatient')
  const { schools } = server.server.internals
  await schools.closeIdle()
  const { socket, closed } = connect(server.url)
  socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await expect.poll(() => schools.size, { interval: 1 }).toBe(1)
  socket.destroy()
  await closed
  expect((await server.fetch(host, '/')).status).toBe(200)
  await schools.closeIdle()
  expect(schools.size).toBe(0)
})

test('leads from a former host to the new one, and ends a school that is removed', async () => {
  const { host } = mover
  await expect.poll(async () => (await server.fetch(host, '/')).status, WITHIN).toBe(301)
  const led = async (target: string, method = 'GET') => {
    const { status, headers } = await server.fetch(host, target, { method })
    return [status, headers.location]
  }
  const page = '/n/k3v9x0c2m1qa?from=%E0%A6%95&x=//evil.example'
  expect(await led(page)).toEqual([301, `https://moved.example${page}`])
  expect(await led('/api/notices', 'POST')).toEqual([308, 'https://moved.example/api/notices'])
  // Of the address only the path is taken.
  for (const target of ['//evil.example/', '/\\evil.example', '/.evil.example', '/@evil.example']) {
    expect(await led(target)).toEqual([301, `https://moved.example${target}`])
  }
  const { socket, received, closed } = connect(server.url)
  const absolute = `GET http://${host}/routine HTTP/1.1\r\nhost: evil.example\r\n`
  socket.write(`${absolute}connection: close\r\n\r\n`)
  await closed
  expect(received()).not.toContain('ocation: https://evil')

  await server.manage((deps) => addHost(deps, { name: 'mover', host: 'www.moved.example' }))
  await server.manage((deps) => removeHost(deps, { name: 'mover', host }))
  await expect
    .poll(async () => (await server.fetch('www.moved.example', '/')).headers.location, WITHIN)
    .toBe('https://moved.example/')
  expect((await server.fetch(host, '/')).status).toBe(421)
  await expect(server.add({ name: 'x', host: 'www.moved.example' })).rejects.toThrow(/another/)
  const circle = { name: 'mover', host: 'new.example', publicUrl: 'https://moved.example' }
  await expect(server.manage((deps) => setHost(deps, circle))).rejects.toThrow(/further host/)
  const itself = { name: 'mover', host: 'moved.example' }
  await expect(server.manage((deps) => addHost(deps, itself))).rejects.toThrow(/itself/)
  const written = { ...itself, publicUrl: 'https://WWW.Address.example' }
  const readAs = { name: 'mover', host: 'www.address.example' }
  await server.manage((deps) => setHost(deps, written))
  await expect(server.manage((deps) => addHost(deps, readAs))).rejects.toThrow(/itself/)
  await server.manage((deps) => setHost(deps, itself))
  const sitemap = await server.fetch('moved.example', '/sitemap.xml')
  expect(sitemap.text).toContain('https://moved.example/')
  await server.remove('mover')
  await expect.poll(async () => (await server.fetch('moved.example', '/')).status, WITHIN).toBe(421)
  expect((await server.fetch('www.moved.example', '/')).status).toBe(421)
  await expect(fs.stat(path.join(server.dataDir, 'schools', 'mover'))).rejects.toThrow('ENOENT')
  const leases = "SELECT name FROM lease WHERE name LIKE 'mover %'"
  await expect.poll(() => server.query('north', leases), WITHIN).toEqual([])
  await expect(server.add({ name: 'no_name', host: 'a.example' })).rejects.toThrow(/the name/)
  await expect(server.add({ name: 'x', host: 'A.example' })).rejects.toThrow(/--host/)
  await expect(server.add({ name: 'x', host: 'north.example' })).rejects.toThrow(/another school/)
})

test('closes a suspended school for all, whose work goes on, and tells a proxy which hosts are served', async () => {
  const { host } = resting
  const page = (headers = {}) => server.fetch(host, '/allNotices', { headers })
  await expect.poll(async () => (await page()).status, WITHIN).toBe(503)
  const { headers, text } = await page()
  expect(text).toContain('সাময়িকভাবে বন্ধ')
  expect([headers['retry-after'], headers['x-robots-tag'], headers['cache-control']]).toEqual([
    '3600',
    'noindex',
    'no-store',
  ])
  expect((await page({ 'accept-language': 'en' })).text).toContain('closed for the time being')
  const api = await server.fetch(host, '/api/admin/login', { method: 'POST' })
  expect([api.status, JSON.parse(api.text).error]).toEqual([503, expect.stringContaining('বন্ধ')])
  await maintain('resting')
  const maintained = "SELECT FROM school WHERE name = 'resting' AND maintained_at IS NOT NULL"
  expect(await server.query('resting', maintained)).toHaveLength(1)

  const ask = async (domain: string, headers = {}) =>
    (await server.fetch('127.0.0.1', `/tls/ask?domain=${domain}`, { headers })).status
  expect(await ask('north.example')).toBe(200)
  expect(await ask('NORTH.example.')).toBe(200)
  expect([await ask(host), await ask('rest.example')]).toEqual([200, 200])
  expect([await ask('west.example'), await ask('')]).toEqual([404, 404])
  expect(await ask('north.example&domain=south.example')).toBe(404)
  const id = 'b7ad6b7169203331b7ad6b7169203331'
  for (const [given, taken] of [
    [id, id],
    ['"} forged', expect.not.stringContaining('forged')],
  ]) {
    const request = { headers: { 'x-request-id': given } }
    const answer = await server.fetch('127.0.0.1', '/tls/ask', request)
    expect(answer.headers['x-request-id']).toEqual(taken)
  }
  // A stranger, through the proxy.
  expect(await ask('north.example', { 'x-forwarded-for': '203.0.113.7' })).toBe(404)

  await server.manage((deps) => setSuspended(deps, 'resting', false))
  await expect.poll(async () => (await page()).status, WITHIN).toBe(200)
})

test('refuses files beyond the quota of a school, and counts what is stored and removed', async () => {
  const { admin, token } = small
  const used = async () => (await admin.adminOverview()).quota?.used
  const params = { collection: 'downloads' } as const
  const upload = (name: string, bytes: number) =>
    admin.createEntry({ params, body: { title: name }, file: fileOf('a'.repeat(bytes), name) })
  await expect.poll(used, WITHIN).toBe(0)
  const { _id: id } = await upload('one.txt', 600)
  expect(await used()).toBe(600)
  await expect(upload('two.txt', 500)).rejects.toMatchObject({ status: 507, code: 'storage_full' })
  await expect(upload('two.txt', 500)).rejects.toThrow(/space for this school is full/)
  const start = (size: number) =>
    server.fetch('small.example', '/api/admin/uploads', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
      },
    })
  expect([(await start(500)).status, (await start(300)).status]).toEqual([507, 201])
  // The measurement of the night counts no byte twice.
  await maintain('small')
  expect(await used()).toBe(600)
  // Removed again, as its entry was changed meanwhile.
  const file = fileOf('a'.repeat(300), 'three.txt')
  const change = { params: { ...params, id }, body: { title: 'ক', __v: 9 }, file }
  await expect(admin.updateEntry(change)).rejects.toMatchObject({ code: 'conflict' })
  expect(await used()).toBe(600)
  const metrics = await server.fetch('any.example', '/metrics', { headers: METRICS })
  expect(metrics.text).toContain('bidyaloy_school_errors_total{school="small"} 3\n')
  expect(metrics.text).not.toContain('bidyaloy_school_errors_total{school="resting"}')
})

test('brings nothing back of a removed school that is visited in the seconds after', async () => {
  const { host } = await addSchool('revisited')
  await server.server.internals.schools.closeIdle()
  await server.remove('revisited')
  const status = async () => (await server.fetch(host, '/')).status
  await expect.poll(status, WITHIN).toBe(421)
  const folders = await fs.readdir(path.join(server.dataDir, 'schools'))
  expect(folders).not.toContain('revisited')
})

test('stops in the seconds after a school was removed', async () => {
  const second = await startSchoolsServer(postgres.url)
  await second.add({ name: 'short', host: 'short.example' })
  await second.remove('short')
  const leases = "SELECT name FROM lease WHERE name LIKE 'short %'"
  expect(await server.query('north', leases)).not.toEqual([])
  await second.stop()
  expect(await server.query('north', leases)).toEqual([])
})

test('lets a running upload end before its school is closed', async () => {
  const { host, token } = await addSchool('uploader')
  const body = JSON.stringify({ title: 'নোটিশ', body: 'ক' })
  const request = http.request(`${server.url}/api/notices`, {
    method: 'POST',
    headers: {
      host,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  request.write(body.slice(0, 5))
  const { schools } = server.server.internals
  await expect.poll(() => schools.size).toBeGreaterThan(0)
  await server.setHost('uploader', 'elsewhere.example')
  await expect.poll(async () => (await server.fetch(host, '/')).status, WITHIN).toBe(301)
  const responded = once(request, 'response')
  request.end(body.slice(5))
  const [response] = await responded
  expect(response).toMatchObject({ statusCode: 201 })
})

test('opens other schools while some wait for the end of what they were', async () => {
  const names = ['held-a', 'held-b', 'held-c', 'held-d']
  const { host } = await addSchool('other')
  const held = []
  for (const name of names) held.push(await addSchool(name))
  const { schools } = server.server.internals
  await schools.closeIdle()
  const uploads = held.map((school) => {
    const headers = { host: school.host, authorization: `Bearer ${school.token}` }
    const type = { 'content-type': 'application/json', 'content-length': 100 }
    const request = http.request(`${server.url}/api/notices`, {
      method: 'POST',
      headers: { ...headers, ...type },
    })
    request.on('error', () => undefined).write('{')
    return request
  })
  await expect.poll(() => schools.size, WITHIN).toBe(4)
  for (const name of names) await server.manage((deps) => setQuota(deps, name, 1e9))
  await expect.poll(() => schools.size, WITHIN).toBe(0)
  const ended: string[] = []
  const visit = (at: string) => server.fetch(at, '/').then(() => ended.push(at))
  const visits = held.map((school) => visit(school.host))
  await expect.poll(() => schools.size, WITHIN).toBe(4)
  await visit(host)
  expect(ended).toEqual([host])
  for (const request of uploads) request.destroy()
  await Promise.all(visits)
})

test('makes its data folder private', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-public-'))
  await fs.chmod(folder, 0o755)
  const other = await startSchoolsServer(postgres.url, { env: { DATA_DIR: folder } })
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
  await other.stop()
  await fs.rm(folder, { recursive: true })
})

test('leaves no files in the bucket of a school that could not be added', async () => {
  const bucket = await startBucket()
  const withBucket = await startSchoolsServer(postgres.url, { env: { STORAGE_URL: bucket.url } })
  const half = { name: 'half', host: 'half.example' }
  const fill: NewSchool['fill'] = async ({ config, folder }) => {
    const files = await openFileStore({ config, folder, school: half.name, log: silentLog })
    const from = path.join(folder.staging, 'a')
    await fs.writeFile(from, 'a text')
    await files.put('uploads', [{ from, to: 'a.txt' }])
    throw new Error('The line was cut')
  }
  await expect(withBucket.add({ ...half, fill })).rejects.toThrow('The line was cut')
  expect(await bucket.keys()).toEqual([])
  expect((await withBucket.add(half)).username).toBe('admin')
  await withBucket.stop()
  await bucket.stop()
})

test('refuses settings of a single school', () => {
  const many = { SCHOOLS: '1', DATABASE_URL: postgres.url }
  expect(readConfig(many).manySchools).toBe(true)
  for (const env of [
    { SCHOOLS: '1' },
    { ...many, PUBLIC_URL: 'https://a.example' },
    { ...many, ADMIN_PASSWORD: 'a long enough password' },
  ]) {
    expect(() => readConfig(env)).toThrow(ConfigError)
  }
})
