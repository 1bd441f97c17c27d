import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

const PUBLIC_URL = 'https://school.example.edu.bd'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({
    env: { PUBLIC_URL },
    clock: () => new Date('2026-11-22T20:00:00+06:00'),
  })
})
afterEach(() => school.stop())

async function pageAt(path: string) {
  const response = await school.fetch(encodeURI(path), { redirect: 'manual' })
  const html = await response.text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main'))
  return { status: response.status, location: response.headers.get('location'), html, main }
}

const publish = (collection: 'notices' | 'downloads' | 'events', title: string, fields: object) =>
  school.admin.createEntry({ params: { collection }, body: { title, body: 'লেখা।', ...fields } })

/** Returns which of the texts a page has, in its order. */
const order = (main: string, texts: readonly string[]) =>
  texts.filter((text) => main.includes(text)).sort((a, b) => main.indexOf(a) - main.indexOf(b))

it('gathers what is published for a class, and lists the classes of the school', async () => {
  // Nothing is there yet.
  const empty = await pageAt('/class/9')
  expect(empty.status).toBe(200)
  expect(empty.main).toContain('<h1>নবম শ্রেণি</h1>')
  expect(empty.main).toContain('নবম শ্রেণির জন্য এখনো কিছু প্রকাশ করা হয়নি।')
  expect(empty.main).toContain('href="/allNotices"')
  expect(empty.html).toContain('<meta name="robots" content="noindex">')
  expect(await school.visitor.listClasses()).toEqual([])
  expect((await pageAt('/')).main).not.toContain('আমার মেয়ের ক্লাস')

  await publish('notices', 'নবমের নোটিশ', { classes: ['Nine'] })
  await publish('notices', 'সবার নোটিশ', {})
  await publish('notices', 'দশমের নোটিশ', { classes: ['Ten'] })
  await publish('downloads', 'নবমের সিলেবাস', { classes: ['Nine'] })
  await publish('events', 'নবমের পরীক্ষা', { classes: ['Nine'], startsOn: '2026-11-30' })
  await publish('events', 'ষষ্ঠের পরীক্ষা', { classes: ['Six'], startsOn: '2026-11-30' })
  await publish('events', 'গত পরীক্ষা', { classes: ['Nine'], startsOn: '2026-11-20' })
  await publish('notices', 'আগামী নোটিশ', {
    classes: ['Three'],
    publishAt: '2027-01-01T00:00:00.000Z',
  })
  await school.admin.createStudentCount({ body: { ...sampleCount, className: 'Eight' } })

  const { html, main } = await pageAt('/class/9')
  const shown = ['নবমের নোটিশ', 'সব শ্রেণির জন্য', 'সবার নোটিশ', 'নবমের পরীক্ষা', 'নবমের সিলেবাস']
  const hidden = ['দশমের নোটিশ', 'ষষ্ঠের পরীক্ষা', 'গত পরীক্ষা', 'আগামী নোটিশ']
  expect(order(main, [...hidden, ...shown.toReversed()])).toEqual(shown)
  expect(main).toContain('href="/allNotices?class=Nine"')
  expect(main).not.toContain('এখনো কিছু প্রকাশ করা হয়নি')
  expect(html).not.toContain('noindex')
  expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/class/9">`)
  expect(html).toMatch(/<title>নবম শ্রেণি \| /)

  const classes = ['Six', 'Eight', 'Nine', 'Ten']
  expect(await school.visitor.listClasses()).toEqual(classes)
  const addresses = ['/class/6', '/class/8', '/class/9', '/class/10']
  const linked = (page: string) => [...page.matchAll(/href="(\/class\/\d+)"/g)].map(([, to]) => to)
  expect(linked((await pageAt('/')).main)).toEqual(addresses)
  expect(linked((await pageAt('/sitemap')).main)).toEqual(addresses)
  const sitemap = (await pageAt('/sitemap.xml')).html
  for (const path of ['/class/3', ...addresses]) {
    const isListed = sitemap.includes(`<loc>${PUBLIC_URL}${path}</loc>`)
    expect([path, isListed]).toEqual([path, path !== '/class/3'])
  }
})

it('answers other spellings of a class with its address, and other classes with 404', async () => {
  for (const path of ['/class/৯', '/class/nine', '/class/Nine', '/CLASS/9']) {
    const { status, location } = await pageAt(path)
    expect([path, status, location]).toEqual([path, 301, '/class/9'])
  }
  for (const path of ['/class/2', '/class/11', '/class/x', '/class/-', '/class/09']) {
    const { status, main } = await pageAt(path)
    expect([path, status]).toEqual([path, 404])
    expect(main).toContain('<h1>পাতাটি পাওয়া যায়নি</h1>')
  }
})

it('lists the other notices of its class at the end of a notice', async () => {
  await publish('notices', 'নবমের নোটিশ', { classes: ['Nine'] })
  await publish('notices', 'সবার নোটিশ', {})
  const other = await publish('notices', 'নবমের ভর্তি', { classes: ['Nine'] })
  const both = await publish('notices', 'নবম ও দশমের ছুটি', { classes: ['Nine', 'Ten'] })
  const { main } = await pageAt(`/n/${other._id}`)
  const end = main.slice(main.indexOf('নবম শ্রেণির আরও নোটিশ'))
  expect(order(end, ['নবমের নোটিশ', 'নবম ও দশমের ছুটি', 'সবার নোটিশ', 'নবমের ভর্তি'])).toEqual([
    'নবম ও দশমের ছুটি',
    'নবমের নোটিশ',
  ])
  expect(end).toContain('href="/class/9"')
  expect(main).not.toContain('rel="prev"')
  // For several classes, as for all: the neighbours by date.
  const more = await pageAt(`/n/${both._id}`)
  expect(more.main).not.toContain('আরও নোটিশ')
  expect(more.main).toContain('rel="prev"')
})

it('keeps routines and syllabuses above newer downloads', async () => {
  const add = (title: string, kind: string) =>
    publish('downloads', title, { classes: ['Four'], kind })
  await add('চতুর্থের রুটিন', 'routine')
  await add('চতুর্থের সিলেবাস', 'syllabus')
  for (let n = 1; n <= 8; n += 1) await add(`ফরম ${n}`, 'form')
  await school.admin.createEntry({
    params: { collection: 'pages' },
    body: { title: 'ক্লাস রুটিন', body: 'লেখা।', menu: 'students' },
  })

  const { main } = await pageAt('/class/4')
  const shown = ['>রুটিন</a>', 'চতুর্থের রুটিন', 'চতুর্থের সিলেবাস', 'ফরম 8', 'ফরম 3']
  expect(order(main, [...shown, 'ফরম 2'].toReversed())).toEqual(shown)
})

it('leads to notices about fees where the school has no page of them', async () => {
  const door = 'href="/allNotices?kind=fee"'
  expect((await pageAt('/')).main).not.toContain(door)
  await publish('notices', 'ফি পরিশোধ', { kind: 'fee' })
  expect((await pageAt('/')).main).toContain(door)
  const body = { title: 'বেতন ও ফি', body: 'লেখা।', menu: 'students' } as const
  await school.admin.createEntry({ params: { collection: 'pages' }, body })
  expect((await pageAt('/')).main).not.toContain(door)
})
