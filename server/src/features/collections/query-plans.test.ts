import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { fileOf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
let id = ''
beforeAll(async () => {
  school = await startTestServer()
  const made = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'বার্ষিক পরীক্ষা' },
    // No page previews, so that all queries belong to requests.
    file: fileOf('content', 'notice.txt'),
  })
  id = made._id
})
afterAll(() => school.stop())

const FEW = /USING INDEX entry_(pinned|urgent|scheduled|expiring) /

const Plan = z.array(z.object({ detail: z.string() }))

/** Returns the query plans of a request for the table of entries. */
async function plansFor(address: string, request = school.fetch): Promise<string[]> {
  const { read } = school.server.internals.db
  const asked = vi.spyOn(read.connection.logger, 'logQuery')
  expect((await request(address)).status).toBe(200)
  const statements = asked.mock.calls.filter(
    // Without the queries of the page previews and the letterheads.
    ([sql]) => /\bFROM "?entry\b/.test(sql) && !/pages_pending = 1|FROM page_text/.test(sql),
  )
  asked.mockRestore()
  expect(statements.length).toBeGreaterThan(0)
  const plans: string[] = []
  for (const [sql, parameters] of statements) {
    const steps = Plan.parse(await read.query(`EXPLAIN QUERY PLAN ${sql}`, parameters))
    plans.push(steps.map(({ detail }) => detail).join('\n'))
  }
  return plans
}

describe('queries of visitors use an index', () => {
  it.each([
    ['/'],
    ['/allNotices'],
    ['/allNotices?page=1&year=2026'],
    ['/allNotices?kind=exam'],
    ['/allNotices?class=Nine'],
    ['/allNews'],
    ['/api/notices?limit=25'],
    ['/api/notices?limit=25&sort=createdAt'],
    ['/api/notices?limit=25&sort=title'],
    ['/api/stats/notices'],
    ['/feed.xml'],
    ['/photo-gallery'],
  ])('at %s in the order in which it is shown', async (address) => {
    for (const plan of await plansFor(address)) {
      expect(plan).not.toMatch(/^SCAN entry/m)
      // Pinned, urgent and hidden entries are few and may be sorted.
      if (FEW.test(plan)) continue
      expect(plan).not.toMatch(/FOR (LAST TERM OF )?ORDER BY/)
    }
  })

  it('a kind is read from its index, without the rows where they are counted', async () => {
    const lists = await plansFor('/api/notices?limit=25&kind=exam')
    expect(lists).toContain('SEARCH entry USING INDEX entry_by_kind (collection=? AND kind=?)')
    for (const plan of await plansFor('/api/stats/notices?kind=exam&class=Nine')) {
      expect(plan).toMatch(/^SEARCH entry USING COVERING INDEX entry_by_kind /m)
    }
    // Without more, no entry is counted.
    for (const plan of await plansFor('/api/stats/notices?kind=exam')) {
      expect(plan).not.toMatch(/entry_by_/)
    }
  })

  it('what is for a class is found in an index, and read in the order in which it is shown', async () => {
    const lists = await plansFor('/api/notices?limit=25&class=Nine')
    const own = lists.filter((plan) => /LIST SUBQUERY.*entry_by_year/s.test(plan))
    expect(own.length).toBeGreaterThan(0)
    for (const plan of own.filter((one) => !FEW.test(one))) {
      expect(plan).toMatch(
        /^SEARCH entry USING (COVERING )?INDEX entry_by_date \(collection=\?\)$/m,
      )
      expect(plan).not.toMatch(/ORDER BY/)
    }
  })

  it('a search compares titles in the index and reads only matching rows', async () => {
    const lists = await plansFor('/api/notices?limit=25&q=পরীক্ষা')
    expect(lists.join('\n')).toMatch(/^SEARCH entry USING INDEX entry_by_date \(collection=\?\)$/m)
    const stats = await plansFor('/api/stats/notices?q=পরীক্ষা')
    expect(stats.join('\n')).toMatch(
      /^SEARCH entry USING COVERING INDEX entry_by_year \(collection=\?\)$/m,
    )
  })

  it('an entry is found by its id', async () => {
    for (const plan of await plansFor(`/n/${id}?x=1`)) expect(plan).not.toMatch(/^SCAN entry/m)
  })

  it.each([
    ['/api/admin/entries?limit=24'],
    ['/api/admin/entries?limit=24&collection=notices'],
    ['/api/admin/entries?limit=24&q=পরীক্ষা'],
  ])('the list of all collections is read in its order, at %s', async (address) => {
    const plans = await plansFor(address, school.fetchAsAdmin)
    expect(plans.join('\n')).toMatch(/USING (COVERING )?INDEX entry_(of_all_)?by_date/)
    for (const plan of plans) {
      if (FEW.test(plan)) continue
      // Its number is counted in an index that has the collection.
      expect(plan).not.toMatch(/^SCAN entry(?! USING (COVERING INDEX|INDEX entry_of_all_by_date))/m)
      expect(plan).not.toMatch(/ORDER BY/)
    }
  })

  it.each([
    ['draft', 'entry_scheduled'],
    ['waiting', 'entry_scheduled'],
    ['scheduled', 'entry_scheduled'],
  ])('those that are %s are found in a partial index', async (state, index) => {
    const plans = await plansFor(`/api/admin/entries?state=${state}&limit=24`, school.fetchAsAdmin)
    // Pages may be drawn in the background meanwhile.
    expect(plans.join('\n')).toContain(index)
    for (const plan of plans) expect(plan).not.toMatch(/^SCAN entry( |$)/m)
  })

  it('the neighbours of an entry are found in the index', async () => {
    const plans = await plansFor(`/api/notices/${id}/neighbours`)
    expect(plans.filter((plan) => /^SCAN entry|ORDER BY/m.test(plan))).toEqual([])
    for (const compared of ['<', '>']) {
      const next = `SEARCH entry USING INDEX entry_by_date (collection=? AND (date,created_at)${compared}(?,?))`
      expect(plans).toContain(next)
    }
  })
})

it('the counts follow every change of an entry', async () => {
  const { admin, visitor } = school
  const params = { collection: 'news' as const }
  const counts = async () => (await visitor.entryStats({ params })).years
  const publish = (title: string, dates: { date?: string; publishAt?: string } = {}) =>
    admin.createEntry({ params, body: { title, ...dates }, file: fileOf(title, 'news.txt') })
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString()
  const old = await publish('পুরোনো', { date: '2024-05-05T00:00:00.000Z' })
  const gone = await publish('মোছা হবে', { date: '2024-06-06T00:00:00.000Z' })
  await publish('আগামীতে', {
    publishAt: tomorrow,
  })
  expect(await counts()).toEqual([{ year: 2024, count: 2 }])
  await admin.updateEntry({
    params: { ...params, id: old._id },
    body: { date: '2023-05-05T00:00:00.000Z', __v: old.__v },
  })
  expect(await counts()).toEqual([
    { year: 2024, count: 1 },
    { year: 2023, count: 1 },
  ])
  await admin.deleteEntry({ params: { ...params, id: gone._id } })
  expect(await counts()).toEqual([{ year: 2023, count: 1 }])
  await admin.restoreTrash({ params: { id: gone._id } })
  expect((await visitor.entryStats({ params })).total).toBe(2)
  const list = await school.fetch('/api/news?limit=1')
  expect(list.headers.get('x-total-count')).toBe('2')
})
