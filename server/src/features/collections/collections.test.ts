import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pdfBytes, pdfFile } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ clock: tickingClock() })
})
afterEach(() => school.stop())

/** A clock that advances by a second with each call. */
function tickingClock() {
  let moment = Date.parse('2026-11-21T06:00:00Z')
  return () => {
    moment += 1000
    return new Date(moment)
  }
}

const notices = { collection: 'notices' } as const

interface Notice {
  title: string
  date?: string
  file?: File
}

function publish({ title, date, file = pdfFile() }: Notice): Promise<Entry> {
  return school.admin.createEntry({ params: notices, body: { title, ...(date && { date }) }, file })
}

async function titles(query: Record<string, string | number> = {}): Promise<string[]> {
  const list = await school.visitor.listEntries({ params: notices, query })
  return list.map((entry) => entry.title)
}

const storedFiles = (folder: string) => fs.readdir(path.join(school.dataDir, folder))

async function content(entry: Entry): Promise<string> {
  return (await school.fetch(`/${entry.filePath}`)).text()
}

describe('a published entry', () => {
  it('is served to visitors, with its PDF unchanged', async () => {
    const entry = await publish({ title: '  বার্ষিক   পরীক্ষা ২০২৬ ', file: pdfFile('রুটিন.pdf') })
    expect(entry).toMatchObject({
      title: 'বার্ষিক   পরীক্ষা ২০২৬',
      fileName: 'রুটিন.pdf',
      mimeType: 'application/pdf',
      size: pdfBytes().length,
      __v: 0,
    })
    expect(entry.date).toBe(entry.createdAt)
    // Page previews may have been added meanwhile.
    expect(await school.visitor.listEntries({ params: notices })).toMatchObject([entry])
    const one = { params: { ...notices, id: entry._id } }
    expect(await school.visitor.getEntry(one)).toMatchObject(entry)
    expect(await content(entry)).toBe(pdfBytes().toString())
  })

  it('is found only in its collection', async () => {
    const { _id: id } = await publish({ title: 'ছুটি' })
    const elsewhere = school.visitor.getEntry({ params: { collection: 'news', id } })
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
    const change = { params: { collection: 'news' as const, id }, body: { title: 'x' } }
    await expect(school.admin.updateEntry(change)).rejects.toMatchObject({ code: 'not_found' })
    expect(await school.visitor.listEntries({ params: { collection: 'news' } })).toEqual([])
  })

  it('is rejected without a session, and leaves no file', async () => {
    const body = { title: 'ছুটি' }
    const refused = school.visitor.createEntry({ params: notices, body, file: pdfFile() })
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
    expect([...(await storedFiles('uploads')), ...(await storedFiles('staging'))]).toEqual([])
  })

  it('needs a visible title', async () => {
    for (const title of ['', '   ', '\u200b\u2060', 'ক'.repeat(301), 'দুই\nলাইন']) {
      await expect(publish({ title })).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { title: expect.any(String) },
      })
    }
    expect(await storedFiles('uploads')).toEqual([])
  })

  it('accepts an earlier date, but no invalid one', async () => {
    const entry = await publish({ title: 'পুরোনো', date: '2024-02-29' })
    expect(entry.date).toBe('2024-02-28T18:00:00.000Z')
    for (const date of ['2026-02-30', 'yesterday', '29/02/2024']) {
      await expect(publish({ title: 'x', date })).rejects.toMatchObject({
        fields: { date: expect.any(String) },
      })
    }
  })

  it('is not found under an invalid id', async () => {
    for (const id of ['nope', '%00', '..%2f..', "1'--", 'a'.repeat(200)]) {
      const response = await school.fetch(`/api/notices/${id}`)
      expect([id, response.status]).toEqual([id, 404])
    }
  })
})

