import path from 'node:path'
import type { SearchQuery, SearchResult } from '@bidyaloy/shared/collections/search'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdfFile } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

let now = new Date('2026-11-20T04:00:00Z')
let school: TestServer
beforeAll(async () => {
  school = await startTestServer({ clock: () => now })
})
afterAll(() => school.stop())

type Kind = NonNullable<SearchQuery['kind']>
interface Sample {
  title: string
  body?: string
  date?: string
  publishAt?: string
  expiresAt?: string
}

const publish = (collection: Kind, sample: Sample) =>
  school.admin.createEntry({
    params: { collection },
    body: sample,
    ...(sample.body === undefined && { file: pdfFile() }),
  })

const search = (q: string, query: Omit<SearchQuery, 'q'> = {}) =>
  school.visitor.search({ query: { q, ...query } })
const titles = async (q: string, query?: Omit<SearchQuery, 'q'>) =>
  (await search(q, query)).map(({ title }) => title)

const marked = ({ title, snippet, marks }: SearchResult) => ({
  title: marks.title.map(([start, end]) => title.slice(start, end)),
  snippet: marks.snippet.map(([start, end]) => snippet.slice(start, end)),
})

/** What people type, and the title that it finds. */
const pairs: readonly (readonly [typed: string, title: string])[] = [
  ['পরিক্ষা', 'বার্ষিক পরীক্ষার সূচি'],
  ['স্রেনী', 'ষষ্ঠ শ্রেণির তালিকা'],
  ['শ্রেণী', 'সকল শ্রেণির বই'],
  ['মুল্যায়ন', 'ষাণ্মাসিক মূল্যায়ন'],
  ['পুরন', 'ফরম পূরণ চলছে'],
  ['জাত্রা', 'শিক্ষা যাত্রা'],
  ['কার্জক্রম', 'নতুন কার্যক্রম'],
  ['কার্য্যালয়', 'জেলা কার্যালয়'],
  ['উত্সব', 'বসন্ত উৎসব'],
  ['চাদপুর', 'চাঁদপুর ভ্রমণ'],
  ['সঙ্গীত', 'জাতীয় সংগীত'],
  ['২০৩১', 'Holiday list 2031'],
  ['2032', 'ক্যালেন্ডার ২০৩২'],
  ['৯ম', 'নবম দল'],
  ['নবম', '৯ম পর্ব'],
  ['6th', 'ষষ্ঠ স্থান'],
  ['SSC', 'এসএসসি নির্দেশনা'],
  ['এসএসসি', 'SSC guideline'],
  ['ফিলাপ', 'তথ্য পূরণ'],
  ['নোটিস', 'জরুরি নোটিশ'],
  ['রেজাল্ট', 'চূড়ান্ত ফলাফল'],
  ['ঋণ', 'খণ বিতরণ'],
  ['ঐচ্ছিক', 'এচ্ছিক বিষয়'],
  ['ওষধ', 'ঔষধ সামগ্রী'],
  ['উর্ধ্বতন', 'ঊর্ধ্বতন কর্মকর্তা'],
  ['seat plan', 'আসনবিন্যাস প্রকাশ'],
  ['সময়সূচী', 'ক্লাস রুটিন'],
  ['এ্যাডমিট', 'অ্যাডমিট কার্ড'],
  ['উদ্যাপন', 'দিবস উদ্‌যাপন'],
  ['cix¶vi dj', 'পরীক্ষার ফল'],
  ['পরীক্ষার', 'প্রাক্-পরীক্ষা'],
  ['পরীক্ষাগুলোতে', 'পরীক্ষায় অংশগ্রহণ'],
  ['ছুটির', 'ঈদের ছুটি'],
  ['ভর্তিতে', 'ভর্তি চলছে'],
  ['শিক্ষার্থীদেরকে', 'সকল শিক্ষার্থী'],
  ['বিদ্যালয়ে', 'আমাদের স্কুলের মাঠ'],
]

