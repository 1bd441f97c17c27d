import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { READER_DAYS } from '@bidyaloy/shared/school/reader-counts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pdfFile } from '../../test/sample-files.ts'
import { ADMIN, backupTaskEnded, startTestServer, type TestServer } from '../../test/test-server.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'
const NOON = Date.parse('2026-11-21T06:00:00.000Z')

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date(NOON)
  school = await startTestServer({ clock: () => now })
})
afterEach(async () => {
  vi.useRealTimers()
  await school.stop()
})

/** Requests a page as a parent's browser does. */
async function visit(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await school.fetch(address, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': PHONE, ...headers },
  })
  await response.arrayBuffer()
  return response
}

const publish = (title: string, times: { publishAt?: string } = {}) =>
  school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title, body: 'কাল বিদ্যালয় বন্ধ।', ...times },
  })

/** Total numbers: of the site, and of some entries. */
async function totals(...ids: string[]) {
  const query = ids.length > 0 ? { ids: ids.join() } : {}
  const { site, entries } = await school.admin.readerCounts({ query })
  return [site.total, ...ids.map((id) => entries.find(({ _id }) => _id === id)?.total ?? 0)]
}

describe('readers', () => {
  it('are counted for each entry and for the site, from the first and from cached responses', async () => {
    const { _id: id } = await publish('ছুটি')
    const { _id: other } = await publish('পরীক্ষা')
    for (let time = 0; time < 3; time += 1) await visit(`/n/${id}`)
    for (const address of ['/', '/allNotices', '/allNotices?q=ছুটি', '/calendar']) {
      expect((await visit(address)).status).toBe(200)
    }
    expect(await totals(id, other)).toEqual([7, 3, 0])
    const { to, site, entries } = await school.admin.readerCounts({ query: { ids: id } })
    expect(to).toBe('2026-11-21')
    expect(site.days).toEqual([...Array<number>(READER_DAYS - 1).fill(0), 7])
    expect(entries).toEqual([
      { _id: id, total: 3, days: [...Array<number>(READER_DAYS - 1).fill(0), 3] },
    ])
  })

  it('of pages with a slug are counted under the entry', async () => {
    const { _id: id } = await school.admin.createEntry({
      params: { collection: 'pages' },
      body: { title: 'ভর্তি', slug: 'ভর্তি-তথ্য', body: 'ভর্তি চলছে।' },
    })
    expect((await visit(`/p/${id}`)).status).toBe(301)
    expect((await visit(`/p/${encodeURIComponent('ভর্তি-তথ্য')}`)).status).toBe(200)
    expect(await totals(id)).toEqual([1, 1])
  })

  it('who look at a page again are counted again, although it is not sent again', async () => {
    const { _id: id } = await publish('ছুটি')
    const { headers } = await visit(`/n/${id}`)
    const again = await visit(`/n/${id}`, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(await totals(id)).toEqual([2, 2])
  })

  it("who open a page without loading its document are counted by the script's request", async () => {
    const { _id: id } = await publish('ছুটি')
    await visit(`/n/${id}`, { purpose: 'view' }, 'HEAD')
    expect((await visit('/n/unknown', { purpose: 'view' }, 'HEAD')).status).toBe(404)
    // The data of the page are no view of their own.
    await visit(`/api/notices/${id}`)
    expect(await totals(id)).toEqual([1, 1])
  })

  it('at the same time are all counted', async () => {
    const { _id: id } = await publish('ছুটি')
    await Promise.all(Array.from({ length: 200 }, () => visit(`/n/${id}`)))
    expect(await totals(id)).toEqual([200, 200])
  })

  it.each([
    ['robots', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['link previews of chat apps', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    ['programs without a name', { 'user-agent': '' }],
    ['browsers that ask not to be tracked', { dnt: '1' }],
    ['browsers with Global Privacy Control', { 'sec-gpc': '1' }],
    ['pages that a browser loads ahead', { 'sec-purpose': 'prefetch' }],
    ['pages that a browser renders ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['pages that the service worker stores', { purpose: 'prefetch' }],
    ["admins' browsers", { cookie: 'theme=dark; adminToken=x.y.z' }],
    ['programs with a token', { authorization: 'Bearer x.y.z' }],
  ])('are not %s', async (_, headers) => {
    const { _id: id } = await publish('ছুটি')
    for (let time = 0; time < 2; time += 1) {
      expect((await visit(`/n/${id}`, headers)).status).toBe(200)
    }
    expect(await totals(id)).toEqual([0, 0])
  })

  it('are not counted for HEAD, redirects, files, unknown pages and what is not published', async () => {
    const later = await publish('আগামীকাল', { publishAt: '2026-11-22T06:00:00.000Z' })
    const draft = await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title: 'খসড়া', body: 'ক', status: 'draft' },
    })
    const form = await school.admin.createEntry({
      params: { collection: 'downloads' },
      body: { title: 'ফরম' },
      file: pdfFile(),
    })
    const preview = await school.admin.previewEntry({
      params: { collection: 'notices', id: draft._id },
    })
    const statuses: number[] = []
    for (const address of [
      preview.url,
      `/n/${later._id}`,
      `/n/${draft._id}`,
      `/d/${form._id}`,
      `/notices/${later._id}`,
      `/${form.filePath}`,
      '/n/unknown',
      '/nothing',
      '/feed.xml',
      '/api/notices',
      '/admin',
    ]) {
      statuses.push((await visit(address)).status)
    }
    expect(statuses).toEqual([200, 404, 404, 302, 301, 200, 404, 404, 200, 200, 200])
    await visit('/', {}, 'HEAD')
    expect(await totals(later._id, draft._id, form._id)).toEqual([0, 0, 0, 0])
  })

  it('are for signed-in admins only, of any role', async () => {
    await expect(school.visitor.readerCounts({ query: {} })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const clerk = { username: 'karanik', password: 'another long password' }
    await school.admin.createAdmin({
      body: { ...clerk, role: 'clerk', currentPassword: ADMIN.password },
    })
    const { api } = await school.signIn(clerk)
    expect((await api.readerCounts({ query: {} })).site.total).toBe(0)
    for (const ids of [',', 'a,', 'Ab', "a'b", Array(101).fill('a').join()]) {
      const refused = school.admin.readerCounts({ query: { ids } })
      await expect(refused, ids).rejects.toMatchObject({ code: 'validation_failed' })
    }
  })
})

describe('numbers of readers', () => {
  const storedRows = (): Promise<unknown> =>
    school.server.internals.db.read.query(
      'SELECT entry_id, day, count FROM reader_count ORDER BY 2, 1',
    )

  it('are written each minute, without making cached pages expire', async () => {
    await school.stop()
    vi.useFakeTimers({ toFake: ['setInterval'] })
    school = await startTestServer({ clock: () => now })
    const { _id: id } = await publish('ছুটি')
    await visit(`/n/${id}`)
    const { revision } = school.server.internals.db
    expect(await storedRows()).toEqual([])
    vi.advanceTimersByTime(60_000)
    const rows = (count: number) => [
      { entry_id: '', day: '2026-11-21', count },
      { entry_id: id, day: '2026-11-21', count },
    ]
    await expect.poll(storedRows).toEqual(rows(1))
    expect(school.server.internals.db.revision).toBe(revision)
    await visit(`/n/${id}`)
    vi.advanceTimersByTime(60_000)
    await expect.poll(storedRows).toEqual(rows(2))
    expect(await totals(id)).toEqual([2, 2])
  })

  it('stay after a restart, each with its day in Dhaka', async () => {
    const { _id: id } = await publish('ছুটি')
    await visit(`/n/${id}`)
    // 23:59 and 00:00 in Dhaka.
    now = new Date('2026-11-21T17:59:59.000Z')
    await visit(`/n/${id}`)
    now = new Date('2026-11-21T18:00:00.000Z')
    await visit(`/n/${id}`)
    school = await school.restart()
    await visit(`/n/${id}`)
    const { to, entries } = await school.admin.readerCounts({ query: { ids: id } })
    expect([to, entries[0]?.total, entries[0]?.days.slice(-3)]).toEqual([
      '2026-11-22',
      4,
      [0, 2, 2],
    ])
  })

  it('are given by day for 30 days, in total for 400, and then removed', async () => {
    const { _id: id } = await publish('ছুটি')
    await visit(`/n/${id}`)
    const seen = async () => {
      const { entries } = await school.admin.readerCounts({ query: { ids: id } })
      return [entries[0]?.total, entries[0]?.days.reduce((sum, count) => sum + count, 0)]
    }
    now = new Date(NOON + (READER_DAYS - 1) * DAY_MS)
    expect(await seen()).toEqual([1, 1])
    now = new Date(NOON + READER_DAYS * DAY_MS)
    school = await school.restart()
    expect(await seen()).toEqual([1, 0])
    now = new Date(NOON + 400 * DAY_MS)
    school = await school.restart()
    expect(await seen()).toEqual([1, 0])
    now = new Date(NOON + 401 * DAY_MS)
    school = await school.restart()
    expect(await seen()).toEqual([undefined, undefined])
    expect(await storedRows()).toEqual([])
  })

  it('of a deleted entry go with it, those of the site stay', async () => {
    const { _id: id } = await publish('ছুটি')
    await visit(`/n/${id}`)
    school = await school.restart()
    const params = { collection: 'notices', id } as const
    await school.admin.deleteEntry({ params })
    expect(await totals(id)).toEqual([1, 1])
    now = new Date(NOON + 31 * DAY_MS)
    school = await school.restart()
    expect(await totals(id)).toEqual([1, 0])
  })

  it('are in backups and restored with them', async () => {
    const { _id: id } = await publish('ছুটি')
    await visit(`/n/${id}`)
    school = await school.restart()
    await school.admin.makeBackup()
    const { backups } = await backupTaskEnded(school.admin)
    await visit(`/n/${id}`)
    school = await school.restart()
    expect(await totals(id)).toEqual([2, 2])
    await school.admin.restoreBackup({
      params: { id: backups[0]?._id ?? '' },
      body: { currentPassword: ADMIN.password },
    })
    await backupTaskEnded(school.admin)
    expect(await totals(id)).toEqual([1, 1])
  })
})