describe('the list', () => {
  it('is sorted by date, time of entry and sequence, newest first', async () => {
    const day = '2026-01-05'
    await publish({ title: 'b', date: day })
    await publish({ title: 'newest', date: '2026-03-01' })
    await publish({ title: 'c', date: day })
    await publish({ title: 'oldest', date: '2025-12-31' })
    expect(await titles()).toEqual(['newest', 'c', 'b', 'oldest'])
    expect(await titles({ sort: 'createdAt' })).toEqual(['oldest', 'c', 'newest', 'b'])
    expect(await titles({ limit: 2, offset: 1 })).toEqual(['c', 'b'])
    expect(await titles({ offset: 3 })).toEqual(['oldest'])
    expect(await titles({ year: 2025 })).toEqual(['oldest'])
  })

  it('has the total number of entries in a header', async () => {
    for (const title of ['এক', 'দুই', 'তিন']) await publish({ title })
    const response = await school.fetch('/api/notices?limit=1')
    expect(response.headers.get('x-total-count')).toBe('3')
    expect(await response.json()).toHaveLength(1)
    const whole = await school.fetch('/api/notices')
    expect(whole.headers.get('x-total-count')).toBe('3')
  })

  it('rejects an invalid query', async () => {
    const wrong = [
      'limit=0',
      'limit=x',
      'offset=-1',
      'year=abc',
      'sort=size',
      'order=up',
      'state=gone',
      'q=a&q=b',
    ]
    for (const query of wrong) {
      const response = await school.fetch(`/api/notices?${query}`)
      expect([query, response.status]).toEqual([query, 400])
      expect(await response.json()).toMatchObject({
        code: 'validation_failed',
        fields: { [query.split('=')[0] ?? '']: expect.any(String) },
      })
    }
  })
})

describe('a search', () => {
  it('finds titles in spite of different spellings', async () => {
    await publish({ title: 'বার্ষিক পরীক্ষার সময়সূচি 2026' })
    await publish({ title: 'স্বাধীনতা দিবস উদ্\u200cযাপন' })
    await publish({ title: 'Annual Sports 100%_done' })
    const exam = ['বার্ষিক পরীক্ষার সময়সূচি 2026']
    expect(await titles({ q: '২০২৬' })).toEqual(exam)
    expect(await titles({ q: '2026 বার্ষিক' })).toEqual(exam)
    expect(await titles({ q: 'সম\u09af\u09bcসূচি' })).toEqual(exam)
    expect(await titles({ q: 'সম\u09dfসূচি' })).toEqual(exam)
    expect(await titles({ q: 'উদ্যাপন' })).toEqual(['স্বাধীনতা দিবস উদ্\u200cযাপন'])
    expect(await titles({ q: 'উদ্\u200dযাপন' })).toEqual(['স্বাধীনতা দিবস উদ্\u200cযাপন'])
    expect(await titles({ q: 'SPORTS annual' })).toEqual(['Annual Sports 100%_done'])
    expect(await titles({ q: '0%_d' })).toEqual(['Annual Sports 100%_done'])
    expect(await titles({ q: 'বার্ষিক উদ্যাপন' })).toEqual([])
    expect(await titles({ q: 's_o' })).toEqual([])
    expect(await titles({ q: '%' })).toEqual(['Annual Sports 100%_done'])
    expect(await titles({ q: "'; DROP TABLE entry; --" })).toEqual([])
    expect(await titles({ q: '   ' })).toHaveLength(3)
  })

  it('counts its results by year', async () => {
    await publish({ title: 'ছুটি এক', date: '2025-12-31T18:00:00Z' })
    await publish({ title: 'ছুটি দুই', date: '2025-12-31T17:59:59Z' })
    await publish({ title: 'পরীক্ষা', date: '2026-05-01' })
    expect(await school.visitor.entryStats({ params: notices, query: { q: 'ছুটি' } })).toEqual({
      total: 2,
      years: [
        { year: 2026, count: 1 },
        { year: 2025, count: 1 },
      ],
    })
    expect((await school.visitor.entryStats({ params: notices })).total).toBe(3)
  })
})

