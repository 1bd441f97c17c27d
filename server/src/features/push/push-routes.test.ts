import { spawnSync } from 'node:child_process'
import type { LookupOptions } from 'node:dns'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PushSubscriptionRow } from '../../db/entities.ts'
import { isPublicAddress, NOT_PUBLIC, publicLookup } from '../../lib/public-request.ts'
import { SOME_SUBSCRIPTION } from '../../openapi/request-body.ts'
import { IS_POSTGRES, problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import { MAX_CHANGES } from './push-routes.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterEach(() => school.stop())

const rows = () => school.server.internals.db.read.find(PushSubscriptionRow)
const subscribe = (more: object, headers: Record<string, string> = {}) =>
  school.fetch('/api/push/subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...SOME_SUBSCRIPTION, ...more }),
  })

test('stores what sending needs and nothing about the person', async () => {
  const headers = { 'user-agent': 'a phone', 'x-forwarded-for': '203.0.113.9' }
  expect((await subscribe({ classes: ['Nine'], name: 'কেউ' }, headers)).status).toBe(204)
  const { key } = await school.visitor.getPushKey()
  const { endpoint, keys } = SOME_SUBSCRIPTION
  expect(await rows()).toEqual([
    {
      seq: expect.any(Number),
      endpoint,
      ...keys,
      serverKey: key,
      kinds: null,
      classes: ['Nine'],
      createdAt: expect.any(String),
      origin: new URL(endpoint).origin,
      lastOkAt: null,
      failingSince: null,
      confirmAt: expect.any(String),
    },
  ])
})

test.each([
  'http://push.example.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://192.168.0.1/router',
  'https://localhost/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://localhost./x',
  'https://intranet/x',
  'https://push.example.com:8443/x',
  'https://user:secret@push.example.com/x',
  'file:///etc/passwd',
  `https://push.example.com/${'x'.repeat(1000)}`,
  // Public hosts that are no push services.
  'https://victim.example/x',
  'https://example.com/x',
  'https://other-push.example.com/x',
  'https://fcm.googleapis.com.victim.example/x',
  'https://storage.googleapis.com/x',
  'https://evilpush.apple.com/x',
  'https://notify.windows.com/x',
])('rejects the endpoint %s', async (endpoint) => {
  const response = await subscribe({ endpoint })
  expect([response.status, Object.keys((await problemOf(response)).fields ?? {})]).toEqual([
    400,
    ['endpoint'],
  ])
  expect(await rows()).toEqual([])
})

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://push.example.com/x',
  'https://eu.push.example.net/x',
])('knows the push service of %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, ['push.example.com', '*.push.example.net'])).toBe(true)
})

test('rejects keys that no browser has', async () => {
  const { keys } = SOME_SUBSCRIPTION
  // One letter of a point of the curve, and a point in another form than browsers send.
  const changed = keys.p256dh.replace('sr7N', 'sr7M')
  const hybrid = keys.p256dh.replace(/^BC/, 'Bi')
  for (const p256dh of [changed, hybrid]) {
    const response = await subscribe({ keys: { ...keys, p256dh } })
    const { fields } = await problemOf(response)
    expect([response.status, Object.keys(fields ?? {})]).toEqual([400, ['keys.p256dh']])
  }
  const short = await subscribe({ keys: { ...keys, auth: keys.auth.slice(1) } })
  expect(Object.keys((await problemOf(short)).fields ?? {})).toEqual(['keys.auth'])
  expect(await rows()).toEqual([])
})

test('judges what a name resolves to', async () => {
  for (const address of ['8.8.8.8', '142.250.4.95', '2404:6800:4003::5f', '172.32.0.1']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  }
  const inside = '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0'
  const inside6 = ':: ::1 ::ffff:127.0.0.1 64:ff9b::a00:1 fe80::1 fc00::1 ff02::1 2002:7f00:1::'
  for (const address of [...inside.split(' '), ...inside6.split(' '), '224.0.0.1', 'x']) {
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  }
  const lookUp = (options: LookupOptions) =>
    new Promise((resolve) => publicLookup('localhost', options, resolve))
  for (const all of [true, false]) {
    expect(await lookUp({ all })).toMatchObject({ code: NOT_PUBLIC })
  }
})

test('rejects other websites, other keys and too many changes', async () => {
  const crossSite = await subscribe({}, { 'sec-fetch-site': 'cross-site' })
  expect((await problemOf(crossSite)).code).toBe('cross_site')
  const keys = { ...SOME_SUBSCRIPTION.keys, auth: 'short' }
  expect((await subscribe({ keys })).status).toBe(400)
  const from = { 'x-forwarded-for': '198.51.100.7' }
  const statuses = new Set<number>()
  for (let n = 0; n < MAX_CHANGES; n += 1) statuses.add((await subscribe({}, from)).status)
  expect([...statuses]).toEqual([204])
  const limited = await subscribe({}, from)
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await subscribe({}, { 'x-forwarded-for': '198.51.100.8' })).status).toBe(204)
  expect(await rows()).toHaveLength(1)
})

test.skipIf(IS_POSTGRES)('keeps its key over restarts, private, and out of backups', async () => {
  const { key } = await school.visitor.getPushKey()
  school = await school.restart()
  expect(await school.visitor.getPushKey()).toEqual({ key })
  const file = path.join(school.dataDir, 'push-key')
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
  const secret = (await fs.readFile(file, 'utf8')).trim()
  const { stdout } = spawnSync('grep', ['-rlF', secret, school.dataDir], { encoding: 'utf8' })
  expect(stdout.trim()).toBe(file)
  await school.server.stop()
  await fs.writeFile(file, 'no key\n')
  await expect(startTestServer({ dataDir: school.dataDir })).rejects.toThrow(/push-key/)
  await fs.rm(file)
  school = await startTestServer({ dataDir: school.dataDir })
  expect(await school.visitor.getPushKey()).not.toEqual({ key })
})
