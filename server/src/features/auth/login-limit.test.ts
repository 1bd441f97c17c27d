import { afterEach, expect, test } from 'vitest'
import { rotateSecret } from '../../cli/account-commands.ts'
import { ADMIN, problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'
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

test('after ten failures even the right password waits, but not from elsewhere', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  expect(await failFrom('203.0.113.5', MAX_FAILURES)).toEqual(Array(10).fill(401))

  const refused = await login(ADMIN, '203.0.113.5')
  expect(refused.status).toBe(429)
  expect((await problemOf(refused)).code).toBe('too_many_requests')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(WINDOW_SECONDS - 60)
  expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS)

  expect((await login(ADMIN, '203.0.113.6')).status).toBe(200)
  // Another name from the refused address is not to blame either.
  expect((await login({ ...WRONG, username: 'someone' }, '203.0.113.5')).status).toBe(401)
  // Writing the name another way is no way round.
  expect((await login({ ...ADMIN, username: 'ADMIN ' }, '203.0.113.5')).status).toBe(429)
  // Nor is an address that the client made up before the proxy's.
  expect((await login(ADMIN, '198.51.100.9, 203.0.113.5')).status).toBe(429)
})

test('a success forgets the failures before it', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  await failFrom('203.0.113.5', MAX_FAILURES - 1)
  expect((await login(ADMIN, '203.0.113.5')).status).toBe(200)
  expect(await failFrom('203.0.113.5', MAX_FAILURES)).toEqual(Array(10).fill(401))
  expect((await login(ADMIN, '203.0.113.5')).status).toBe(429)
})

test('attempts sent all at once are counted all the same', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const attempts = Array.from({ length: 25 }, () => login(WRONG, '203.0.113.5'))
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('many right passwords at once all get in', async () => {
  server = await startTestServer()
  const attempts = Array.from({ length: 25 }, () => login(ADMIN, '203.0.113.5'))
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status)
  expect(statuses).toEqual(Array(25).fill(200))
})

test('without a trusted proxy, X-Forwarded-For is no way round', async () => {
  server = await startTestServer()
  for (let i = 0; i < MAX_FAILURES; i += 1) await login(WRONG, `203.0.113.${i}`)
  expect((await login(ADMIN, '203.0.113.99')).status).toBe(429)
  // Reading goes on, and so does whoever is signed in.
  expect((await server.fetch('/api/notices')).status).toBe(200)
  expect((await server.admin.session()).username).toBe('admin')
})

test('guessing the current password is slowed too', async () => {
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
  // Signing in is counted apart: the office can still get in.
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

/** The device's cookie in an answer to sign-in, as the browser sends it back. */
function deviceOf(answer: Response): string {
  const cookies = answer.headers.getSetCookie()
  return cookies.find((cookie) => cookie.startsWith('adminDevice='))?.split(';')[0] ?? ''
}

test('a known device gets in while others behind its address are refused', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const first = await signInFrom('')
  expect(first.headers.getSetCookie()[1]).toMatch(
    /^adminDevice=[^;]+; HttpOnly; SameSite=Lax; Path=\/api\/admin\/login; Max-Age=31536000$/,
  )
  const office = deviceOf(first)
  // A pupil locks the name out, then the whole address.
  await failFrom('203.0.113.5', MAX_FAILURES)
  for (let n = 0; n < MAX_FAILURES_OF_ADDRESS; n += 1) {
    await login({ ...WRONG, username: `name${n}` }, '203.0.113.5')
  }
  expect((await signInFrom('')).status).toBe(429)
  expect((await signInFrom('adminDevice=made.up.note')).status).toBe(429)
  // A session is no device.
  expect((await signInFrom(`adminDevice=${server.token}`)).status).toBe(429)
  const again = await signInFrom(office)
  expect(again.status).toBe(200)
  expect((await signInFrom(deviceOf(again))).status).toBe(200)
})

test('a copy of a device cookie gives ten tries, for those alone who signed in there', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const clerk = { username: 'clerk', password: 'a clerk may write this' }
  const currentPassword = ADMIN.password
  await server.admin.createAdmin({ body: { ...clerk, currentPassword } })
  const ofClerk = deviceOf(await signInFrom('', clerk))
  const shared = deviceOf(await signInFrom(ofClerk))
  await failFrom('203.0.113.5', MAX_FAILURES)
  // The clerk's device alone is no way round for another name.
  expect((await signInFrom(ofClerk)).status).toBe(429)

  const statuses: number[] = []
  for (let n = 0; n < MAX_FAILURES; n += 1) statuses.push((await signInFrom(shared, WRONG)).status)
  expect(statuses).toEqual(Array(MAX_FAILURES).fill(401))
  expect((await signInFrom(shared)).status).toBe(429)
  expect((await signInFrom(shared, clerk)).status).toBe(200)
  // With a new secret no device is known any more.
  await rotateSecret({ dataDir: server.dataDir })
  for (let n = 0; n < MAX_FAILURES; n += 1) await login({ ...clerk, password: 'x' }, '203.0.113.5')
  expect((await signInFrom(ofClerk, clerk)).status).toBe(429)
})

test('a stolen session guesses ten passwords, from however many addresses', async () => {
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
  // Nobody else is locked out: neither another session of the same admin nor a sign-in.
  expect((await login(ADMIN, '203.0.113.1')).status).toBe(200)
  expect((await change(other, ADMIN.password, 99)).status).toBe(200)
})

test('a thousand wrong passwords are refused, and the right one from another address gets in', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const counted = new Map<number, number>()
  for (let sent = 0; sent < 1000; sent += 50) {
    const attempts = Array.from({ length: 50 }, (_, n) =>
      login({ ...WRONG, password: `guess number ${sent + n}` }, '203.0.113.5'),
    )
    for (const { status } of await Promise.all(attempts)) {
      counted.set(status, (counted.get(status) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(counted)).toEqual({ 401: MAX_FAILURES, 429: 1000 - MAX_FAILURES })
  expect((await login(ADMIN, '203.0.113.6')).status).toBe(200)
})

test('whoever tries name after name from one address is stopped too, with every name', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  const names = Array.from({ length: MAX_FAILURES_OF_ADDRESS + 10 }, (_, n) => `name${n}`)
  const attempts = names.map((username) => login({ ...WRONG, username }, '203.0.113.5'))
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES_OF_ADDRESS)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const refused = await login(ADMIN, '203.0.113.5')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
  expect((await login(ADMIN, '203.0.113.6')).status).toBe(200)
  // Reading is never refused for its number, from no address.
  const headers = { 'x-forwarded-for': '203.0.113.5' }
  expect((await server.fetch('/api/notices', { headers })).status).toBe(200)
})

test('a whole office that signs in from one address is not counted against it', async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  for (let n = 0; n < MAX_FAILURES_OF_ADDRESS / 10; n += 1) {
    const attempts = Array.from({ length: 12 }, () => login(ADMIN, '203.0.113.5'))
    const statuses = (await Promise.all(attempts)).map((answer) => answer.status)
    expect(statuses).toEqual(Array(12).fill(200))
  }
})
