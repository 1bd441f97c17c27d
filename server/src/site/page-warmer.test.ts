import { expect, it, vi } from 'vitest'
import { startTestServer } from '../test/test-server.ts'
import { PageCache } from './page-cache.ts'
import { createPageWarmer } from './page-warmer.ts'

const until = Number.POSITIVE_INFINITY
/** Long enough for a busy machine. */
const SOON = { timeout: 20_000 }

/** A page cache with its warmer, and the keys of the rendered pages in order. */
function warmedCache() {
  const cache = new PageCache()
  let revision = 1
  const rendered: string[] = []
  const moment = () => ({ revision, now: 0 })
  const validity = { moment, currentPeriod: async () => ({ revision, until }) }
  const onError = vi.fn()
  const warmer = createPageWarmer({ cache, validity, onError })
  const ask = async (key: string) => {
    const cached = cache.peek(moment(), key)
    if (cached) return cached.body.toString()
    const page = await cache.get({ revision, until }, key, async () => {
      rendered.push(key)
      const body = Buffer.from(`${key} ${revision}`)
      return { status: 200, contentType: 'text/html', headers: {}, body }
    })
    return page.body.toString()
  }
  const write = () => {
    revision += 1
    warmer.wake()
  }
  const isReady = (key: string) => cache.peek(moment(), key) !== undefined
  return { ask, write, isReady, rendered, warmer, onError }
}

it('renders the most used pages after a write, and no others', async () => {
  const { ask, write, isReady, rendered, warmer, onError } = warmedCache()
  for (let reader = 0; reader < 3; reader += 1) await ask('/')
  await ask('/allNotices')
  await ask('/allNotices')
  await ask('/seldom')
  for (const revision of [2, 3]) {
    rendered.length = 0
    write()
    expect(isReady('/')).toBe(false)
    await expect.poll(() => isReady('/allNotices'), SOON).toBe(true)
    expect(rendered).toEqual(['/', '/allNotices'])
    expect(await ask('/')).toBe(`/ ${revision}`)
  }
  await warmer.close()
  expect(onError).not.toHaveBeenCalled()
})

it('renders once after a burst of writes', async () => {
  const { ask, write, isReady, rendered, warmer } = warmedCache()
  await ask('/')
  await ask('/')
  rendered.length = 0
  for (let one = 0; one < 50; one += 1) write()
  await expect.poll(() => isReady('/'), SOON).toBe(true)
  expect(rendered).toEqual(['/'])
  expect(await ask('/')).toBe('/ 51')
  await warmer.close()
})

it('runs in the server after each write', async () => {
  const school = await startTestServer()
  try {
    for (let reader = 0; reader < 3; reader += 1) await (await school.fetch('/')).text()
    const reads = vi.spyOn(school.server.internals.db.read, 'createQueryBuilder')
    await school.admin.createEntry({
      params: { collection: 'main-gallery' },
      body: { title: 'বার্ষিক ক্রীড়া', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
    })
    // The home page reads several lists; other work after a write reads one.
    await expect.poll(() => reads.mock.calls.length, SOON).toBeGreaterThan(5)
    expect(await (await school.fetch('/')).text()).toContain('বার্ষিক ক্রীড়া')
  } finally {
    await school.stop()
  }
})
