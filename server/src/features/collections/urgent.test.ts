import type { Entry, NewEntry } from '@bidyaloy/shared/collections/entry'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

/** 20:00 in Dhaka. */
const EVENING = '2026-11-21T14:00:00.000Z'
const MIDNIGHT = '2026-11-21T18:00:00.000Z'
const TOMORROW = '2026-11-22T18:00:00.000Z'

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date(EVENING)
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const
const later = (ms: number) => new Date(now.getTime() + ms).toISOString()

/** Publishes a notice of nothing but a title. */
const publish = (title: string, fields: Partial<NewEntry> = {}): Promise<Entry> =>
  school.admin.createEntry({ params: notices, body: { title, ...fields } })

const textOf = async (address: string) => (await school.fetch(address)).text()

/** Titles in the band of a page, in its order. */
async function band(address: string): Promise<string[]> {
  const [, section = ''] =
    /<section class="urgent".*?>(.*?)<\/section>/s.exec(await textOf(address)) ?? []
  return [...section.matchAll(/<a href="\/n\/[^"]+">(.*?)<\/a>/g)].map(([, title = '']) => title)
}

it('stands on every page exactly until its end, at most two, the newest first', async () => {
  const params = { ...notices, id: (await publish('কাল বন্ধ', { urgentUntil: MIDNIGHT }))._id }
  now = new Date(now.getTime() + 1000)
  await publish('ঝড়ের সতর্কতা', { urgentUntil: TOMORROW, pinnedUntil: TOMORROW })
  now = new Date(now.getTime() + 1000)
  await publish('পরে জরুরি হবে', { urgentUntil: TOMORROW, publishAt: MIDNIGHT })
  const pages = ['/', '/allNotices', '/contact', '/search', `/n/${params.id}`, '/no-such-page']
  for (const page of pages) expect(await band(page)).toEqual(['ঝড়ের সতর্কতা', 'কাল বন্ধ'])
  const urgent = await school.visitor.listEntries({ params: notices, query: { urgent: '1' } })
  expect(urgent.map(({ title }) => title)).toEqual(['ঝড়ের সতর্কতা', 'কাল বন্ধ'])
  expect((await school.fetch('/api/notices?urgent=1')).headers.get('x-total-count')).toBe('2')
  expect(await textOf(siteFiles.feed)).toContain('<title>জরুরি: কাল বন্ধ</title>')
  const cardOf = async () =>
    Buffer.from(await (await school.fetch(`/share/notices/${params.id}.png`)).arrayBuffer())
  const urgentCard = await cardOf()

  now = new Date(Date.parse(MIDNIGHT) - 1)
  expect(await band('/')).toContain('কাল বন্ধ')
  now = new Date(MIDNIGHT)
  for (const page of pages) expect(await band(page)).toEqual(['পরে জরুরি হবে', 'ঝড়ের সতর্কতা'])
  expect((await school.visitor.getEntry({ params })).urgentUntil).toBeUndefined()
  expect(await textOf(siteFiles.feed)).toContain('<title>কাল বন্ধ</title>')
  expect(urgentCard.equals(await cardOf())).toBe(false)

  // A change ends it before.
  const [first] = await school.visitor.listEntries({ params: notices, query: { urgent: '1' } })
  await school.admin.updateEntry({
    params: { ...notices, id: first?._id ?? '' },
    body: { urgentUntil: null, body: 'সময় বদলেছে।' },
  })
  expect(await band('/')).toEqual(['ঝড়ের সতর্কতা'])
})

it('lasts at most seven days from its publication, and only notices can be urgent', async () => {
  const week = 7 * DAY_MS
  const tooLong = { fields: { urgentUntil: expect.any(String) } }
  await expect(publish('ক', { urgentUntil: later(week + 1) })).rejects.toMatchObject(tooLong)
  const publishAt = later(DAY_MS)
  const scheduled = { publishAt, urgentUntil: later(DAY_MS + week) }
  expect((await publish('খ', scheduled)).urgentUntil).toBe(scheduled.urgentUntil)
  const news = { title: 'খবর', body: 'লেখা', urgentUntil: MIDNIGHT }
  const sent = school.admin.createEntry({ params: { collection: 'news' }, body: news })
  await expect(sent).rejects.toMatchObject(tooLong)
  await expect(publish('গ')).rejects.toMatchObject({ fields: { file: expect.any(String) } })
})