describe('a change', () => {
  it('of the title keeps the file and updates the search', async () => {
    const entry = await publish({ title: 'ছুটি' })
    const changed = await school.admin.updateEntry({
      params: { ...notices, id: entry._id },
      body: { title: 'পরীক্ষা', __v: 0 },
    })
    expect(changed).toEqual({ ...entry, title: 'পরীক্ষা', __v: 1 })
    expect(await titles({ q: 'পরীক্ষা' })).toEqual(['পরীক্ষা'])
    expect(await titles({ q: 'ছুটি' })).toEqual([])
  })

  it('of the file gives it a new URL, to which the old one redirects', async () => {
    const entry = await publish({ title: 'ছুটি', file: pdfFile('old.pdf', 'old') })
    const changed = await school.admin.updateEntry({
      params: { ...notices, id: entry._id },
      body: { __v: 0 },
      file: pdfFile('new.pdf', 'new'),
    })
    expect(changed).toMatchObject({ title: 'ছুটি', fileName: 'new.pdf', date: entry.date, __v: 1 })
    expect(await content(changed)).toContain('% new')
    const old = await school.fetch(`/${entry.filePath}`, { redirect: 'manual' })
    expect([old.status, old.headers.get('location'), old.headers.get('cache-control')]).toEqual([
      301,
      `/${changed.filePath}`,
      'no-cache',
    ])
  })

  it('of an outdated version is rejected, and its file is discarded', async () => {
    const entry = await publish({ title: 'ছুটি' })
    const params = { ...notices, id: entry._id }
    await school.admin.updateEntry({ params, body: { title: 'দুই', __v: 0 } })
    for (const file of [undefined, pdfFile('late.pdf', 'late')]) {
      const late = { params, body: { title: 'তিন', __v: 0 }, ...(file && { file }) }
      await expect(school.admin.updateEntry(late)).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await titles()).toEqual(['দুই'])
    expect(await storedFiles('uploads')).toEqual([path.basename(entry.filePath ?? '')])
    const blind = await school.admin.updateEntry({ params, body: { title: 'চার' } })
    expect(blind.__v).toBe(2)
  })

  it('succeeds once for twenty concurrent requests of one version', async () => {
    const entry = await publish({ title: 'ছুটি' })
    const changes = Array.from({ length: 20 }, (_, n) =>
      school.admin.updateEntry({
        params: { ...notices, id: entry._id },
        body: { title: `পরিবর্তন ${n}`, __v: 0 },
        file: pdfFile(`${n}.pdf`, `content ${n}.`),
      }),
    )
    const results = await Promise.allSettled(changes)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const [after] = await school.visitor.listEntries({ params: notices })
    if (!after) throw new Error('The entry is gone')
    expect(await content(after)).toContain(`content ${after.title.split(' ')[1]}.`)
    // The former file stays for its version; those of the rejected requests do not.
    expect(await storedFiles('uploads')).toHaveLength(2)
    expect(await storedFiles('staging')).toEqual([])
  })

  it('with an invalid version is rejected', async () => {
    const entry = await publish({ title: 'ছুটি' })
    const response = await school.fetchAsAdmin(`/api/notices/${entry._id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"x","__v":"one"}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { __v: expect.any(String) } })
  })
})

describe('a repeated request', () => {
  const headers = { 'idempotency-key': 'form-7' }
  const form = (title = 'ছুটি') => {
    const body = new FormData()
    body.set('title', title)
    body.set('file', pdfFile())
    return body
  }
  const post = (body: FormData, target = '/api/notices') =>
    school.fetchAsAdmin(target, { method: 'POST', headers, body })

  it('publishes once and returns the first response to five concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => post(form())))
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201, 201, 201])
    const ids = await Promise.all(
      responses.map(async (response) => ((await response.json()) as Entry)._id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await titles()).toEqual(['ছুটি'])
    expect(await storedFiles('uploads')).toHaveLength(1)
    expect(await storedFiles('staging')).toEqual([])
  })

  it('returns the first response after a restart', async () => {
    const first = (await (await post(form())).json()) as Entry
    school = await school.restart()
    const again = await post(form('another title'))
    expect([again.status, await again.json()]).toEqual([201, first])
    expect(await titles()).toEqual(['ছুটি'])
    expect(await storedFiles('uploads')).toHaveLength(1)
  })

  it('is rejected with the key of another request', async () => {
    await post(form())
    const elsewhere = await post(form(), '/api/news')
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([409, { code: 'conflict' }])
    expect(await storedFiles('uploads')).toHaveLength(1)
  })

  it('can reuse its key after a validation error', async () => {
    expect((await post(form('   '))).status).toBe(400)
    expect((await post(form('ছুটি'))).status).toBe(201)
  })
})
