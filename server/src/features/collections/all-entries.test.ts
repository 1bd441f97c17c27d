import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
  const { admin } = school
  const make = (
    collection: 'notices' | 'news' | 'events' | 'albums',
    title: string,
    body: Record<string, unknown> = {},
  ) => admin.createEntry({ params: { collection }, body: { title, body: 'লেখা', ...body } })
  await make('notices', 'ভর্তি', { date: '2026-01-01', kind: 'admission' })
  await make('news', 'মেলা', { date: '2026-01-03' })
  await make('notices', 'বেতন', { date: '2026-01-02' })
  const soon = new Date(Date.now() + DAY_MS).toISOString()
  await make('news', 'আগামীকাল', { publishAt: soon })
  await make('notices', 'খসড়া নোটিশ', { status: 'draft' })
  await make('events', 'বন্ধ', { startsOn: '2026-12-01', status: 'waiting' })
  const people = { collection: 'people' } as const
  await admin.createEntry({ params: people, body: { title: 'শিরীন আক্তার' } })
  await admin.createEntry({ params: people, body: { title: 'মেলা বেগম', status: 'draft' } })
  const gone = await make('news', 'ভুল')
  await admin.deleteEntry({ params: { collection: 'news', id: gone._id } })
})
afterAll(() => school.stop())

type Query = Parameters<TestServer['admin']['listAllEntries']>[0]['query']
const titles = async (query: Query = {}) =>
  (await school.admin.listAllEntries({ query })).map(
    (entry) => `${entry.collection} ${entry.title}`,
  )

test('lists the entries of all collections by date, with their collection, in pages', async () => {
  const all = ['news আগামীকাল', 'news মেলা', 'notices বেতন', 'notices ভর্তি']
  expect(await titles()).toEqual(all)
  expect(await titles({ limit: 2, offset: 1 })).toEqual(all.slice(1, 3))
  const page = await school.fetchAsAdmin('/api/admin/entries?limit=1')
  expect(page.headers.get('x-total-count')).toBe('4')
  const pinned = new Date(Date.now() + DAY_MS).toISOString()
  const [, , , last] = await school.admin.listAllEntries({})
  const params = { collection: 'notices' as const, id: last?._id ?? '' }
  await school.admin.updateEntry({ params, body: { pinnedUntil: pinned } })
  expect(await titles()).toEqual(['notices ভর্তি', ...all.slice(0, 3)])
})

test('narrows by collection, kind, words and state', async () => {
  expect(await titles({ collection: 'news', sort: 'title' })).toEqual(['news আগামীকাল', 'news মেলা'])
  expect(await titles({ collection: 'notices', kind: 'admission' })).toEqual(['notices ভর্তি'])
  expect(await titles({ q: 'বেতন' })).toEqual(['notices বেতন'])
  expect(await titles({ state: 'draft', q: 'নোটিশ' })).toEqual(['notices খসড়া নোটিশ'])
  expect(await titles({ state: 'waiting' })).toEqual(['events বন্ধ'])
  expect(await titles({ state: 'waiting', collection: 'notices' })).toEqual([])
  expect(await titles({ state: 'scheduled' })).toEqual(['news আগামীকাল'])
})

test('leaves people to their own list, but not their drafts', async () => {
  expect(await titles({ q: 'শিরীন' })).toEqual([])
  expect(await titles({ q: 'শিরীন', state: 'visible' })).toEqual([])
  expect(await titles({ collection: 'people' })).toEqual(['people শিরীন আক্তার'])
  expect(await titles({ state: 'draft' })).toEqual(['people মেলা বেগম', 'notices খসড়া নোটিশ'])
  const counts = await school.admin.countAllEntries({ query: { collection: 'people' } })
  expect(counts).toMatchObject({ all: 1, draft: 1 })
})

test('counts them by state', async () => {
  expect(await school.admin.countAllEntries({})).toEqual({
    all: 4,
    draft: 2,
    waiting: 1,
    scheduled: 1,
    expired: 0,
    trash: 1,
  })
  expect(
    await school.admin.countAllEntries({ query: { collection: 'notices', q: 'ভর্তি' } }),
  ).toEqual({ all: 1, draft: 0, waiting: 0, scheduled: 0, expired: 0, trash: 1 })
})

test('is for those who are signed in', async () => {
  for (const path of ['/api/admin/entries', '/api/admin/entries/counts']) {
    expect((await school.fetch(path)).status).toBe(401)
  }
})
