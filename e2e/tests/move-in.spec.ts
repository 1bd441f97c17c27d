import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type OldSite, startOldSite } from '../../server/src/test/old-site.ts'
import { paper, pdf } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'

let old: OldSite | undefined
test.afterEach(() => old?.stop())

interface Post {
  id: number
  title: string
  content: string
  status?: string
}

const post = (origin: string, { id, title, content, status = 'publish' }: Post) => `<item>
<title><![CDATA[${title}]]></title>
<link>${origin}/2024/12/post-${id}/</link>
<guid isPermaLink="false">${origin}/?p=${id}</guid>
<content:encoded><![CDATA[${content}]]></content:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date><![CDATA[2024-12-0${id} 10:00:00]]></wp:post_date>
<wp:post_date_gmt><![CDATA[2024-12-0${id} 04:00:00]]></wp:post_date_gmt>
<wp:status><![CDATA[${status}]]></wp:status>
<wp:post_type><![CDATA[post]]></wp:post_type>
<category domain="category" nicename="exam"><![CDATA[Exam Notice]]></category>
</item>`

const exportOf = (
  origin: string,
  posts: readonly Post[],
) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>আগের সাইট</title><link>${origin}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${origin}</wp:base_site_url><wp:base_blog_url>${origin}</wp:base_blog_url>
${posts.map((one) => post(origin, one)).join('\n')}
</channel></rss>`

const uploads = '/wp-content/uploads/2024/12'
const postsOf = (origin: string): Post[] => [
  {
    id: 2,
    title: 'পরীক্ষার রুটিন',
    content: `<p>রুটিন <strong>নিচে</strong>।</p>[rev_slider alias="home"]<p><a href="${origin}${uploads}/routine.pdf">রুটিন</a></p>`,
  },
  { id: 3, title: 'লেখা বাকি', content: '<p>পরে লেখা হবে।</p>', status: 'draft' },
  {
    id: 4,
    title: 'হারানো কাগজ',
    content: `<p><img src="${origin}${uploads}/lost.jpg" alt=""></p>`,
  },
]

const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('heading', { level: 2, name })

test('brings an export of an older site: look, choice, report, old addresses, and the way back', async ({
  page,
  school,
  signIn,
}) => {
  old = await startOldSite(() => undefined)
  await school.stop()
  await school.start({ MOVE_IN_LOOPBACK: '1' })
  const notices = () =>
    school.admin.listEntries({ params: { collection: 'notices' }, query: { state: 'all' } })
  const oldAddress = () => page.request.get(`${school.url}/?p=2`, { maxRedirects: 0 })

  await signIn(page, `${school.url}/admin/dashboard/moveIn`)
  const look = page.getByRole('button', { name: 'কী কী আছে দেখুন' })
  await look.click()
  await expect(page.getByText('ঠিকানা লিখুন, অথবা ফাইল দিন।')).toBeVisible()
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'আগের সাইট '))
  const papers = path.join(folder, 'uploads', '2024', '12')
  await fs.mkdir(papers, { recursive: true })
  await fs.writeFile(path.join(papers, 'routine.pdf'), pdf())
  await fs.writeFile(path.join(folder, 'export.xml'), exportOf(old.origin, postsOf(old.origin)))
  await page.getByLabel('ফোল্ডার দিন').setInputFiles(folder)
  await look.click()

  await expect(heading(page, 'যা পাওয়া গেছে')).toBeFocused()
  expect(await notices()).toEqual([])
  await page.getByRole('button', { name: 'প্রথম ১০টি যেমন দেখাবে' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'পরীক্ষার রুটিন' })).toContainText(
    'রুটিন নিচে।',
  )
  await page.getByRole('button', { name: /^তালিকা.*ঘুরতে থাকা ছবি/ }).click()
  await expect(page.getByRole('dialog').getByText('পরীক্ষার রুটিন')).toBeVisible()
  await expectAccessible(page, 'a list of what was found')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'পরের ধাপ: বাছুন' }).click()
  await expect(heading(page, 'বাছুন')).toBeFocused()
  await expectAccessible(page, 'the choice')
  const kind = page.getByRole('combobox', { name: 'Exam Notice: ধরন' })
  await expect(kind.locator(':checked')).toHaveText('নোটিশ: পরীক্ষা')
  await page.reload()
  await kind.selectOption({ label: 'নোটিশ: ভর্তি' })
  await page.getByRole('button', { name: '৩টি আনুন' }).click()

  await expect(page.getByText('৩ = ১ + ১ + ১।')).toBeVisible()
  await expectAccessible(page, 'the report')
  const refused = page.getByRole('listitem').filter({ hasText: 'হারানো কাগজ' })
  await refused.getByLabel(/ফাইল দিন/).setInputFiles(paper())
  await expect(page.getByText('৩ = ২ + ১ + ০।')).toBeVisible()
  expect((await notices()).map(({ title, kind: of }) => [title, of])).toEqual(
    expect.arrayContaining([['পরীক্ষার রুটিন', 'admission']]),
  )
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^পুরোনো ঠিকানার তালিকা/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/^পুরোনো ঠিকানা .+\.csv$/)
  const led = await oldAddress()
  expect(led.status()).toBe(301)
  const entry = await page.request.get(new URL(led.headers().location ?? '', school.url).href)
  expect(await entry.text()).toContain('পরীক্ষার রুটিন')

  await page.getByRole('button', { name: 'পুরোটা ফিরিয়ে নিন' }).click()
  await page.getByRole('button', { name: 'হ্যাঁ, ফিরিয়ে নিন' }).click()
  await expect(heading(page, 'ফিরিয়ে নেওয়া হয়েছে')).toBeFocused()
  expect(await notices()).toEqual([])
  expect((await oldAddress()).status()).toBe(200)
  await fs.rm(folder, { recursive: true })
})
