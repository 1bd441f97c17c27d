import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const events = { collection: 'events' } as const
const pages = { collection: 'pages' } as const
const people = { collection: 'people' } as const
const notices = { collection: 'notices' } as const
const body = 'বিস্তারিত লেখা।'

const fieldsOf = (error: { fields?: object }) => Object.keys(error.fields ?? {})
const refused = (promise: Promise<unknown>) => promise.then(() => [], fieldsOf)

it('lists events that overlap with a range, by their first day', async () => {
  const days: [title: string, startsOn: string, endsOn?: string][] = [
    ['শীতকালীন ছুটি', '2026-12-28', '2027-01-03'],
    ['বিজয় দিবস', '2026-12-16'],
    ['শিক্ষক সভা', '2027-02-01'],
  ]
  for (const [title, startsOn, endsOn] of days) {
    await school.admin.createEntry({
      params: events,
      body: { title, startsOn, kind: 'holiday', ...(endsOn && { endsOn }), time: 'সকাল ১০টা' },
    })
  }
  await school.admin.createEntry({
    params: notices,
    body: { title: 'অভিভাবক সভা', body, startsOn: '2026-12-20' },
  })
  const titles = async (from: string, to: string, collection: 'events' | 'notices' = 'events') => {
    const query = { from, to, sort: 'startsOn' } as const
    const found = await school.visitor.listEntries({ params: { collection }, query })
    return found.map(({ title }) => title)
  }
  expect(await titles('2026-12-01', '2026-12-31')).toEqual(['বিজয় দিবস', 'শীতকালীন ছুটি'])
  expect(await titles('2027-01-03', '2027-01-31')).toEqual(['শীতকালীন ছুটি'])
  expect(await titles('2027-01-04', '2027-01-31')).toEqual([])
  expect(await titles('2026-12-01', '2026-12-31', 'notices')).toEqual(['অভিভাবক সভা'])

  const [first] = await school.visitor.listEntries({ params: events, query: { to: '2026-12-20' } })
  expect(first).toMatchObject({ startsOn: '2026-12-16', kind: 'holiday', time: 'সকাল ১০টা' })
  expect(first).not.toHaveProperty('endsOn')
  const moved = await school.admin.updateEntry({
    params: { ...events, id: first?._id ?? '' },
    body: { startsOn: '2026-12-17' },
  })
  expect(moved).not.toHaveProperty('endsOn')

  const create = (fields: object) =>
    school.admin.createEntry({ params: events, body: { title: 'দিন', ...fields } })
  expect(await refused(create({}))).toEqual(['startsOn'])
  const reversed = { startsOn: '2026-12-16', endsOn: '2026-12-15' }
  expect(await refused(create(reversed))).toEqual(['endsOn'])
  expect(await refused(create({ startsOn: '2026-12-16', kind: 'picnic' }))).toEqual(['kind'])
  expect(await refused(create({ startsOn: '2026-12-16', slug: 'দিন' }))).toEqual(['slug'])
})

it('selects by kind and class, and counts the kinds', async () => {
  const publish = (title: string, fields: object) =>
    school.admin.createEntry({ params: notices, body: { title, body, ...fields } })
  await publish('নবমের রুটিন', { kind: 'exam', classes: ['Ten', 'Nine'] })
  await publish('সবার রুটিন', { kind: 'exam' })
  await publish('তৃতীয়ের ভর্তি', { kind: 'admission', classes: ['Three'] })
  const titles = async (query: object) => {
    const found = await school.visitor.listEntries({ params: notices, query })
    return found.map(({ title }) => title).sort()
  }
  expect(await titles({ kind: 'exam' })).toEqual(['নবমের রুটিন', 'সবার রুটিন'])
  expect(await titles({ kind: 'exam', class: 'Three' })).toEqual(['সবার রুটিন'])
  expect(await titles({ class: 'Three', q: 'ভর্তি' })).toEqual(['তৃতীয়ের ভর্তি'])
  const [nine] = await school.visitor.listEntries({ params: notices, query: { q: 'নবমের' } })
  expect(nine?.classes).toEqual(['Nine', 'Ten'])
  const stats = await school.visitor.entryStats({
    params: notices,
    query: { kind: 'exam', class: 'Nine' },
  })
  expect(stats).toMatchObject({ total: 2, kinds: [{ kind: 'exam', count: 2 }] })
  // The years do not depend on the chosen year, nor the kinds on the chosen kind.
  const none = await school.visitor.entryStats({ params: notices, query: { year: 2001 } })
  expect(none).toMatchObject({ total: 0, years: [{ count: expect.any(Number) }] })
  expect(none.kinds).toBeUndefined()
  const all = await school.visitor.entryStats({ params: notices })
  expect(all.kinds).toEqual(
    expect.arrayContaining([
      { kind: 'exam', count: 2 },
      { kind: 'admission', count: 1 },
    ]),
  )

  // The school's own kinds replace the standard ones; a client that does not know them leaves them unchanged.
  const { pictures: _, updatedAt: __, ...settings } = emptySiteSettings
  const kinds = { notices: [{ id: 'exam', name: 'পরীক্ষা ও ফল' }] }
  const saved = await school.admin.updateSettings({ body: { ...settings, kinds } })
  const again = await school.admin.updateSettings({ body: { ...settings, __v: saved.__v } })
  expect(again.kinds).toEqual(kinds)
  expect(await refused(publish('দরপত্র', { kind: 'tender' }))).toEqual(['kind'])

  // Entries of a removed kind stay without one; the address of the kind redirects to the whole list.
  const page = async (address: string) => (await school.fetch(address)).text()
  const exams = await page('/allNotices?kind=exam&class=Nine')
  expect(exams).toContain('<h1>নোটিশ: পরীক্ষা ও ফল, নবম শ্রেণি</h1>')
  expect(exams).not.toContain('তৃতীয়ের ভর্তি')
  const whole = await page('/allNotices?kind=admission')
  expect(whole).toContain('তৃতীয়ের ভর্তি')
  expect(whole).not.toContain('>ভর্তি</span>')
  expect(await page('/feed.xml')).toContain('<category term="exam" label="পরীক্ষা ও ফল"/>')
})