describe('spelling', () => {
  beforeAll(async () => {
    for (const [, title] of pairs) await publish('downloads', { title })
    for (const title of ['অধিকাংশ শিক্ষক', 'খণ্ডকালীন']) await publish('downloads', { title })
  })

  it.each(pairs)('%s finds «%s»', async (typed, title) => {
    expect(await titles(typed, { limit: 100 })).toContain(title)
  })

  it.each([
    ['ক', 'কার্যক্রম'],
    ['1', '১০ম'],
    ['খরগোশ', 'ক্লাস রুটিন'],
    ['ঋণ', 'খণ্ড'],
    ['অধিকার', 'অধিকাংশ শিক্ষক'],
  ])('%s does not find «%s»', async (typed, title) => {
    expect((await titles(typed, { limit: 100 })).join()).not.toContain(title)
  })

  it('states the other spellings, synonyms and a query typed in Bijoy', async () => {
    const stats = (q: string) => school.visitor.searchStats({ query: { q } })
    expect((await stats('পরিক্ষা')).also).toEqual([
      { word: 'পরিক্ষা', spellings: ['পরীক্ষা'], synonyms: [] },
    ])
    expect((await stats('পরিক্ষার')).also).toEqual([
      { word: 'পরিক্ষার', spellings: ['পরীক্ষা'], synonyms: [] },
    ])
    expect((await stats('পরীক্ষায়')).also).toEqual([])
    expect((await stats('সময়সূচী')).also).toEqual([
      { word: 'সময়সূচী', spellings: [], synonyms: ['রুটিন'] },
    ])
    expect((await stats('যাত্রা')).also).toEqual([])
    // The same number in other digits, and the English word, say nothing.
    expect((await stats('2032')).also).toEqual([])
    expect((await stats('এসএসসি')).also).toEqual([])
    expect((await stats('SSC')).also).toEqual([
      { word: 'SSC', spellings: [], synonyms: ['এসএসসি'] },
    ])
    expect(await stats('cix¶vi dj')).toMatchObject({ converted: 'পরীক্ষার ফল', also: [] })
  })
})

