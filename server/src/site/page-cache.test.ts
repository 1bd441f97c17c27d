import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { RenderedResponse } from './cached-response.ts'
import { PageCache, PageMemory } from './page-cache.ts'

const now = { revision: 1, now: 0 }
const after = { revision: 2, now: 0 }

/** A cache of a database whose state a test sets. */
function cacheOf(options: { bestAfterMs?: number; memory?: PageMemory } = {}) {
  const period = { revision: 1, from: 0, until: Number.POSITIVE_INFINITY }
  const validity = {
    moment: () => ({ revision: period.revision, now: 0 }),
    get revision() {
      return period.revision
    },
    currentPeriod: async () => ({ ...period }),
  }
  return Object.assign(new PageCache({ validity, ...options }), { period })
}

const response = (body: string | Buffer): RenderedResponse => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  body: Buffer.from(body),
})

it('counts the memory of keys: many long keys with short responses do not fill it', async () => {
  const cache = cacheOf({ memory: new PageMemory(32 * 1024 * 1024) })
  const key = (number: number) => `/api/notices?q=${'x'.repeat(7000)}${number}`
  const many = Array.from({ length: 3000 }, (_, number) => number)
  await Promise.all(many.map((number) => cache.get(now, key(number), async () => response('[]'))))
  expect(many.filter((number) => cache.getCached(now, key(number))).length).toBeLessThan(2500)
  expect(cache.getCached(now, key(2999))).toBeDefined()
})

it('is not emptied by a response that is larger than the cache', async () => {
  const cache = cacheOf()
  await cache.get(now, '/', async () => response('home'))
  const huge = await cache.get(now, '/api/notices', async () => response(Buffer.alloc(40e6)))
  expect(huge.body.length).toBe(40e6)
  expect(cache.getCached(now, '/')).toBeDefined()
})

it('does not retain the output buffer of the compression', async () => {
  const cache = cacheOf()
  for (const encoding of ['br', 'gzip'] as const) {
    const render = async () => response('অ'.repeat(2000))
    const variant = (await cache.get(now, '/', render, { encoding })).variants[encoding]
    expect(variant?.bytes.length).toBeLessThan(200)
    expect(variant?.bytes.buffer.byteLength).toBe(variant?.bytes.length)
  }
})

it('does not compress very short responses', async () => {
  const render = async () => response('[]')
  const { variants } = await cacheOf().get(now, '/api/news', render, { encoding: 'br' })
  expect(Object.keys(variants)).toEqual(['identity'])
})

it('caches a response until its period ends, then replaces it', async () => {
  const cache = cacheOf()
  const size = 8e6
  for (let hour = 1; hour <= 10; hour += 1) {
    cache.period.until = hour
    const begin = { revision: 1, now: hour - 1 }
    expect(cache.getCached(begin, '/')).toBeUndefined()
    await cache.get(begin, '/', async () => response(Buffer.alloc(size, hour)))
    await cache.get(begin, '/', () => Promise.reject(new Error('It is cached already')))
    expect(cache.getCached({ revision: 1, now: hour - 0.5 }, '/')?.body[0]).toBe(hour)
    expect(cache.getCached({ revision: 1, now: hour }, '/')).toBeUndefined()
  }
  // Replaced responses are no longer counted: others still fit.
  const last = { revision: 1, now: 9 }
  await cache.get(last, '/allNotices', async () => response(Buffer.alloc(size)))
  expect(cache.getCached({ revision: 1, now: 9.5 }, '/')).toBeDefined()
})

it('gives a request from before a write what was rendered after it', async () => {
  const cache = cacheOf()
  cache.period.revision = 2
  await cache.get(after, '/', async () => response('new'))
  expect(cache.getCached(now, '/')?.body.toString()).toBe('new')
  const late = await cache.get(now, '/', () => Promise.reject(new Error('It is cached already')))
  expect(late.body.toString()).toBe('new')
})

it('renders a page once at a time, then once for all requests that arrived meanwhile', async () => {
  const cache = cacheOf()
  let rendered = 0
  const held: (() => void)[] = []
  const render = async () => {
    rendered += 1
    const seen = cache.period.revision
    await new Promise<void>((release) => {
      held.push(release)
    })
    return response(`as of ${seen}`)
  }
  const ask = (revision: number) => cache.get({ revision, now: 0 }, '/', render)
  const first = [ask(1), ask(1)]
  const later: ReturnType<typeof ask>[] = []
  await expect.poll(() => held.length).toBe(1)
  for (const revision of [2, 3, 4, 5]) {
    cache.period.revision = revision
    later.push(ask(revision), ask(revision))
  }
  held[0]?.()
  for (const page of await Promise.all(first)) expect(page.body.toString()).toBe('as of 1')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  for (const page of await Promise.all(later)) expect(page.body.toString()).toBe('as of 5')
  expect(rendered).toBe(2)
  expect(cache.getCached({ revision: 5, now: 0 }, '/')?.body.toString()).toBe('as of 5')
})

