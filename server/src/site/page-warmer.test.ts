import { expect, it, vi } from 'vitest'
import { startTestServer } from '../test/test-server.ts'
import { PageCache } from './page-cache.ts'
import { createPageWarmer } from './page-warmer.ts'

const until = Number.POSITIVE_INFINITY
/** However busy the machine. */
const SOON = { timeout: 20_000 }

/** A cache in front of something that counts its writes, and how often each page was drawn. */
function drawing() {
  const cache = new PageCache()
  let revision = 1
  const drawn: string[] = []
  const moment = () => ({ revision, now: 0 })
  const stretches = { moment, present: async () => ({ revision, until }) }
  const onFault = vi.fn()
  const hot = createPageWarmer({ cache, validity: stretches, onFault })
  const ask = async (key: string) => {
    const kept = cache.peek(moment(), key)
    if (kept) return kept.body.toString()
    const page = await cache.get({ revision, until }, key, async () => {
      drawn.push(key)
      const body = Buffer.from(`${key} ${revision}`)
      return { status: 200, contentType: 'text/html', headers: {}, body }
    })
    return page.body.toString()
  }
  const write = () => {
    revision += 1
    hot.wake()
  }
  const isReady = (key: string) => cache.peek(moment(), key) !== undefined
  return { ask, write, isReady, drawn, hot, onFault }
}

it('after a write the pages that readers want are ready, others are not drawn', async () => {
  const { ask, write, isReady, drawn, hot, onFault } = drawing()
  for (let reader = 0; reader < 3; reader += 1) await ask('/')
  await ask('/allNotices')
  await ask('/allNotices')
  await ask('/seldom')
  for (const revision of [2, 3]) {
    drawn.length = 0
    write()
    expect(isReady('/')).toBe(false)
    await expect.poll(() => isReady('/allNotices'), SOON).toBe(true)
    expect(drawn).toEqual(['/', '/allNotices'])
    expect(await ask('/')).toBe(`/ ${revision}`)
  }
  await hot.close()
  expect(onFault).not.toHaveBeenCalled()
})

it('in a burst of writes they are drawn for the last one', async () => {
  const { ask, write, isReady, drawn, hot } = drawing()
  await ask('/')
  await ask('/')
  drawn.length = 0
  for (let one = 0; one < 50; one += 1) write()
  await expect.poll(() => isReady('/'), SOON).toBe(true)
  expect(drawn).toEqual(['/'])
  expect(await ask('/')).toBe('/ 51')
  await hot.close()
})

it('the server draws them without being asked', async () => {
  const school = await startTestServer()
  try {
    for (let reader = 0; reader < 3; reader += 1) await (await school.fetch('/')).text()
    const reads = vi.spyOn(school.server.inside.db.read, 'createQueryBuilder')
    await school.admin.createEntry({
      params: { collection: 'main-gallery' },
      body: { title: 'বার্ষিক ক্রীড়া', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
    })
    // A front page is drawn of several lists; what else a write sets off reads one.
    await expect.poll(() => reads.mock.calls.length, SOON).toBeGreaterThan(5)
    expect(await (await school.fetch('/')).text()).toContain('বার্ষিক ক্রীড়া')
  } finally {
    await school.stop()
  }
})
