import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { SESSION_COOKIE, SignedIn } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AdminRow, IdempotencyRow, SessionRow } from '../../db/entities.ts'
import { secretsOf } from '../../storage/secrets.ts'
import { ADMIN, problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'
import { cleanSessions } from './sessions.ts'

let server: TestServer
let now: Date

beforeEach(async () => {
  now = new Date('2026-11-21T06:00:00Z')
  server = await startTestServer({ clock: () => now })
})
afterEach(() => server.stop())

async function signIn(): Promise<string> {
  return (await server.visitor.login({ body: ADMIN })).token
}

async function sessionStatus(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await server.fetch('/api/admin/session', { headers })).status
}

function request(token: string, method: string, path: string, body?: object): Promise<Response> {
  return server.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Returns the secret, from where the records are. */
async function signingSecret(): Promise<string> {
  const { db, folder } = server.server.internals
  const secret = await secretsOf(db, folder).readOrMake('signing-secret', () => 'missing')
  return secret.trim()
}

test('rejects tokens that this server did not sign', async () => {
  const secret = await signingSecret()
  const good = jwt.verify(server.token, secret)
  if (typeof good === 'string') throw new Error('The payload is an object')
  const [header = '', payload = '', signature = ''] = server.token.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { aud, iss, ...rest } = good
  const forged = {
    'other secret': jwt.sign(good, 'f'.repeat(64)),
    'no algorithm': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'algorithm none with a signature': `${part({ alg: 'none' })}.${payload}.${signature}`,
    'another algorithm': jwt.sign(good, secret, { algorithm: 'HS512' }),
    'changed payload': `${header}.${part({ ...good, exp: 9_999_999_999 })}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'other audience': jwt.sign({ ...rest, iss, aud: 'elsewhere' }, secret),
    'no issuer': jwt.sign({ ...rest, aud }, secret),
    'unknown session': jwt.sign({ ...good, sid: 'nothing' }, secret),
    'session of another admin': jwt.sign({ ...good, sub: 'nobody' }, secret),
    'no session': jwt.sign({ aud, iss, sub: good.sub, exp: good.exp }, secret),
    'sid of another type': jwt.sign({ ...good, sid: { $ne: '' } }, secret),
    nothing: '',
    long: 'x'.repeat(5000),
  }
  for (const [name, token] of Object.entries(forged)) {
    expect([name, await sessionStatus(token)]).toEqual([name, 401])
  }
  expect(await sessionStatus(jwt.sign(good, secret))).toBe(200)
})

test('a session expires after thirty days and is then deleted', async () => {
  now = new Date(now.getTime() + 30 * DAY_MS - 1000)
  expect(await sessionStatus(server.token)).toBe(200)
  now = new Date(now.getTime() + 1000)
  expect(await sessionStatus(server.token)).toBe(401)

  const { db } = server.server.internals
  const young = await signIn()
  await cleanSessions({ db, clock: () => now })
  expect(await db.read.count(SessionRow)).toBe(1)
  expect(await sessionStatus(young)).toBe(200)
})

test('idempotency keys are deleted after a week, those of creates after two months', async () => {
  const { db } = server.server.internals
  const count = { className: 'Six', shift: 'Day', section: 'A', girls: 40 } as const
  const { _id: id } = await server.admin.createStudentCount({ body: count })
  await server.admin.updateStudentCount(
    { params: { id }, body: { girls: 41 } },
    { idempotencyKey: 'change' },
  )
  const notice = { params: { collection: 'notices' }, body: { title: 'ছুটি', body: 'কাল' } } as const
  const created = await server.admin.createEntry(notice, { idempotencyKey: 'create' })
  const keysAfter = async (ms: number) => {
    now = new Date(now.getTime() + ms)
    await cleanSessions({ db, clock: () => now })
    return (await db.read.find(IdempotencyRow)).map(({ key }) => key).sort()
  }
  expect(await keysAfter(7 * DAY_MS)).toEqual(['change', 'create'])
  expect(await keysAfter(1)).toEqual(['create'])

  // A computer that was off over the vacation asks again whether it was published.
  expect(await keysAfter(53 * DAY_MS - 1)).toEqual(['create'])
  const again = (await server.signIn()).api
  expect(await again.createEntry(notice, { idempotencyKey: 'create' })).toEqual(created)
  expect(await server.visitor.listEntries({ params: notice.params })).toHaveLength(1)
  expect(await keysAfter(1)).toEqual([])
})

test('signing out ends only that session, on the server', async () => {
  const other = await signIn()
  const response = await request(server.token, 'POST', '/api/admin/logout')
  expect(response.status).toBe(204)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.getSetCookie()).toEqual([
    'adminToken=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0',
  ])
  expect(await sessionStatus(server.token)).toBe(401)
  expect(await sessionStatus(other)).toBe(200)
})

test('a new password ends all other sessions and replaces the old password', async () => {
  const other = await signIn()
  const old = server.token
  const newPassword = 'ভোরের আলোয় পাখির গান'.normalize('NFC')
  const body = { currentPassword: ADMIN.password, newPassword }
  const response = await request(server.token, 'PUT', '/api/admin/password', body)
  expect(response.status).toBe(200)
  const { token } = SignedIn.parse(await response.json())
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await sessionStatus(token)).toBe(200)
  // A copy of the token that changed it is invalid too.
  expect(await sessionStatus(old)).toBe(401)
  expect(await sessionStatus(other)).toBe(401)
  await expect(server.visitor.login({ body: ADMIN })).rejects.toMatchObject({ status: 401 })
  // The same password in another Unicode normalisation.
  const typed = { username: ADMIN.username, password: newPassword.normalize('NFD') }
  expect(typed.password).not.toBe(newPassword)
  expect((await server.visitor.login({ body: typed })).token).not.toBe('')
})

test('a change of password with the cookie sets a new cookie and returns no token', async () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    server.fetch('/api/admin/password', {
      method: 'PUT',
      headers: { cookie: `${SESSION_COOKIE}=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword, newPassword }),
    })
  const newPassword = 'a sentence hard to guess'
  const refused = await change(server.token, 'not this one', newPassword)
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []])
  const response = await change(server.token, ADMIN.password, newPassword)
  expect([response.status, await response.json()]).toEqual([200, {}])
  const [cookie = ''] = response.headers.getSetCookie()
  const [, token = ''] =
    /^adminToken=([^;]+); HttpOnly; SameSite=Lax; Path=\/; Max-Age=2592000$/.exec(cookie) ?? []
  expect(await sessionStatus(token)).toBe(200)
  expect(await sessionStatus(server.token)).toBe(401)
  const { db } = server.server.internals
  expect(await db.read.find(SessionRow)).toMatchObject([{ userAgent: 'a test' }])
})

