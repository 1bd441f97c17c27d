import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry, EntryChange, EntryState, NewEntry } from '@bidyaloy/shared/collections/entry'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

/** 08:30 in Dhaka. */
const MORNING = '2026-11-21T02:30:00.000Z'
const TEN = '2026-11-21T04:00:00.000Z'
const NOON = '2026-11-21T06:00:00.000Z'

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date(MORNING)
  school = await startTestServer({
    clock: () => now,
    env: { PUBLIC_URL: 'https://school.example.edu.bd' },
  })
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const

const goTo = (moment: string) => {
  now = new Date(moment)
}
const justBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

/** Publishes a text file, which has no page previews. */
function publish(body: NewEntry): Promise<Entry> {
  const file = fileOf(body.title, 'notice.txt')
  return school.admin.createEntry({ params: notices, body, file })
}

async function titles(query: Record<string, string | number> = {}): Promise<string[]> {
  const list = await school.visitor.listEntries({ params: notices, query })
  return list.map((entry) => entry.title)
}

const readPage = async (address: string) => (await school.fetch(address)).text()

/** Returns where visitors can find an entry, and whether it is there. */
async function sightings({ _id: id, title, filePath }: Entry): Promise<Record<string, boolean>> {
  const has = async (path: string, text: string) => (await readPage(path)).includes(text)
  const isServed = async (path: string) => (await school.fetch(path)).status === 200
  const list = await school.fetch('/api/notices?limit=5')
  const { total } = await school.visitor.entryStats({ params: notices })
  return {
    list: ((await list.json()) as Entry[]).some((entry) => entry._id === id),
    count: list.headers.get('x-total-count') === '1',
    stats: total === 1,
    search: (await titles({ q: title })).length === 1,
    one: await isServed(`/api/notices/${id}`),
    file: await isServed(`/${filePath}`),
    card: await isServed(`/share/notices/${id}.png`),
    'its page': await isServed(`/n/${id}`),
    'front page': await has('/', title),
    'page of notices': await has('/allNotices', title),
    feed: await has(siteFiles.feed, title),
    sitemap: await has(siteFiles.sitemap, id),
  }
}

const params = (id: string) => ({ ...notices, id })

describe('a scheduled or expiring entry', () => {
  it('is visible everywhere exactly from its publication to its expiry', async () => {
    const entry = await publish({ title: 'ভর্তি পরীক্ষা', publishAt: TEN, expiresAt: NOON })
    const steps = [
      [MORNING, false],
      [justBefore(TEN), false],
      [TEN, true],
      [justBefore(NOON), true],
      [NOON, false],
    ] as const
    for (const [moment, expected] of steps) {
      goTo(moment)
      // Twice, so that the second response comes from the cache.
      for (const look of ['first', 'second']) {
        const places = Object.entries(await sightings(entry))
        const wrong = places.filter(([, seen]) => seen !== expected).map(([place]) => place)
        expect([moment, look, wrong]).toEqual([moment, look, []])
      }
    }
  })

  it('is hidden again after a clock that was ahead, at which it was visible', async () => {
    const entry = await publish({ title: 'ভর্তি পরীক্ষা', publishAt: TEN })
    goTo(NOON)
    for (const _look of ['first', 'second']) {
      expect(Object.values(await sightings(entry))).not.toContain(false)
    }
    goTo(MORNING)
    const places = Object.entries(await sightings(entry))
    expect(places.filter(([, seen]) => seen)).toEqual([])
  })

  it('is always visible to admins, and no-store while it is hidden', async () => {
    const entry = await publish({ title: 'ফলাফল', publishAt: TEN, expiresAt: NOON })
    const keeping = async () => {
      const response = await school.fetchAsAdmin(`/${entry.filePath}`)
      return [response.status, response.headers.get('cache-control')]
    }
    expect(await school.admin.getEntry({ params: params(entry._id) })).toEqual(entry)
    expect(await keeping()).toEqual([200, 'no-store'])
    const cookie = { cookie: `adminToken=${school.token}` }
    expect((await school.fetch(`/${entry.filePath}`, { headers: cookie })).status).toBe(200)
    const stale = { cookie: 'adminToken=nonsense' }
    for (const path of [`/${entry.filePath}`, `/api/notices/${entry._id}`]) {
      expect((await school.fetch(path, { headers: stale })).status).toBe(404)
    }
    // The file is cached only until it expires.
    goTo(TEN)
    const caching = 'public, max-age=7200, s-maxage=3600, stale-while-revalidate=0'
    expect(await keeping()).toEqual([200, caching])
    goTo(NOON)
    expect(await keeping()).toEqual([200, 'no-store'])
    expect((await school.admin.getEntry({ params: params(entry._id) })).expiresAt).toBe(NOON)
  })

  it('has its publication time as its date, also after a change, unless it has another date', async () => {
    const { _id: id, date } = await publish({ title: 'সভা', publishAt: TEN })
    expect(date).toBe(TEN)
    const change = (body: EntryChange) => school.admin.updateEntry({ params: params(id), body })
    expect(await change({ publishAt: NOON })).toMatchObject({ publishAt: NOON, date: NOON })
    expect(await change({ title: 'সভা স্থগিত' })).toMatchObject({ publishAt: NOON, date: NOON })
    const atOnce = await change({ publishAt: null })
    expect([atOnce.publishAt, atOnce.date]).toEqual([undefined, MORNING])
    await change({ date: '2026-11-01' })
    expect((await change({ publishAt: NOON })).date).toBe('2026-10-31T18:00:00.000Z')
  })

  it('loses its times with an empty field and keeps those that are not sent', async () => {
    const times = { publishAt: TEN, expiresAt: NOON, pinnedUntil: NOON }
    const { _id: id } = await publish({ title: 'সভা', ...times })
    const file = fileOf('new', 'new.txt')
    const change = (body: EntryChange, part?: File) =>
      school.admin.updateEntry({ params: params(id), body, ...(part && { file: part }) })
    expect(await change({}, file)).toMatchObject(times)
    // `null` is sent as an empty field beside a file.
    const freed = await change({ publishAt: null, pinnedUntil: null }, file)
    expect([freed.publishAt, freed.expiresAt, freed.pinnedUntil]).toEqual([
      undefined,
      NOON,
      undefined,
    ])
    expect((await change({ expiresAt: '' })).expiresAt).toBeUndefined()
  })

  it('cannot expire before its publication', async () => {
    const refusal = { code: 'validation_failed', fields: { expiresAt: expect.any(String) } }
    for (const expiresAt of [MORNING, TEN]) {
      const wrong = publish({ title: 'সভা', publishAt: TEN, expiresAt })
      await expect(wrong).rejects.toMatchObject(refusal)
    }
    const { _id: id } = await publish({ title: 'সভা', expiresAt: TEN })
    for (const file of [undefined, fileOf('late', 'late.txt')]) {
      const body = { publishAt: NOON }
      const late = school.admin.updateEntry({ params: params(id), body, ...(file && { file }) })
      await expect(late).rejects.toMatchObject(refusal)
    }
    expect(await titles()).toEqual(['সভা'])
    for (const folder of ['uploads', 'staging']) {
      const stored = await fs.readdir(path.join(school.dataDir, folder))
      expect([folder, stored.length]).toEqual([folder, folder === 'uploads' ? 1 : 0])
    }
  })
})

