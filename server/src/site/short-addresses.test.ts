import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

it('serves a notice at its short address until it is deleted', async () => {
  const params = { collection: 'notices' as const }
  // Without a file, whose pages would be rendered meanwhile.
  const body = { title: 'বার্ষিক পরীক্ষার ফলাফল', body: 'কাল প্রকাশিত হবে' }
  const { _id: id } = await school.admin.createEntry({ params, body })
  const page = await school.fetch(`/n/${id}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toMatch(/^public, max-age=0, .*must-revalidate$/)
  const html = await page.text()
  expect(html).toContain('বার্ষিক পরীক্ষার ফলাফল')
  // The same page from the cache, whatever parameters sharing sites add.
  expect(await (await school.fetch(`/n/${id}?fbclid=x`)).text()).toBe(html)
  expect((await school.fetch(`/news/${id}`)).status).toBe(404)
  await school.admin.deleteEntry({ params: { ...params, id } })
  expect((await school.fetch(`/n/${id}`)).status).toBe(404)
})

it('does not cache the 404 of an unknown address', async () => {
  for (const path of ['/n/nosuch', '/n/', '/n/a/b', '/news/%F0%9F%8C%BC', '/n/..%2f..%2fetc']) {
    const response = await school.fetch(path, { redirect: 'manual' })
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([
      path,
      404,
      'no-store',
    ])
  }
})

it.each([
  ['/notices/k3v9x0c2m1qa', '/n/k3v9x0c2m1qa'],
  [
    '/notices/k3v9x0c2m1qa?utm_source=x&a=//evil.example',
    '/n/k3v9x0c2m1qa?utm_source=x&a=//evil.example',
  ],
  ['/notices/k3v9x0c2m1qa?q=ছুটি', '/n/k3v9x0c2m1qa?q=%E0%A6%9B%E0%A7%81%E0%A6%9F%E0%A6%BF'],
  ['/downloads/k3v9x0c2m1qa?utm_source=x', '/d/k3v9x0c2m1qa?utm_source=x'],
  ['/main-gallery/k3v9x0c2m1qa', '/photo-gallery'],
])(
  'redirects an address with the API’s collection name to the entry’s page: %s',
  async (from, to) => {
    const response = await school.fetch(from, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([301, to])
  },
)

it('renders one page for all missing addresses of a kind', async () => {
  const kinds = [
    (n: number) => `/wp-login${n}.php`,
    (n: number) => `/n/nosuch${n}`,
    (n: number) => `/news/nosuch${n}`,
    (n: number) => `/photo-gallery?photo=nosuch${n}`,
    (n: number) => `/allNotices?page=${900 + n}`,
    (n: number) => `/allNotices?q=none&page=${900 + n}`,
  ]
  for (const address of kinds) {
    const responses = await Promise.all([1, 2, 3].map((n) => school.fetch(address(n))))
    const heads = responses.map(({ status, headers }) => [
      status,
      headers.get('cache-control'),
      headers.get('content-encoding'),
    ])
    expect(heads).toEqual(Array(3).fill([404, 'no-store', expect.stringMatching(/^(br|gzip)$/)]))
    const pages = await Promise.all(responses.map((response) => response.text()))
    expect(pages[0]).toContain('<html lang="bn"')
    expect(new Set(pages).size).toBe(1)
  }
})