it('lists entries of a class before those for all classes, across pages', async () => {
  const downloads = { collection: 'downloads' } as const
  const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T00:00:00.000Z`
  const publish = (title: string, n: number, fields: object = {}) =>
    school.admin.createEntry({ params: downloads, body: { title, body, date: day(n), ...fields } })
  const pinned = { pinnedUntil: new Date(Date.now() + DAY_MS).toISOString() }
  for (const n of [1, 2, 3]) await publish(`নবম ${n}`, n, { classes: ['Nine'] })
  for (const n of [4, 5, 6, 7]) await publish(`সবার ${n}`, n)
  await publish('দশম 8', 8, { classes: ['Ten'] })
  await publish('নবম-দশম 0', 1, { classes: ['Nine', 'Ten'], ...pinned })
  await publish('সবার 0', 1, pinned)
  const titles = async (query: object) => {
    const found = await school.visitor.listEntries({ params: downloads, query })
    return found.map(({ title }) => title)
  }
  const nine = ['নবম-দশম 0', 'নবম 3', 'নবম 2', 'নবম 1']
  const all = ['সবার 0', 'সবার 7', 'সবার 6', 'সবার 5', 'সবার 4']
  const listed = [...nine, ...all]
  expect(await titles({ class: 'Nine' })).toEqual(listed)
  // For each page, wherever the group changes.
  for (const limit of [1, 2, 3, 4, 5, 20]) {
    for (let offset = 0; offset <= listed.length; offset += limit) {
      const page = await titles({ class: 'Nine', limit, offset })
      expect([limit, offset, page]).toEqual([limit, offset, listed.slice(offset, offset + limit)])
    }
  }
  const oldest = await titles({ class: 'Nine', order: 'asc', limit: 6 })
  expect(oldest).toEqual(['নবম-দশম 0', 'নবম 1', 'নবম 2', 'নবম 3', 'সবার 0', 'সবার 4'])
  expect((await titles({ class: 'Nine', sort: 'createdAt' })).slice(0, 4)).toEqual(nine)
  expect((await titles({ class: 'Nine', sort: 'title' })).at(0)).toBe('নবম 1')
  expect(await titles({ class: 'Six', limit: 2 })).toEqual(all.slice(0, 2))
  const list = await school.fetch('/api/downloads?class=Nine&limit=2')
  expect(list.headers.get('x-total-count')).toBe('9')
  const stats = (query: object) => school.visitor.entryStats({ params: downloads, query })
  expect(await stats({ class: 'Nine' })).toMatchObject({ total: 9, ofClass: 4 })
  expect(await stats({ class: 'Six' })).toMatchObject({ total: 5, ofClass: 0 })
  expect(await stats({})).not.toHaveProperty('ofClass')

  const html = await (await school.fetch('/allDownloads?class=nine')).text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main'))
  const places = ['নবম শ্রেণি', 'নবম 3', 'সব শ্রেণির জন্য', 'সবার 7'].map((text) =>
    main.indexOf(`>${text}`, main.indexOf('<table')),
  )
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  const six = await (await school.fetch('/allDownloads?class=Six')).text()
  expect(six).toContain('এই শ্রেণির আলাদা ডাউনলোড নেই')
})

it('makes the address of a page from its title, and redirects former addresses', async () => {
  const create = (title: string, fields: object = {}) =>
    school.admin.createEntry({ params: pages, body: { title, body, ...fields } })
  const admission = await create('ভর্তি তথ্য', { menu: 'intro' })
  expect(admission).toMatchObject({ slug: 'ভর্তি-তথ্য', menu: 'intro', order: 1 })
  expect(await create('ভর্তি তথ্য')).toMatchObject({ slug: 'ভর্তি-তথ্য-2', order: 2 })
  expect(await refused(create('ফি', { slug: 'ভর্তি-তথ্য' }))).toEqual(['slug'])
  expect(await refused(create('ফি', { slug: 'ফি/ও' }))).toEqual(['slug'])

  const params = { ...pages, id: admission._id }
  await school.admin.updateEntry({ params, body: { slug: 'ভর্তি' } })
  const bySlug = (id: string) => school.visitor.getEntry({ params: { ...pages, id } })
  expect(await bySlug('ভর্তি')).toMatchObject({ _id: admission._id, body })
  expect(await bySlug('ভর্তি-তথ্য')).toMatchObject({ _id: admission._id })
  const present = encodeURI('/p/ভর্তি')
  for (const former of ['/p/ভর্তি-তথ্য', `/p/${admission._id}`, `/pages/${admission._id}`]) {
    const { status, url } = await school.fetch(encodeURI(former))
    expect([former, status, new URL(url).pathname]).toEqual([former, 200, present])
  }

  // A page that took the address while the other one was in the trash keeps it.
  await school.admin.deleteEntry({ params })
  await create('ভর্তি')
  await school.admin.restoreTrash({ params: { id: admission._id } })
  expect(await school.visitor.getEntry({ params })).toMatchObject({ slug: 'ভর্তি-2' })
})

it('keeps the fields and the order of people, and finds them by every field', async () => {
  const add = (title: string, order?: number) =>
    school.admin.createEntry({
      params: people,
      body: {
        title,
        kind: 'teacher',
        fields: { post: 'সহকারী শিক্ষক', subject: 'গণিত', email: '' },
        ...(order !== undefined && { order }),
      },
    })
  const first = await add('কদম শাপলানগরী')
  await add('বকুল শাপলানগরী')
  await add('টগর শাপলানগরী', 1.5)
  expect(first.fields).toEqual({ post: 'সহকারী শিক্ষক', subject: 'গণিত' })
  const listed = await school.visitor.listEntries({ params: people, query: { sort: 'order' } })
  expect(listed.map(({ title }) => title.split(' ')[0])).toEqual(['কদম', 'টগর', 'বকুল'])
  const found = await school.visitor.search({ query: { q: 'গণিত', kind: 'people' } })
  expect(found).toHaveLength(3)

  const params = { ...people, id: first._id }
  const tooLong = { fields: { phone: '০'.repeat(101) } }
  expect(await refused(school.admin.updateEntry({ params, body: tooLong }))).toEqual([
    'fields.phone',
  ])
  await school.admin.updateEntry({ params, body: { fields: { phone: '০১৭০০-০০০০০১' } } })
  await school.admin.restoreVersion({
    params: { recordType: 'people', id: first._id, n: '0' },
  })
  expect(await school.visitor.getEntry({ params })).toMatchObject({ fields: first.fields })
})

it('lists albums by their cover and number of photos', async () => {
  const params = { collection: 'albums' } as const
  const png = await twoColors(400, 300).png().toBuffer()
  const photos = ['1.png', '2.png', '3.png'].map((name) => fileOf(png, name))
  const album = await school.admin.createEntry({ params, body: { title: 'ক্রীড়া' }, file: photos })
  expect(album.files).toHaveLength(3)
  const [listed] = await school.visitor.listEntries({ params })
  expect(listed).toMatchObject({ fileCount: 3, filePath: album.filePath })
  expect(listed).not.toHaveProperty('files')
})

it('counts the kinds in the order of their ids, whatever is selected', async () => {
  const news = { params: { collection: 'news' } } as const
  const kinds = ['sport', 'other', 'event', 'achievement']
  for (const kind of kinds)
    await school.admin.createEntry({ ...news, body: { title: 'ক্রম', body, kind } })
  const { kinds: counted } = await school.visitor.entryStats({ ...news, query: { q: 'ক্রম' } })
  expect(counted?.map(({ kind }) => kind)).toEqual(kinds.toReversed())
})