describe('the list by state', () => {
  it('shows scheduled and expired entries only to admins', async () => {
    await publish({ title: 'এখন' })
    await publish({ title: 'পরে', publishAt: TEN })
    await publish({ title: 'আগে', expiresAt: MORNING })
    const seen = async (state: EntryState) => {
      const query = { state, sort: 'title' as const }
      const list = await school.admin.listEntries({ params: notices, query })
      const stats = await school.admin.entryStats({ params: notices, query: { state } })
      const part = await school.fetchAsAdmin(`/api/notices?state=${state}&limit=1`)
      const counts = [stats.total, Number(part.headers.get('x-total-count'))]
      expect([state, counts]).toEqual([state, [list.length, list.length]])
      return list.map(({ title }) => title)
    }
    expect(await seen('visible')).toEqual(['এখন'])
    expect(await seen('scheduled')).toEqual(['পরে'])
    expect(await seen('expired')).toEqual(['আগে'])
    expect(await seen('all')).toEqual(['আগে', 'এখন', 'পরে'])
    for (const state of ['scheduled', 'expired', 'all'] as const) {
      for (const target of ['notices', 'stats/notices']) {
        const response = await school.fetch(`/api/${target}?state=${state}`)
        expect([target, state, response.status]).toEqual([target, state, 401])
      }
    }
    expect(await titles({ state: 'visible' })).toEqual(['এখন'])
    expect(await titles()).toEqual(['এখন'])
  })
})