it('never sends a response from before a write to a request after it', async () => {
  const cache = cacheOf()
  const render = async () => response(`as of ${cache.period.revision}`)
  const read = (revision: number) => {
    cache.period.revision = revision
    return cache.get({ revision, now: 0 }, '/api/notices', render)
  }
  const [, second, third] = await Promise.all([read(1), read(2), read(3)])
  expect(third.body.toString()).toBe('as of 3')
  expect(second.body.toString()).toMatch(/as of [23]/)
  expect(cache.getCached({ revision: 3, now: 0 }, '/api/notices')?.body.toString()).toBe('as of 3')
})

it('renders again after a failed rendering', async () => {
  const cache = cacheOf()
  const fault = cache.get(now, '/', () => Promise.reject(new Error('failed')))
  cache.period.revision = 2
  const waiting = cache.get(after, '/', async () => response('rendered'))
  await expect(fault).rejects.toThrow('failed')
  expect((await waiting).body.toString()).toBe('rendered')
})

it('gives frequently used responses the best compression', async () => {
  const cache = cacheOf({ bestAfterMs: 0 })
  const words = Array.from({ length: 400 }, (_, n) => `নোটিশ ${(n * 7919) % 1000} পরীক্ষা ${n % 7}`)
  const first = await cache.get(now, '/', async () => response(words.join('\n')), {
    encoding: 'br',
  })
  const quick = first.variants.br
  await cache.get(now, '/seldom', async () => response(words.join('\r')), {
    encoding: 'br',
  })
  for (let reader = 0; reader < 10; reader += 1) cache.getCached(now, '/')
  await expect
    .poll(() => cache.getCached(now, '/')?.variants.br?.etag, { timeout: 20_000 })
    .not.toBe(quick?.etag)
  const best = first.variants.br
  expect(best?.bytes.length).toBeLessThan(quick?.bytes.length ?? 0)
  expect(best?.etag.startsWith(first.etag.slice(0, -1))).toBe(true)
  expect(brotliDecompressSync(best?.bytes ?? '').equals(first.body)).toBe(true)
  expect(cache.getCached(now, '/seldom')?.variants.br?.etag).toMatch(/-br"$/)
})

it('compresses on first use, once for concurrent requests', async () => {
  const cache = cacheOf()
  let rendered = 0
  const get = (encoding: 'identity' | 'br' | 'gzip') =>
    cache.get(
      now,
      '/',
      async () => {
        rendered += 1
        return response('অ'.repeat(2000))
      },
      { encoding },
    )
  const { variants } = await get('identity')
  expect(Object.keys(variants)).toEqual(['identity'])
  expect(cache.getCached(now, '/', 'br')).toBeUndefined()
  const [one, other] = await Promise.all([get('br'), get('br')])
  expect(one.variants.br).toBe(other.variants.br)
  expect(cache.getCached(now, '/', 'br')?.variants.br).toBe(one.variants.br)
  expect(cache.getCached(now, '/', 'gzip')).toBeUndefined()
  expect(rendered).toBe(1)
})

it('evicts the least recently used response first', async () => {
  const cache = cacheOf({ memory: new PageMemory(32 * 1024 * 1024) })
  await cache.get(now, '/', async () => response('home'))
  for (let flood = 0; flood < 100; flood += 1) {
    await cache.get(now, `/?photo=${flood}`, async () => response(Buffer.alloc(5e5)))
    expect(cache.getCached(now, '/')).toBeDefined()
  }
  expect(cache.getCached(now, '/?photo=0')).toBeUndefined()
})

it('renews the most used responses, and no others', async () => {
  const cache = cacheOf()
  const rendered: string[] = []
  const ask = async (key: string) => {
    const cached = cache.getCached({ ...now, revision: cache.period.revision }, key)
    if (cached) return cached.body.toString()
    const render = async () => {
      rendered.push(key)
      return response(`${key} ${cache.period.revision}`)
    }
    const page = await cache.get(now, key, render, { isRenewable: true })
    return page.body.toString()
  }
  for (const key of ['/', '/allNotices', '/allNotices', '/', '/', '/seldom']) await ask(key)
  const read = () => cache.get(now, '/api/notices', async () => response('a request of its own'))
  await read()
  cache.getCached(now, '/api/notices')
  rendered.length = 0
  const onError = (error: unknown) => expect.unreachable(String(error))
  cache.period.revision = 2
  await cache.renew(after, { isWanted: () => true, onError })
  expect(rendered).toEqual(['/', '/allNotices'])
  expect(await ask('/')).toBe('/ 2')
  expect(cache.getCached(after, '/api/notices')).toBeUndefined()
  // Without further requests a page is soon no longer rendered in advance.
  for (cache.period.revision = 3; rendered.length > 0; cache.period.revision += 1) {
    rendered.length = 0
    const moment = { revision: cache.period.revision, now: 0 }
    await cache.renew(moment, { isWanted: () => true, onError })
  }
})
