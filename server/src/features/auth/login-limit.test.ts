import { afterEach, expect, test } from 'vitest'
import { rotateSecret } from '../../cli/account-commands.ts'
import { readConfig } from '../../config.ts'
import {
  ADMIN,
  commandOn,
  problemOf,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'
import { MAX_FAILURES, MAX_FAILURES_OF_ADDRESS, WINDOW_SECONDS } from './login-limit.ts'

let server: TestServer
afterEach(() => server.stop())

const WRONG = { ...ADMIN, password: 'certainly not it' }

function login(body: object, address: string): Promise<Response> {
  return server.fetch('/api/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
}

async function failFrom(address: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await login(WRONG, address)).status)
  return statuses
}

test('rejects the right password after ten failures, but not from another address', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  expect(await failFrom('203.0.113.5', MAX_FAILURES)).toEqual(Array(10).fill(401))

  const refused = await login(ADMIN, '203.0.113.5')
  expect(refused.status).toBe(429)
  expect((await problemOf(refused)).code).toBe('too_many_requests')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(WINDOW_SECONDS - 60)
  expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS)

  expect((await login(ADMIN, '203.0.113.6')).status).toBe(200)
  // Another username from the same address has its own count.
  expect((await login({ ...WRONG, username: 'someone' }, '203.0.113.5')).status).toBe(401)
  // Another spelling of the username has the same count.
  expect((await login({ ...ADMIN, username: 'ADMIN ' }, '203.0.113.5')).status).toBe(429)
  // An address that the client added before the proxy's does not count.
  expect((await login(ADMIN, '198.51.100.9, 203.0.113.5')).status).toBe(429)
})

test('a successful sign-in resets the count', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  await failFrom('203.0.113.5', MAX_FAILURES - 1)
  expect((await login(ADMIN, '203.0.113.5')).status).toBe(200)
  expect(await failFrom('203.0.113.5', MAX_FAILURES)).toEqual(Array(10).fill(401))
  expect((await login(ADMIN, '203.0.113.5')).status).toBe(429)
})

test('counts concurrent attempts', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const attempts = Array.from({ length: 25 }, () => login(WRONG, '203.0.113.5'))
  const statuses = (await Promise.all(attempts)).map((response) => response.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('accepts concurrent attempts with the right password', async () => {
  server = await startTestServer()
  const attempts = Array.from({ length: 25 }, () => login(ADMIN, '203.0.113.5'))
  const statuses = (await Promise.all(attempts)).map((response) => response.status)
  expect(statuses).toEqual(Array(25).fill(200))
})

test('ignores X-Forwarded-For without a trusted proxy', async () => {
  server = await startTestServer()
  for (let i = 0; i < MAX_FAILURES; i += 1) await login(WRONG, `203.0.113.${i}`)
  expect((await login(ADMIN, '203.0.113.99')).status).toBe(429)
  // Reads and existing sessions are not affected.
  expect((await server.fetch('/api/notices')).status).toBe(200)
  expect((await server.admin.session()).username).toBe('admin')
})

test('limits guesses of the current password', async () => {
  server = await startTestServer()
  const change = (currentPassword: string) =>
    server.fetchAsAdmin('/api/admin/password', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ currentPassword, newPassword: 'another long password' }),
    })
  for (let i = 0; i < MAX_FAILURES; i += 1) expect((await change('wrong')).status).toBe(400)
  const refused = await change(ADMIN.password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Sign-ins have their own count.
  expect((await login(ADMIN, '')).status).toBe(200)
})

const signInFrom = (device: string, body: object = ADMIN) =>
  server.fetch('/api/admin/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.5',
      ...(device && { cookie: device }),
    },
    body: JSON.stringify(body),
  })

/** Returns the device cookie of a sign-in response. */
function deviceOf(response: Response): string {
  const cookies = response.headers.getSetCookie()
  return cookies.find((cookie) => cookie.startsWith('adminDevice='))?.split(';')[0] ?? ''
}