describe('pinned entries', () => {
  it('come first on all pages until their pin expires', async () => {
    for (const [day, title] of ['এক', 'দুই', 'তিন', 'চার', 'পাঁচ'].entries()) {
      const pinned = title === 'দুই' || title === 'চার'
      const date = `2026-11-0${day + 1}`
      await publish({ title, date, ...(pinned && { pinnedUntil: title === 'দুই' ? NOON : TEN }) })
    }
    const paged = async () => {
      const pages = [0, 2, 4].map((offset) => titles({ limit: 2, offset }))
      return Promise.all(pages)
    }
    expect(await titles()).toEqual(['চার', 'দুই', 'পাঁচ', 'তিন', 'এক'])
    expect(await paged()).toEqual([['চার', 'দুই'], ['পাঁচ', 'তিন'], ['এক']])
    expect(await titles({ limit: 3, offset: 1 })).toEqual(['দুই', 'পাঁচ', 'তিন'])
    expect(await titles({ offset: 3 })).toEqual(['তিন', 'এক'])
    expect(await titles({ limit: 3, order: 'asc' })).toEqual(['দুই', 'চার', 'এক'])
    expect(await titles({ q: 'ই' })).toEqual(['দুই'])
    expect(await titles({ sort: 'title', limit: 2 })).toEqual(['এক', 'চার'])
    const marks = async (page: string) =>
      (await readPage(page)).match(/class="mark-pinned"/g)?.length
    expect([await marks('/allNotices'), await marks('/')]).toEqual([2, 2])
    goTo(TEN)
    expect(await titles()).toEqual(['দুই', 'পাঁচ', 'চার', 'তিন', 'এক'])
    expect([await marks('/allNotices'), await marks('/')]).toEqual([1, 1])
    const [first, , third] = await school.visitor.listEntries({ params: notices })
    expect([first?.pinnedUntil, third?.pinnedUntil]).toEqual([NOON, undefined])
    goTo(NOON)
    expect(await titles()).toEqual(['পাঁচ', 'চার', 'তিন', 'দুই', 'এক'])
  })
})

describe('the neighbours of an entry', () => {
  it('are the nearest visible ones by date, pinned or not', async () => {
    const day = (date: string, times: Partial<NewEntry> = {}) =>
      publish({ title: `${date} এর নোটিশ`, date: `2026-11-${date}`, ...times })
    const older = await day('01')
    const leaving = await day('02', { expiresAt: NOON })
    const middle = await day('03', { pinnedUntil: NOON })
    const coming = await day('04', { publishAt: TEN, pinnedUntil: NOON })
    const sameDay = await day('05')
    const newest = await day('05')
    const beside = async ({ _id: id }: Entry) => {
      const found = await school.visitor.getNeighbours({ params: params(id) })
      const page = await readPage(`/n/${id}`)
      const link = (rel: string) =>
        new RegExp(`href="/n/([^"]+)" rel="${rel}"`).exec(page)?.[1] ?? undefined
      // The page shows the same as the API.
      expect([link('prev'), link('next')]).toEqual([found.older?._id, found.newer?._id])
      return [found.older?.title, found.newer?.title]
    }
    expect(await beside(older)).toEqual([undefined, leaving.title])
    expect(await beside(middle)).toEqual([leaving.title, sameDay.title])
    expect(await beside(newest)).toEqual([sameDay.title, undefined])
    goTo(TEN)
    expect(await beside(middle)).toEqual([leaving.title, coming.title])
    goTo(NOON)
    expect(await beside(middle)).toEqual([older.title, coming.title])
    await school.admin.deleteEntry({ params: params(coming._id) })
    expect(await beside(middle)).toEqual([older.title, sameDay.title])
  })

  it('are not returned for hidden entries', async () => {
    const { _id: id } = await publish({ title: 'ফলাফল', publishAt: TEN })
    const neighbours = async (of: string) =>
      (await school.fetch(`/api/notices/${of}/neighbours`)).status
    expect([await neighbours(id), await neighbours('nothing')]).toEqual([404, 404])
    goTo(TEN)
    expect(await neighbours(id)).toBe(200)
  })
})

describe('the order of a list', () => {
  it('by entry uses the publication time of scheduled entries', async () => {
    await publish({ title: 'সকালে লেখা, দুপুরে প্রকাশ', publishAt: NOON })
    goTo(TEN)
    await publish({ title: 'দশটায়' })
    goTo(NOON)
    const newest = { sort: 'createdAt', limit: 5 }
    expect(await titles(newest)).toEqual(['সকালে লেখা, দুপুরে প্রকাশ', 'দশটায়'])
    goTo('2026-11-21T07:00:00.000Z')
    await publish({ title: 'একটায়' })
    expect(await titles({ sort: 'createdAt', order: 'asc' })).toEqual([
      'দশটায়',
      'সকালে লেখা, দুপুরে প্রকাশ',
      'একটায়',
    ])
  })

  it('by title is independent of the spelling of digits and letters', async () => {
    for (const title of ['খেলা', 'কলা', '২০২৬ সাল', 'apple', '2025 সাল', 'Banana', 'অংক']) {
      await publish({ title })
    }
    const sorted = ['2025 সাল', '২০২৬ সাল', 'apple', 'Banana', 'অংক', 'কলা', 'খেলা']
    expect(await titles({ sort: 'title' })).toEqual(sorted)
    expect(await titles({ sort: 'title', order: 'desc' })).toEqual([...sorted].reverse())
    expect(await titles({ sort: 'title', limit: 2, offset: 1 })).toEqual(['২০২৬ সাল', 'apple'])
  })
})

it('a cached page shows the new date from midnight', async () => {
  const today = () => readPage('/')
  goTo('2026-11-21T17:59:59.999Z')
  expect(await today()).toContain('২১ নভেম্বর ২০২৬')
  goTo('2026-11-21T18:00:00.000Z')
  expect(await today()).toContain('২২ নভেম্বর ২০২৬')
})
