import { once } from 'node:events'
import http from 'node:http'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
/** Of what a browser shows as a page. */
const OF_PAGES = {
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

function policyOf(response: Response): Map<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split(';')
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

test('pages, the API and errors all have the security headers', async () => {
  const requests: [string, RequestInit, number][] = [
    ['/', {}, 200],
    // Now from the cache.
    ['/', {}, 200],
    ['/allNotices', {}, 200],
    ['/no-such-page', {}, 404],
    ['/admin/login', {}, 200],
    ['/api/notices', {}, 200],
    ['/api/notices', {}, 200],
    ['/api/openapi.json', {}, 200],
    ['/api/nothing', {}, 404],
    ['/api/notices/nothing', {}, 404],
    ['/api/notices', { method: 'POST' }, 401],
    ['/api/notices', { method: 'PATCH' }, 405],
    ['/uploads/nothing.pdf', {}, 404],
    ['/healthz', {}, 200],
  ]
  for (const [path, init, status] of requests) {
    const response = await server.fetch(path, init)
    expect([path, response.status]).toEqual([path, status])
    const isData = path.startsWith('/api/')
    for (const [name, value] of Object.entries({ ...EVERYWHERE, ...(!isData && OF_PAGES) })) {
      expect([path, name, response.headers.get(name)]).toEqual([path, name, value])
    }
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(response.headers.has('x-powered-by')).toBe(false)
    expect(response.headers.has('strict-transport-security')).toBe(false)
    expect(policyOf(response).get('default-src')).toEqual(["'none'"])
    expect(policyOf(response).get('frame-ancestors')).toEqual(["'none'"])
  }
})

test('the CSP permits own files and hashed inline scripts and styles only', async () => {
  const page = await server.fetch('/')
  const policy = policyOf(page)
  for (const kind of ['script-src', 'style-src']) {
    const [self, ...hashes] = policy.get(kind) ?? []
    expect(self).toBe("'self'")
    for (const hash of hashes) expect(hash).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/)
    // Of this page only: its scripts, and its style sheet.
    expect(hashes).toHaveLength(kind === 'script-src' ? 2 : 1)
    policy.delete(kind)
  }
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': ["'none'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  expect(await page.text()).not.toMatch(/ style="/)
})

test('only this site may show a page in a frame', async () => {
  const ancestors = async (site: string, cookie = `${SESSION_COOKIE}=any`) => {
    const headers = { cookie, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': site }
    return policyOf(await server.fetch('/', { headers })).get('frame-ancestors')
  }
  expect(await ancestors('same-origin')).toEqual(["'self'"])
  for (const site of ['same-site', 'cross-site', 'none']) {
    expect(await ancestors(site)).toEqual(["'none'"])
  }
  // Visitors have no dashboard, and their answers may be cached.
  expect(await ancestors('same-origin', '')).toEqual(["'none'"])
})

test('Strict-Transport-Security is sent only over https, also from the cache', async () => {
  const https = { headers: { 'x-forwarded-proto': 'https' } }
  const announced = async (at: TestServer, path: string, init: RequestInit) =>
    (await at.fetch(path, init)).headers.get('strict-transport-security')
  for (const path of ['/allnews', '/api/news', '/admin/login', '/api/nothing']) {
    for (let time = 0; time < 2; time += 1) {
      expect(await announced(server, path, https)).toBe('max-age=31536000; includeSubDomains')
      expect([path, await announced(server, path, {})]).toEqual([path, null])
    }
  }
  const open = await startTestServer()
  const named = await startTestServer({ env: { PUBLIC_URL: 'https://school.example' } })
  try {
    expect(await announced(open, '/', https)).toBeNull()
    expect(await announced(named, '/', {})).toMatch(/^max-age=/)
  } finally {
    await open.stop()
    await named.stop()
  }
})

test('pages score 130 points (A+) in the HTTP Observatory', async () => {
  const https = { headers: { 'x-forwarded-proto': 'https' } }
  for (const path of ['/', '/allNotices', '/no-such-page', '/admin/login', '/api/docs']) {
    const response = await server.fetch(path, https)
    const policy = policyOf(response)
    const sources = [...policy.values()].flat()
    const strict =
      policy.get('default-src')?.join() === "'none'" &&
      policy.get('form-action')?.join() === "'self'" &&
      !sources.includes("'unsafe-inline'") &&
      !sources.includes("'unsafe-eval'")
    // Penalties come off first; bonuses count only above 90 points.
    const penalties = [
      [strict, 25],
      [/max-age=31536000/.test(response.headers.get('strict-transport-security') ?? ''), 20],
      [response.headers.get('x-content-type-options') === 'nosniff', 5],
      [!response.headers.has('access-control-allow-origin'), 50],
      [policy.get('frame-ancestors')?.join() === "'none'", 20],
      [!/<script[^>]+src="http/.test(await response.text()), 50],
    ] as const
    const lost = penalties.filter(([good]) => !good).reduce((sum, [, points]) => sum + points, 0)
    const referrer = response.headers.get('referrer-policy') === 'strict-origin'
    const resources = response.headers.get('cross-origin-resource-policy') === 'same-origin'
    const earned = (strict ? 10 + 5 : 0) + (referrer ? 5 : 0) + (resources ? 10 : 0)
    expect([path, 100 - lost + (lost <= 10 ? earned : 0)]).toEqual([path, 130])
  }
})

test.each([
  ['http', {}, 0],
  // `Strict-Transport-Security` is worth its bytes (decision 26).
  ['https', { PUBLIC_URL: 'https://school.example' }, 64],
])('headers are short over %s, on the first request as on the second', async (_, env, more) => {
  const school = await startTestServer({ env })
  const asset =
    /"(\/assets\/[^" ]+\.js)[" ]/.exec(await (await school.fetch('/')).text())?.[1] ?? ''
  const limits = [
    ['/', 950],
    ['/allNotices', 950],
    ['/api/settings', 400],
    ['/api/notices?limit=5', 400],
    [asset, 285],
  ] as const
  for (const [path, limit] of limits) {
    const first = await headOf(school, path)
    const { bytes, etag } = await headOf(school, path)
    expect([path, first.bytes]).toEqual([path, bytes])
    expect([path, bytes - more <= limit]).toEqual([path, true])
    const unchanged = await headOf(school, path, etag)
    expect([path, unchanged.names]).toEqual([path, ['cache-control', 'date', 'etag', 'vary']])
    expect([path, unchanged.bytes <= 250]).toEqual([path, true])
  }
  await school.stop()
})

test('errors name their line of the log', async () => {
  const id = async (path: string) => (await server.fetch(path)).headers.get('x-request-id')
  expect(await id('/api/nothing')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await id('/api/search?q=x')).toBeNull()
})

/** Reads the header lines of a response as they are sent. */
async function headOf({ url }: TestServer, path: string, known?: string) {
  const headers = { 'accept-encoding': 'br', ...(known && { 'if-none-match': known }) }
  const request = http.get(url + path, { headers })
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  response.resume()
  await once(response, 'end')
  const { rawHeaders, statusCode, statusMessage } = response
  const lines = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0)
  return {
    bytes: `HTTP/1.1 ${statusCode} ${statusMessage}\r\n\r\n`.length + lines,
    etag: response.headers.etag ?? '',
    names: Object.keys(response.headers).sort(),
  }
}
