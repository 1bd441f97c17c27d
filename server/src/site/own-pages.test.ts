import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCli } from '../cli/create-cli.ts'
import { fileOf } from '../test/sample-files.ts'
import { commandOn, startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const pages = { collection: 'pages' } as const
const body = '## তারিখ\n\n| ধাপ | তারিখ |\n| লটারি | ১০ ডিসেম্বর |'
const htmlOf = async (address: string) =>
  (await (await school.fetch(address)).text()).replaceAll('<!-- -->', '')
/** Returns the links of the navigation as «label address». */
const menuOf = (html: string) => {
  const [nav = ''] = /<ul class="sitenav__list">.*?<\/nav>/s.exec(html) ?? []
  return [...nav.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => {
    return `${text} ${href}`
  })
}

it('shows pages in their menu group by order, with text, table and files', async () => {
  const before = menuOf(await htmlOf('/'))
  const create = (title: string, fields: object) =>
    school.admin.createEntry({ params: pages, body: { title, body, ...fields } })
  const rules = await school.admin.createEntry({
    params: pages,
    body: { title: 'ভর্তি তথ্য', body, menu: 'intro' },
    file: [fileOf('ফরম', 'ভর্তি ফরম.txt')],
  })
  const uniform = await create('পোশাক', { menu: 'intro' })
  await create('বিগত ফলাফল', { menu: 'results' })
  await create('তথ্য অধিকার', {})
  await create('আগামী', { menu: 'intro', publishAt: '2199-01-01' })
  const own = async () => {
    const menu = menuOf(await htmlOf('/sitemap'))
    return menu.filter((link) => !before.includes(link))
  }
  const results = ['বিগত ফলাফল /p/বিগত-ফলাফল']
  expect(await own()).toEqual(['ভর্তি তথ্য /p/ভর্তি-তথ্য', 'পোশাক /p/পোশাক', ...results])
  expect(before).toContain('পরীক্ষার ফলাফল /results')
  expect(await htmlOf('/sitemap')).toContain('href="/p/তথ্য-অধিকার"')
  // The page data hold no more than the links.
  expect(await htmlOf('/')).not.toContain('১০ ডিসেম্বর')

  const { version, updatedAt } = { version: uniform.__v, updatedAt: uniform.updatedAt }
  const params = { ...pages, id: uniform._id }
  const moved = await school.admin.updateEntry({ params, body: { order: 0, __v: version } })
  expect(await own()).toEqual(['পোশাক /p/পোশাক', 'ভর্তি তথ্য /p/ভর্তি-তথ্য', ...results])
  expect(moved.updatedAt).toBe(updatedAt)
  const versions = { recordType: 'pages', id: uniform._id } as const
  expect(await school.admin.listVersions({ params: versions })).toEqual([])

  const html = await htmlOf(`/p/${encodeURIComponent('ভর্তি-তথ্য')}`)
  expect(html).toMatch(/<div class="pagehead">.*href="\/schoolInfo">পরিচিতি<.*<h1>ভর্তি তথ্য</s)
  expect(html).toMatch(/সর্বশেষ হালনাগাদ: *<time/)
  expect(html).toContain('<td role="cell" data-label="তারিখ:">১০ ডিসেম্বর</td>')
  expect(html).toMatch(new RegExp(`href="/p/${rules._id}/file"[^>]*>ভর্তি ফরম<`))
  expect(html).toContain('aria-current="page">ভর্তি তথ্য</a>')
})

it('leads other addresses of a page on, also in a static copy', async () => {
  const slug = 'ফি-ও-পরিশোধ'
  const title = 'ফি ও পরিশোধ'
  const { _id: id, __v } = await school.admin.createEntry({ params: pages, body: { title, body } })
  const change = { slug: 'ফি', __v }
  await school.admin.updateEntry({ params: { ...pages, id }, body: change })
  const former = `/p/${slug}`
  for (const address of [former, former.normalize('NFD'), `/p/${id}`]) {
    const { status, headers } = await school.fetch(encodeURI(address), { redirect: 'manual' })
    expect([address, status, headers.get('location')]).toEqual([address, 301, encodeURI('/p/ফি')])
  }
  expect(await htmlOf(encodeURI('/p/ফি'))).toContain('<h1>ফি ও পরিশোধ</h1>')
  expect((await school.fetch(encodeURI('/p/অজানা'))).status).toBe(404)

  const copy = await fs.mkdtemp(`${school.dataDir}-copy-`)
  const program = createCli({
    ...commandOn(school.dataDir),
    stdin: Readable.from(['']),
    stdout: { write: () => undefined },
    endWith: () => undefined,
  })
  await program.parseAsync(['export-static', path.join(copy, 'site')], { from: 'user' })
  const read = (name: string) =>
    fs.readFile(path.join(copy, 'site', 'p', name, 'index.html'), 'utf8')
  expect(await read('ফি')).toContain('<h1>ফি ও পরিশোধ</h1>')
  for (const name of [slug, id]) expect(await read(name)).toContain('content="0; url=/p/ফি"')
  await fs.rm(copy, { recursive: true })
})
