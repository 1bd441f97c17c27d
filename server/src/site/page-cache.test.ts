import { expect, it } from 'vitest'
import { PageCache, type RenderedAnswer } from './page-cache.ts'

const always = { revision: 1, until: Number.POSITIVE_INFINITY }
const now = { revision: 1, now: 0 }

const answer = (body: string | Buffer): RenderedAnswer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  body: Buffer.from(body),
})

it('counts what addresses weigh: many long ones with short answers do not fill the memory', async () => {
  const cache = new PageCache()
  const key = (number: number) => `/api/notices?q=${'x'.repeat(7000)}${number}`
  const many = Array.from({ length: 3000 }, (_, number) => number)
  await Promise.all(many.map((number) => cache.get(always, key(number), async () => answer('[]'))))
  expect(many.filter((number) => cache.peek(now, key(number))).length).toBeLessThan(2500)
  expect(cache.peek(now, key(2999))).toBeDefined()
})

it('is not emptied by an answer that is larger than all of it', async () => {
  const cache = new PageCache()
  await cache.get(always, '/', async () => answer('home'))
  const huge = await cache.get(always, '/api/notices', async () => answer(Buffer.alloc(40e6)))
  expect(huge.body.length).toBe(40e6)
  expect(cache.peek(now, '/')).toBeDefined()
})

it('holds no more memory than it counts: a compressed answer keeps nothing of the work room', async () => {
  const { encoded } = await new PageCache().get(always, '/', async () => answer('অ'.repeat(2000)))
  for (const bytes of [encoded.br, encoded.gzip]) {
    expect(bytes?.length).toBeLessThan(200)
    expect(bytes?.buffer.byteLength).toBe(bytes?.length)
  }
})

it('leaves an answer as it is that is too short to win by compressing', async () => {
  const { encoded } = await new PageCache().get(always, '/api/news', async () => answer('[]'))
  expect(Object.keys(encoded)).toEqual(['identity'])
})
