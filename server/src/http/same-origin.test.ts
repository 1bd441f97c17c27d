import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, problemOf, startTestServer, type TestServer } from '../test/test-server.ts'

let server: TestServer
let own: string
beforeEach(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://school.example' } })
  own = server.url
})
afterEach(() => server.stop())

/** Headers by which a browser states the origin of a request: this site's, and other sites'. */
const sources = () => ({
  own: [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: own },
    { origin: 'https://school.example' },
    { referer: `${own}/admin/dashboard` },
    // A command-line tool sends none.
    {},
  ],
  others: [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: own },
    { 'sec-fetch-site': 'something new' },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: `${own}.elsewhere.example` },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://school.example' },
    { origin: 'file://' },
    { referer: 'https://elsewhere.example/page' },
    { origin: 'https://elsewhere.example', referer: `${own}/admin` },
  ],
})

const count = (section: string) => ({ className: 'Six', shift: 'Day', section, girls: 40 })

function write(headers: Record<string, string>, section = 'A'): Promise<Response> {
  return server.fetch('/api/studentCounts', {
    method: 'POST',
    headers: {
      cookie: `${SESSION_COOKIE}=${server.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(count(section)),
  })
}

test('rejects a write with the cookie from another site', async () => {
  for (const headers of sources().others) {
    const response = await write(headers)
    expect([headers, response.status]).toEqual([headers, 403])
    expect((await problemOf(response)).code).toBe('cross_site')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(await server.visitor.listStudentCounts()).toEqual([])
})

test('accepts a write with the cookie from the site itself', async () => {
  for (const headers of sources().own) {
    const response = await write(headers)
    expect([headers, response.status]).toEqual([headers, 201])
    const [record] = await server.visitor.listStudentCounts()
    await server.admin.deleteStudentCount({ params: { id: record?._id ?? '' } })
  }
})

test('accepts a Bearer token from anywhere, because no browser adds it by itself', async () => {
  const response = await write(
    { authorization: `Bearer ${server.token}`, origin: 'app://school' },
    'B',
  )
  expect(response.status).toBe(201)
})

test('rejects a sign-in from another site', async () => {
  const login = (headers: Record<string, string>) =>
    server.fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(ADMIN),
    })
  const foreign = await login({ origin: 'https://elsewhere.example' })
  expect([foreign.status, (await problemOf(foreign)).code]).toEqual([403, 'cross_site'])
  expect(foreign.headers.getSetCookie()).toEqual([])
  expect((await login({ origin: own })).status).toBe(200)
})

test('accepts a read with the cookie from another site', async () => {
  const response = await server.fetch('/api/admin/session', {
    headers: { cookie: `${SESSION_COOKIE}=${server.token}`, 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(200)
})