test('accepts a known device while its address is over the limit', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const first = await signInFrom('')
  expect(first.headers.getSetCookie()[1]).toMatch(
    /^adminDevice=[^;]+; HttpOnly; SameSite=Lax; Path=\/api\/admin\/login; Max-Age=31536000$/,
  )
  const office = deviceOf(first)
  // A pupil exceeds the limits of the username and of the address.
  await failFrom('203.0.113.5', MAX_FAILURES)
  for (let n = 0; n < MAX_FAILURES_OF_ADDRESS; n += 1) {
    await login({ ...WRONG, username: `name${n}` }, '203.0.113.5')
  }
  expect((await signInFrom('')).status).toBe(429)
  expect((await signInFrom('adminDevice=made.up.note')).status).toBe(429)
  // A session token is not a device cookie.
  expect((await signInFrom(`adminDevice=${server.token}`)).status).toBe(429)
  const again = await signInFrom(office)
  expect(again.status).toBe(200)
  expect((await signInFrom(deviceOf(again))).status).toBe(200)
})

test('a device cookie allows ten attempts, only for admins who signed in on the device', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const clerk = { username: 'clerk', password: 'a clerk may write this' }
  const currentPassword = ADMIN.password
  await server.admin.createAdmin({ body: { ...clerk, currentPassword } })
  const ofClerk = deviceOf(await signInFrom('', clerk))
  const shared = deviceOf(await signInFrom(ofClerk))
  await failFrom('203.0.113.5', MAX_FAILURES)
  // The clerk's device is unknown for other usernames.
  expect((await signInFrom(ofClerk)).status).toBe(429)

  const statuses: number[] = []
  for (let n = 0; n < MAX_FAILURES; n += 1) statuses.push((await signInFrom(shared, WRONG)).status)
  expect(statuses).toEqual(Array(MAX_FAILURES).fill(401))
  expect((await signInFrom(shared)).status).toBe(429)
  expect((await signInFrom(shared, clerk)).status).toBe(200)
  // A new secret invalidates all device cookies.
  const { env, school } = commandOn(server.dataDir)
  await rotateSecret(readConfig(env), school)
  for (let n = 0; n < MAX_FAILURES; n += 1) await login({ ...clerk, password: 'x' }, '203.0.113.5')
  expect((await signInFrom(ofClerk, clerk)).status).toBe(429)
})

test('a session allows ten guesses of the password from any number of addresses', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const { token: other } = await server.signIn()
  const change = (token: string, currentPassword: string, n: number) =>
    server.fetch('/api/admin/password', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${n}`,
      },
      body: JSON.stringify({ currentPassword, newPassword: 'another long password' }),
    })
  for (let n = 0; n < MAX_FAILURES; n += 1) {
    expect((await change(server.token, `guess ${n}`, n)).status).toBe(400)
  }
  const refused = await change(server.token, ADMIN.password, 99)
  expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'too_many_requests'])
  // Other sessions and sign-ins of the same admin are not affected.
  expect((await login(ADMIN, '203.0.113.1')).status).toBe(200)
  expect((await change(other, ADMIN.password, 99)).status).toBe(200)
})

test('rejects hundreds of wrong passwords, and accepts the right one from another address', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const counted = new Map<number, number>()
  for (let sent = 0; sent < 300; sent += 50) {
    const attempts = Array.from({ length: 50 }, (_, n) =>
      login({ ...WRONG, password: `guess number ${sent + n}` }, '203.0.113.5'),
    )
    for (const { status } of await Promise.all(attempts)) {
      counted.set(status, (counted.get(status) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(counted)).toEqual({ 401: MAX_FAILURES, 429: 300 - MAX_FAILURES })
  expect((await login(ADMIN, '203.0.113.6')).status).toBe(200)
})

test('limits attempts with many usernames from one address', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const names = Array.from({ length: MAX_FAILURES_OF_ADDRESS + 10 }, (_, n) => `name${n}`)
  const attempts = names.map((username) => login({ ...WRONG, username }, '203.0.113.5'))
  const statuses = (await Promise.all(attempts)).map((response) => response.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES_OF_ADDRESS)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const refused = await login(ADMIN, '203.0.113.5')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
  expect((await login(ADMIN, '203.0.113.6')).status).toBe(200)
  // Reads are never limited.
  const headers = { 'x-forwarded-for': '203.0.113.5' }
  expect((await server.fetch('/api/notices', { headers })).status).toBe(200)
})

test('does not limit successful sign-ins from one address', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  for (let n = 0; n < MAX_FAILURES_OF_ADDRESS / 10; n += 1) {
    const attempts = Array.from({ length: 12 }, () => login(ADMIN, '203.0.113.5'))
    const statuses = (await Promise.all(attempts)).map((response) => response.status)
    expect(statuses).toEqual(Array(12).fill(200))
  }
})
