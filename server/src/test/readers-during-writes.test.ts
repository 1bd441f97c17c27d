import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const params = { collection: 'notices' } as const
const publish = (title: string) =>
  school.admin.createEntry({ params, body: { title, body: 'লেখা' } })
const titles = async () => (await school.visitor.listEntries({ params })).map(({ title }) => title)
const homePage = async () => (await school.fetch('/')).text()

it('shows readers every change whose write was answered before, while clerks write at once', async () => {
  const clerks = await Promise.all(
    ['ক', 'খ', 'গ', 'ঘ'].map(async (name) => ({
      name,
      answered: 0,
      entry: await publish(`${name} পর্ব 0`),
    })),
  )
  let isWriting = true
  const read = async (path: string) => {
    let pages = 0
    for (; isWriting; pages += 1) {
      const before = clerks.map(({ answered }) => answered)
      const text = await (await school.fetch(path)).text()
      for (const [i, { name }] of clerks.entries()) {
        const shown = Number(new RegExp(`${name} পর্ব (\\d+)`).exec(text)?.[1])
        expect(shown, `${path}, after ${before[i]}`).toBeGreaterThanOrEqual(before[i] ?? 0)
      }
    }
    return pages
  }
  const paths = ['/', '/', '/allNotices', '/api/notices?limit=9', '/feed.xml']
  const readers = Promise.all(paths.map(read))
  await Promise.all(
    clerks.map(async (clerk) => {
      for (let n = 1; n <= 15; n += 1) {
        const { _id: id, __v } = clerk.entry
        const body = { title: `${clerk.name} পর্ব ${n}`, __v }
        clerk.entry = await school.admin.updateEntry({ params: { ...params, id }, body })
        clerk.answered = n
      }
    }),
  )
  isWriting = false
  for (const pages of await readers) expect(pages).toBeGreaterThan(0)
})

it('renders what is read most again, without a reader', async () => {
  for (let reader = 0; reader < 3; reader += 1) await homePage()
  const reads = vi.spyOn(school.server.internals.db.read, 'createQueryBuilder')
  await publish('সবাই দেখবে')
  // The home page reads several lists; other work after a write reads one.
  await expect.poll(() => reads.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(5)
  reads.mockRestore()
  expect(await homePage()).toContain('সবাই দেখবে')
})

describe('while a write waits for its pages', () => {
  const never = () => new Promise<void>(() => undefined)
  const fails = () => Promise.reject(new Error('A page cannot be rendered'))

  it('answers readers, and the write in the end', async () => {
    const { db } = school.server.internals
    await titles()
    const end = db.beforeChange(never)
    const { committed } = db
    const writing = publish('অপেক্ষায়')
    await expect.poll(() => db.committed).toBeGreaterThan(committed)
    expect((await school.fetch('/')).status).toBe(200)
    await writing
    end()
    expect(await titles()).toContain('অপেক্ষায়')
  })

  it('answers the write when a page fails', async () => {
    const end = school.server.internals.db.beforeChange(fails)
    await publish('তবুও')
    end()
    expect(await titles()).toContain('তবুও')
    expect(await homePage()).toContain('তবুও')
  })

  it('answers a repeated request no earlier than readers see its entry', async () => {
    const { db } = school.server.internals
    const headers = { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'আবার পাঠানো', body: 'লেখা' })
    const send = () => school.fetchAsAdmin('/api/notices', { method: 'POST', headers, body })
    await titles()
    const end = db.beforeChange(never)
    const { committed } = db
    const first = send()
    await expect.poll(() => db.committed).toBeGreaterThan(committed)
    expect((await send()).status).toBe(201)
    expect(await titles()).toContain('আবার পাঠানো')
    expect((await first).status).toBe(201)
    end()
  })
})
