import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { RenderedResponse } from './cached-response.ts'
import { PageCache } from './page-cache.ts'

const always = { revision: 1, until: Number.POSITIVE_INFINITY }
const now = { revision: 1, now: 0 }

const response = (body: string | Buffer): RenderedResponse => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  body: Buffer.from(body),
})

it('counts the memory of keys: many long keys with short responses do not fill it', async () => {
  const cache = new PageCache()
  const key = (number: number) => `/api/notices?q=${'x'.repeat(7000)}${number}`
  const many = Array.from({ length: 3000 }, (_, number) => number)
  await Promise.all(
    many.map((number) => cache.get(always, key(number), async () => response('[]'))),
  )
  expect(many.filter((number) => cache.peek(now, key(number))).length).toBeLessThan(2500)
  expect(cache.peek(now, key(2999))).toBeDefined()
})

it('is not emptied by a response that is larger than the cache', async () => {
  const cache = new PageCache()
  await cache.get(always, '/', async () => response('home'))
  const huge = await cache.get(always, '/api/notices', async () => response(Buffer.alloc(40e6)))
  expect(huge.body.length).toBe(40e6)
  expect(cache.peek(now, '/')).toBeDefined()
})

it('does not retain the output buffer of the compression', async () => {
  const cache = new PageCache()
  for (const encoding of ['br', 'gzip'] as const) {
    const render = async () => response('অ'.repeat(2000))
    const variant = (await cache.get(always, '/', render, encoding)).variants[encoding]
    expect(variant?.bytes.length).toBeLessThan(200)
    expect(variant?.bytes.buffer.byteLength).toBe(variant?.bytes.length)
  }
})

it('does not compress very short responses', async () => {
  const render = async () => response('[]')
  const { variants } = await new PageCache().get(always, '/api/news', render, 'br')
  expect(Object.keys(variants)).toEqual(['identity'])
})

it('caches a response until its period ends, then replaces it', async () => {
  const cache = new PageCache()
  const size = 8e6
  // Large responses are cached from their second request on.
  await cache.get({ revision: 1, until: 0 }, '/', async () => response(Buffer.alloc(size)))
  for (let hour = 1; hour <= 10; hour += 1) {
    const period = { revision: 1, until: hour }
    expect(cache.peek({ revision: 1, now: hour - 1 }, '/')).toBeUndefined()
    await cache.get(period, '/', async () => response(Buffer.alloc(size, hour)))
    await cache.get(period, '/', () => Promise.reject(new Error('It is cached already')))
    expect(cache.peek({ revision: 1, now: hour - 0.5 }, '/')?.body[0]).toBe(hour)
    expect(cache.peek({ revision: 1, now: hour }, '/')).toBeUndefined()
  }
  // Replaced responses are no longer counted: others still fit.
  const last = { revision: 1, until: 10 }
  await cache.get(last, '/allNotices', async () => response(Buffer.alloc(size)))
  await cache.get(last, '/allNotices', async () => response(Buffer.alloc(size)))
  expect(cache.peek({ revision: 1, now: 9.5 }, '/')).toBeDefined()
})

it('is not emptied by a request that began before a write', async () => {
  const cache = new PageCache()
  const [before, after] = [{ ...always }, { ...always, revision: 2 }]
  await cache.get(after, '/', async () => response('new'))
  const late = await cache.get(before, '/', async () => response('old'))
  expect(late.body.toString()).toBe('old')
  expect(cache.peek({ revision: 2, now: 0 }, '/')?.body.toString()).toBe('new')
})

it('renders a page once at a time, then once for all requests that arrived meanwhile', async () => {
  const cache = new PageCache()
  let written = 1
  let rendered = 0
  const held: (() => void)[] = []
  const render = async () => {
    rendered += 1
    const seen = written
    await new Promise<void>((release) => {
      held.push(release)
    })
    return response(`as of ${seen}`)
  }
  const ask = (revision: number) => cache.get({ ...always, revision }, '/', render)
  const first = [ask(1), ask(1)]
  const later: ReturnType<typeof ask>[] = []
  for (written = 2; written <= 5; written += 1) later.push(ask(written), ask(written))
  written = 5
  held[0]?.()
  for (const page of await Promise.all(first)) expect(page.body.toString()).toBe('as of 1')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  for (const page of await Promise.all(later)) expect(page.body.toString()).toBe('as of 5')
  expect(rendered).toBe(2)
  expect(cache.peek({ revision: 5, now: 0 }, '/')?.body.toString()).toBe('as of 5')
})

