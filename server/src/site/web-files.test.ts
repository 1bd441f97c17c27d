import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

const assets = fileURLToPath(new URL('../../../web/dist/client/assets', import.meta.url))
const script = `/assets/${fs.readdirSync(assets).find((name) => /^site-.*\.js$/.test(name))}`

let school: TestServer
beforeAll(async () => {
  school = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => school.stop())

const get = (address: string, headers: Record<string, string> = {}) =>
  school.fetch(address, { headers })

describe('a hashed file', () => {
  it('is immutable and has no headers of pages', async () => {
    // First read from the disk, then from memory.
    for (let time = 0; time < 2; time += 1) {
      const response = await get(script, { 'accept-encoding': 'br' })
      const { connection: _, 'keep-alive': __, ...headers } = Object.fromEntries(response.headers)
      expect(headers).toEqual({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
        'content-length': String(
          fs.statSync(`${path.join(assets, path.basename(script))}.br`).size,
        ),
        'cache-control': 'max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[\w-]{22}-br"$/),
        vary: 'Accept-Encoding',
        date: expect.any(String),
      })
    }
  })

  it('is sent compressed by the build, or uncompressed', async () => {
    const plain = await get(script, { 'accept-encoding': 'identity' })
    expect(plain.headers.has('content-encoding')).toBe(false)
    const text = await plain.text()
    expect(text).toBe(fs.readFileSync(path.join(assets, path.basename(script)), 'utf8'))
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(script, { 'accept-encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(await packed.text()).toBe(text)
    }
  })

  it('is answered with 304 if the client has it, and is cacheable with credentials', async () => {
    const cookie = `${SESSION_COOKIE}=${school.token}`
    const first = await get(script, { cookie })
    expect(first.headers.get('cache-control')).toBe('max-age=31536000, immutable')
    const again = await get(script, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await school.fetch(script, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('has Strict-Transport-Security only over https', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { headers } = await get(script, { 'x-forwarded-proto': 'https' })
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=/)
      expect((await get(script)).headers.has('strict-transport-security')).toBe(false)
    }
  })
})

it('serves the service worker with the CSP of pages and with revalidation', async () => {
  const { headers } = await get('/service-worker.js')
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

it.each([
  '/.vite/manifest.json',
  `${script}.br`,
  `${script}.map`,
  script.replace('/assets/', '/assets//'),
  script.replace('/assets/', '/Assets/'),
  '/assets/',
  '/admin.html',
])('answers %s with 404', async (address) => {
  expect((await get(address)).status).toBe(404)
})
