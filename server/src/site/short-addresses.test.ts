import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfFile } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

it('a notice has a short address that its deletion ends at once', async () => {
  const params = { collection: 'notices' as const }
  const body = { title: 'বার্ষিক পরীক্ষার ফলাফল' }
  const { _id: id } = await school.admin.createEntry({ params, body, file: pdfFile() })
  const page = await school.fetch(`/n/${id}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toMatch(/^public, max-age=0, .*must-revalidate$/)
  const html = await page.text()
  expect(html).toContain('বার্ষিক পরীক্ষার ফলাফল')
  // One page, one place in the cache, whatever sharing sites hang on the address.
  expect(await (await school.fetch(`/n/${id}?fbclid=x`)).text()).toBe(html)
  expect((await school.fetch(`/news/${id}`)).status).toBe(404)
  await school.admin.deleteEntry({ params: { ...params, id } })
  expect((await school.fetch(`/n/${id}`)).status).toBe(404)
})

it('addresses that lead nowhere are kept by nobody', async () => {
  for (const path of ['/n/nosuch', '/n/', '/n/a/b', '/news/%F0%9F%8C%BC', '/n/..%2f..%2fetc']) {
    const answer = await school.fetch(path, { redirect: 'manual' })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      404,
      'no-store',
    ])
  }
})