it('never sends a response from before a write to a request after it', async () => {
  const cache = new PageCache()
  const read = (revision: number) =>
    cache.get({ ...always, revision }, '/api/notices', async () => response(`as of ${revision}`))
  const [, second, third] = await Promise.all([read(1), read(2), read(3)])
  expect(third.body.toString()).toBe('as of 3')
  expect(second.body.toString()).toMatch(/as of [23]/)
  expect(cache.peek({ revision: 3, now: 0 }, '/api/notices')?.body.toString()).toBe('as of 3')
})

it('renders again after a failed rendering', async () => {
  const cache = new PageCache()
  const fault = cache.get(always, '/', () => Promise.reject(new Error('failed')))
  const waiting = cache.get({ ...always, revision: 2 }, '/', async () => response('rendered'))
  await expect(fault).rejects.toThrow('failed')
  expect((await waiting).body.toString()).toBe('rendered')
})

it('gives frequently used responses the best compression', async () => {
  const cache = new PageCache({ bestAfterMs: 0 })
  const words = Array.from({ length: 400 }, (_, n) => `নোটিশ ${(n * 7919) % 1000} পরীক্ষা ${n % 7}`)
  const first = await cache.get(always, '/', async () => response(words.join('\n')), 'br')
  const quick = first.variants.br
  await cache.get(always, '/seldom', async () => response(words.join('\r')), 'br')
  for (let reader = 0; reader < 10; reader += 1) cache.peek(now, '/')
  await expect
    .poll(() => cache.peek(now, '/')?.variants.br?.etag, { timeout: 20_000 })
    .not.toBe(quick?.etag)
  const best = first.variants.br
  expect(best?.bytes.length).toBeLessThan(quick?.bytes.length ?? 0)
  expect(best?.etag.startsWith(first.etag.slice(0, -1))).toBe(true)
  expect(brotliDecompressSync(best?.bytes ?? '').equals(first.body)).toBe(true)
  expect(cache.peek(now, '/seldom')?.variants.br?.etag).toMatch(/-br"$/)
})

it('compresses on first use, once for concurrent requests', async () => {
  const cache = new PageCache()
  let rendered = 0
  const get = (encoding: 'identity' | 'br' | 'gzip') =>
    cache.get(
      always,
      '/',
      async () => {
        rendered += 1
        return response('অ'.repeat(2000))
      },
      encoding,
    )
  const { variants } = await get('identity')
  expect(Object.keys(variants)).toEqual(['identity'])
  expect(cache.peek(now, '/', 'br')).toBeUndefined()
  const [one, other] = await Promise.all([get('br'), get('br')])
  expect(one.variants.br).toBe(other.variants.br)
  expect(cache.peek(now, '/', 'br')?.variants.br).toBe(one.variants.br)
  expect(cache.peek(now, '/', 'gzip')).toBeUndefined()
  expect(rendered).toBe(1)
})

it('evicts the least recently used response first', async () => {
  const cache = new PageCache()
  await cache.get(always, '/', async () => response('home'))
  for (let flood = 0; flood < 100; flood += 1) {
    await cache.get(always, `/?photo=${flood}`, async () => response(Buffer.alloc(5e5)))
    expect(cache.peek(now, '/')).toBeDefined()
  }
  expect(cache.peek(now, '/?photo=0')).toBeUndefined()
})

it('caches a large response from its second request on', async () => {
  const cache = new PageCache()
  const whole = () => cache.get(always, '/api/notices', async () => response(Buffer.alloc(2e6)))
  await whole()
  expect(cache.peek(now, '/api/notices')).toBeUndefined()
  await whole()
  expect(cache.peek(now, '/api/notices')).toBeDefined()
})
