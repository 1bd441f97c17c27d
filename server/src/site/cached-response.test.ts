import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentHash } from '../http/request.ts'
import { addVariant, type CachedResponse, cachedResponse, sendResponse } from './cached-response.ts'

const body = Buffer.from('নোটিশ '.repeat(200))
const hash = contentHash(body)
let response: CachedResponse
let server: http.Server
let url = ''
beforeEach(async () => {
  response = cachedResponse({
    status: 200,
    contentType: 'text/html; charset=utf-8',
    headers: { 'X-Own': 'yes' },
    body,
  })
  addVariant(response, { encoding: 'br' }, brotliCompressSync(body))
  addVariant(response, { encoding: 'gzip' }, gzipSync(body))
  server = http.createServer((req, res) => sendResponse(req, res, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
})
afterEach(() => {
  server.close()
})

const get = (headers: Record<string, string>) => fetch(url, { headers })

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('sends %s the encoding %s', async (accepted, encoding) => {
  const got = await get({ 'accept-encoding': accepted })
  expect([got.status, got.headers.get('content-encoding')]).toEqual([200, encoding])
  expect(got.headers.get('vary')).toBe('Accept-Encoding')
  expect(got.headers.get('x-own')).toBe('yes')
  expect(got.headers.get('etag')).toBe(encoding ? `"${hash}-${encoding}"` : `"${hash}"`)
  expect(await got.text()).toBe(body.toString())
})

it.each([`"${hash}"`, `"${hash}-br"`, `W/"${hash}-gzip"`, `"old", "${hash}-br"`, `"${hash}-best"`])(
  'answers If-None-Match: %s with 304 and the same tag',
  async (tag) => {
    const got = await get({ 'accept-encoding': 'br', 'if-none-match': tag })
    expect([got.status, await got.text()]).toEqual([304, ''])
    expect(tag).toContain(got.headers.get('etag'))
    expect(got.headers.has('x-own')).toBe(false)
    expect(got.headers.has('content-encoding')).toBe(false)
  },
)

it.each([`"${hash}d"`, `"${hash.slice(1)}"`, '"other-br"', hash])(
  'answers If-None-Match: %s with the content',
  async (tag) => {
    expect((await get({ 'if-none-match': tag })).status).toBe(200)
  },
)

it('gives a better compression another tag, and answers the former tag with 304', async () => {
  const before = await get({ 'accept-encoding': 'br' })
  addVariant(response, { encoding: 'br', mark: 'best' }, brotliCompressSync(body))
  const after = await get({ 'accept-encoding': 'br' })
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  const known = { 'accept-encoding': 'br', 'if-none-match': before.headers.get('etag') ?? '' }
  const again = await get(known)
  expect([again.status, again.headers.get('etag')]).toEqual([304, before.headers.get('etag')])
})
