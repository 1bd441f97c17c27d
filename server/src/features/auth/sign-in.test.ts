import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { SESSION_COOKIE, Session, SignedIn } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

function login(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch('/api/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

test('returns the token in the body and as a cookie', async () => {
  const response = await login(ADMIN)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { token } = SignedIn.parse(await response.json())
  expect(response.headers.getSetCookie()[0]).toBe(
    `adminToken=${token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000`,
  )
  const { header, payload } = jwt.decode(token, { complete: true }) ?? {}
  expect(header?.alg).toBe('HS256')
  expect(payload).toMatchObject({ iss: 'bidyaloy', aud: 'bidyaloy-admin' })
  expect(token).not.toContain(ADMIN.password)

  const cookie = `${SESSION_COOKIE}=${token}`
  const session = await server.fetch('/api/admin/session', { headers: { cookie } })
  expect(session.status).toBe(200)
  const { username, expiresAt } = Session.parse(await session.json())
  expect(username).toBe('admin')
  const days = (Date.parse(expiresAt) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
})

test('answers a wrong password and an unknown username alike', async () => {
  const wrong = await login({ ...ADMIN, password: 'not the password' })
  const unknown = await login({ username: 'nobody', password: ADMIN.password })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  const body = await wrong.json()
  expect(body).toEqual({
    error: 'Username or password is incorrect.',
    code: 'invalid_credentials',
  })
  expect(await problemOf(unknown)).toEqual(body)
  expect(wrong.headers.getSetCookie()).toEqual([])
})

test('a zero byte after the password makes it a different one', async () => {
  expect((await login({ ...ADMIN, password: `${ADMIN.password}\0` })).status).toBe(401)
  expect((await login({ ...ADMIN, password: `\0${ADMIN.password}` })).status).toBe(401)
})

test('ignores case and spaces of the username, but not of the password', async () => {
  expect((await login({ ...ADMIN, username: ' Admin ' })).status).toBe(200)
  expect((await login({ ...ADMIN, password: ADMIN.password.toUpperCase() })).status).toBe(401)
})

test('names missing fields in the requested language', async () => {
  const empty = await login({})
  expect(empty.status).toBe(400)
  expect(await problemOf(empty)).toMatchObject({
    code: 'validation_failed',
    fields: { username: 'Fill in this field.', password: 'Fill in this field.' },
  })
  const bengali = await login({ username: 'admin' }, { 'accept-language': 'bn' })
  expect((await problemOf(bengali)).fields).toEqual({ password: 'এই ঘরটি পূরণ করুন।' })
  for (const password of [['a'], { $ne: '' }, 1, null, true]) {
    const response = await login({ username: 'admin', password })
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'validation_failed'])
  }
})

test('rejects bodies with prototype properties without effect', async () => {
  const bodies = [
    '{"__proto__":{"username":"admin","password":"a long enough password"}}',
    '{"constructor":{"prototype":{"username":"admin"}},"username":"__proto__","password":"x"}',
    '{"username":"admin","password":"x","__proto__":{"admin":true}}',
  ]
  for (const body of bodies) expect([400, 401]).toContain((await login(body)).status)
  expect(Object.hasOwn(Object.prototype, 'username')).toBe(false)
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
})

test('rejects a malformed body before a password is checked', async () => {
  const broken = await login('{"username":')
  expect([broken.status, (await problemOf(broken)).code]).toEqual([400, 'malformed_body'])
  const form = await server.fetch('/api/admin/login', {
    method: 'POST',
    body: new URLSearchParams(ADMIN),
  })
  expect([form.status, (await problemOf(form)).code]).toEqual([415, 'unsupported_media_type'])
  const huge = await login({ username: 'admin', password: 'x'.repeat(200_000) })
  expect([huge.status, (await problemOf(huge)).code]).toEqual([413, 'too_large'])
})

test('rejects every write without a session', async () => {
  const writes: [string, string][] = [
    ['POST', '/api/notices'],
    ['PUT', '/api/news/abc'],
    ['DELETE', '/api/downloads/abc'],
    ['POST', '/api/gallery'],
    ['POST', '/api/main-gallery'],
    ['POST', '/api/schoolInfo'],
    ['PUT', '/api/schoolInfo/abc'],
    ['POST', '/api/contactus'],
    ['PUT', '/api/contactus'],
    ['POST', '/api/studentCounts'],
    ['PUT', '/api/studentCounts/abc'],
    ['DELETE', '/api/studentCounts/abc'],
    ['PUT', '/api/settings'],
    ['PUT', '/api/admin/password'],
    ['POST', '/api/admin/logout'],
    ['POST', '/api/trash/abc/restore'],
  ]
  const count = { className: 'Six', shift: 'Day', section: 'A', girls: 40 }
  for (const [method, path] of writes) {
    const response = await server.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', cookie: `${SESSION_COOKIE}=made-up` },
      body: JSON.stringify(count),
    })
    expect([path, response.status, (await problemOf(response)).code]).toEqual([
      path,
      401,
      'unauthenticated',
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(await server.visitor.listStudentCounts()).toEqual([])
})

test('sets Secure on the cookie if the trusted proxy reports https', async () => {
  const behindProxy = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const at = async (server: TestServer, headers: Record<string, string>) => {
    const response = await server.fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(ADMIN),
    })
    return response.headers.getSetCookie()[0]
  }
  try {
    expect(await at(behindProxy, { 'x-forwarded-proto': 'https' })).toMatch(/; Secure$/)
    expect(await at(behindProxy, {})).not.toContain('Secure')
    // Without the setting the header is ignored.
    expect(await at(server, { 'x-forwarded-proto': 'https' })).not.toContain('Secure')
  } finally {
    await behindProxy.stop()
  }
})

test('reports a username or password as too long, not as missing', async () => {
  const response = await login({ username: 'x'.repeat(201), password: 'y'.repeat(1001) })
  expect(response.status).toBe(400)
  expect((await problemOf(response)).fields).toEqual({
    username: 'Cannot be longer than 200 characters.',
    password: 'Cannot be longer than 1000 characters.',
  })
})