describe('results', () => {
  const body = `${'বিদ্যালয়ের সকল ছাত্রীকে জানানো যাচ্ছে। '.repeat(20)}আগামী রবিবার **কুচকাওয়াজ** হবে। ${'সময়মতো আসতে হবে। '.repeat(20)}`
  const sample = [
    ['notices', { title: 'খবর একটি', body, date: '2026-11-19' }],
    ['notices', { title: 'পুরোনো কুচকাওয়াজ', date: '2020-01-05' }],
    ['news', { title: 'নতুন কুচকাওয়াজ <b>', body: 'ছোট লেখা', date: '2026-11-01' }],
    ['downloads', { title: 'অনুশীলন', body: 'কুচকাওয়াজের নিয়ম', date: '2020-01-06' }],
  ] as const
  beforeAll(async () => {
    for (const [collection, entry] of sample) await publish(collection, entry)
  })

  it('are sorted by title before text, and newer before older', async () => {
    const order = ['নতুন কুচকাওয়াজ <b>', 'পুরোনো কুচকাওয়াজ', 'খবর একটি', 'অনুশীলন']
    expect(await titles('কুচকাওয়াজ')).toEqual(order)
    expect(await titles('কুচকাওয়াজ', { limit: 2, offset: 1 })).toEqual(order.slice(1, 3))
    expect(await titles('কুচকাওয়াজ', { kind: 'downloads' })).toEqual(['অনুশীলন'])
    // More of the words in the title.
    expect((await titles('কুচকাওয়াজ নিয়ম'))[0]).toBe('অনুশীলন')
  })

  it('begin with the title that was typed, then with an own page', async () => {
    await publish('pages', { title: 'নৌকাবাইচ', body: 'নিয়ম', date: '2020-01-01' })
    await publish('pages', { title: 'গ্রামের নৌকাবাইচ', body: 'নিয়ম', date: '2020-01-02' })
    await publish('notices', { title: 'নৌকাবাইচ স্থগিত', date: '2026-01-01' })
    await publish('news', { title: 'নৌকাবাইচ শেষ', body: 'ফল', date: '2026-01-02' })
    const order = ['নৌকাবাইচ', 'গ্রামের নৌকাবাইচ', 'নৌকাবাইচ শেষ', 'নৌকাবাইচ স্থগিত']
    expect(await titles('নৌকাবাইচ')).toEqual(order)
    expect(await titles('নৌকাবাইচ  স্থগিত')).toEqual(['নৌকাবাইচ স্থগিত'])
  })

  it('have a snippet around the found word as plain text, and its place', async () => {
    const [inTitle, , long] = await search('কুচকাওয়াজ')
    if (!inTitle || !long) throw new Error('Too few results')
    expect(inTitle.snippet).toBe('ছোট লেখা')
    expect(marked(inTitle)).toEqual({ title: ['কুচকাওয়াজ'], snippet: [] })
    expect(long.snippet).toMatch(/^… .*রবিবার কুচকাওয়াজ হবে.* …$/)
    expect(long.snippet.length).toBeLessThan(170)
    expect(marked(long)).toEqual({ title: [], snippet: ['কুচকাওয়াজ'] })
  })

  it.each([
    ['নবম', '৯ম'],
    ['৩৭', '37'],
    ['37', '৩৭'],
    ['ঋণ', 'খণ'],
  ])('have a snippet that begins shortly before %s, written %s', async (typed, written) => {
    const filler = 'লেখা ১৩৭০ ও 1370। '.repeat(20)
    const text = `${filler}${written} দল ${filler}`
    await publish('news', { title: `উদাহরণ ${written}`, body: text })
    const [first] = await search(`উদাহরণ ${typed}`, { limit: 1 })
    if (!first) throw new Error('Nothing found')
    expect(marked(first).snippet[0]).toBe(written)
    expect(first.snippet).toContain(`। ${written} দল`)
  })

  it('have no snippet around the suffix of an ordinal: ম is not in ৯ম', async () => {
    const filler = 'লেখা ১৩৭০ ও 1370। '.repeat(20)
    await publish('news', { title: 'ছাপাখানা', body: `${filler}৯ম দল ${filler}ম ঘর ${filler}` })
    const [first] = await search('ছাপাখানা ম', { limit: 1 })
    if (!first) throw new Error('Nothing found')
    expect(first.snippet).toContain('। ম ঘর')
    expect(marked(first).snippet).toEqual(['ম'])
  })

  it('have the days, the post or the number of files, if they have any', async () => {
    const { createEntry } = school.admin
    const only = async (q: string) => {
      const [first, ...others] = await search(q)
      expect(others).toEqual([])
      return first
    }
    const [startsOn, endsOn] = ['2027-03-09', '2027-03-12']
    const params = { collection: 'events' } as const
    await createEntry({ params, body: { title: 'বইমেলা', startsOn, endsOn } })
    expect(await only('বইমেলা')).toMatchObject({ startsOn, endsOn })
    await createEntry({
      params: { collection: 'people' },
      body: { title: 'আয়েশা', fields: { post: 'গ্রন্থাগারিক' } },
    })
    expect(await only('আয়েশা')).toMatchObject({ fields: { post: 'গ্রন্থাগারিক' } })
    await createEntry({
      params: { collection: 'notices' },
      body: { title: 'ভোটার তালিকা' },
      file: [pdfFile(), pdfFile('second')],
    })
    expect(await only('ভোটার')).toMatchObject({ fileCount: 2 })
    const { endsOn: last, fileCount } = (await only('পুরোনো')) ?? {}
    expect({ last, fileCount }).toEqual({})
  })

  it('are counted in total, by kind and in X-Total-Count', async () => {
    const query = { q: 'কুচকাওয়াজ' }
    expect(await school.visitor.searchStats({ query })).toMatchObject({
      total: 4,
      kinds: [
        { kind: 'notices', count: 2 },
        { kind: 'news', count: 1 },
        { kind: 'downloads', count: 1 },
      ],
    })
    const count = async (path: string) => (await school.fetch(path)).headers.get('x-total-count')
    const address = `/api/search?${new URLSearchParams(query)}`
    expect(await count(`${address}&limit=1`)).toBe('4')
    expect(await count(`${address}&kind=news`)).toBe('1')
    expect(await count(`${address}&kind=notices`)).toBe('2')
  })

  it.each([
    '',
    ' ',
    '"',
    '\'"*:^-+()',
    '\0',
    'NEAR(',
    'AND OR NOT',
    'title : x',
    '%_',
    'ক"* OR "',
    '\u200d',
    'ক'.repeat(200),
    'ক খ '.repeat(50),
    '\ud800',
  ])('treat %j as plain words', async (q) => {
    const answer = await school.fetch(`/api/search?${new URLSearchParams({ q })}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual([])
  })

  it('are rejected for an invalid query', async () => {
    for (const query of ['limit=0', 'limit=101', 'kind=gallery', `q=${'x'.repeat(201)}`]) {
      expect((await school.fetch(`/api/search?${query}`)).status, query).toBe(400)
    }
  })
})

describe('an entry', () => {
  beforeEach(() => {
    now = new Date(now.getTime() + 60_000)
  })

  it('is found with its changed title and text only', async () => {
    const params = { collection: 'notices' } as const
    const { _id: id } = await publish('notices', { title: 'মশকনিধন', body: 'ফগার যন্ত্র' })
    await school.admin.updateEntry({ params: { ...params, id }, body: { body: 'ওষুধ ছিটানো' } })
    expect(await titles('ফগার')).toEqual([])
    expect(await titles('ছিটানো')).toEqual(['মশকনিধন'])
    await school.admin.updateEntry({ params: { ...params, id }, body: { title: 'পরিচ্ছন্নতা' } })
    expect(await titles('মশকনিধন')).toEqual([])
    expect(await titles('ছিটানো পরিচ্ছন্নতা')).toEqual(['পরিচ্ছন্নতা'])
  })

  it('is found from its publication until its end', async () => {
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
    const [publishAt, expiresAt] = [at(1).toISOString(), at(2).toISOString()]
    await publish('notices', { title: 'ঘূর্ণিঝড়', publishAt, expiresAt })
    const seen: number[] = []
    for (const time of [now, at(1), at(2)]) {
      now = time
      seen.push((await search('ঘূর্ণিঝড়')).length)
      const { total } = await school.visitor.searchStats({ query: { q: 'ঘূর্ণিঝড়' } })
      expect(total).toBe(seen.at(-1))
    }
    expect(seen).toEqual([0, 1, 0])
  })

  it('is not found in the trash, but after it was restored', async () => {
    const params = { collection: 'news' } as const
    const { _id: id } = await publish('news', { title: 'রক্তদান' })
    await school.admin.deleteEntry({ params: { ...params, id } })
    expect(await search('রক্তদান')).toEqual([])
    await school.admin.restoreTrash({ params: { id } })
    expect(await titles('রক্তদান')).toEqual(['রক্তদান'])
  })

  it('is found after a backup was restored, and one from after the backup is not', async () => {
    await publish('notices', { title: 'ভূমিকম্প মহড়া' })
    const { _id: id } = await school.admin.makeBackup({}).then(async () => {
      const { backups } = await backupTaskEnded(school.admin)
      const [newest] = backups
      if (!newest) throw new Error('No backup')
      return newest
    })
    await publish('notices', { title: 'অগ্নিনির্বাপণ মহড়া' })
    expect(await titles('মহড়া')).toHaveLength(2)
    await school.admin.restoreBackup({
      params: { id },
      body: { currentPassword: ADMIN.password },
    })
    await backupTaskEnded(school.admin)
    expect(await titles('মহড়া')).toEqual(['ভূমিকম্প মহড়া'])
  })

  it.skipIf(IS_POSTGRES)(
    'is found after the folding changed, since the start builds the index again',
    async () => {
      await publish('notices', { title: 'জলোচ্ছ্বাসের সতর্কতা' })
      const { dataDir } = school
      await school.server.stop()
      const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
      database.exec("INSERT INTO entry_search (entry_search) VALUES ('delete-all')")
      database.pragma('user_version = 99')
      database.close()
      school = await startTestServer({ dataDir, clock: () => now })
      expect(await titles('জলোচ্ছ্বাস')).toEqual(['জলোচ্ছ্বাসের সতর্কতা'])
    },
  )
})