test('an invalid change of password names the field and changes nothing', async () => {
  const change = async (currentPassword: string, newPassword: string) => {
    const body = { currentPassword, newPassword }
    const response = await request(server.token, 'PUT', '/api/admin/password', body)
    const { code, fields } = await problemOf(response)
    expect([response.status, code]).toEqual([400, 'validation_failed'])
    return fields
  }
  expect(await change('not this one', 'another long password')).toEqual({
    currentPassword: 'The current password is incorrect.',
  })
  expect(await change(ADMIN.password, 'short')).toEqual({
    newPassword: 'The password must have at least 12 characters.',
  })
  expect(await change(ADMIN.password, 'administrator')).toEqual({
    newPassword: 'This password is easy to guess. Choose another.',
  })
  expect(Object.keys((await change(ADMIN.password, 'with a zero byte\0')) ?? {})).toEqual([
    'newPassword',
  ])
  expect(await signIn()).not.toBe('')
})

test('a disabled admin is rejected with token and with password', async () => {
  const { db } = server.server.internals
  await db.writePrivate((tx) =>
    tx.update(AdminRow, { username: ADMIN.username }, { disabledAt: now.toISOString() }),
  )
  expect(await sessionStatus(server.token)).toBe(401)
  await expect(server.visitor.login({ body: ADMIN })).rejects.toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  })
})

test('an invalid Bearer token is rejected in spite of a valid cookie', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await server.fetch('/api/admin/session', { headers })).status
  const cookie = `${SESSION_COOKIE}=${server.token}`
  expect(await ask({ cookie })).toBe(200)
  expect(await ask({ cookie, authorization: 'Bearer made-up' })).toBe(401)
  expect(await ask({ cookie, authorization: 'Bearer' })).toBe(401)
  expect(
    await ask({ cookie: `${SESSION_COOKIE}=no`, authorization: `bearer ${server.token}` }),
  ).toBe(200)
  // Basic authentication belongs to a proxy.
  expect(await ask({ cookie, authorization: 'Basic c2Nob29sOnNjaG9vbA==' })).toBe(200)
  expect(await ask({})).toBe(401)
})

test('sessions survive a restart', async () => {
  const { token } = server
  server = await server.restart()
  expect(await sessionStatus(token)).toBe(200)
})
