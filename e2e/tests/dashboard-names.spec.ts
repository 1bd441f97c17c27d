import { CLERK, withApproval } from '../support/approval.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'

test('names and posts stand where usernames stood', async ({ page, school, signIn }) => {
  const { url } = school
  const clerk = await withApproval(school)
  await clerk.createEntry({
    params: { collection: 'notices' },
    body: { title: 'রুটিন', body: 'লেখা' },
  })

  await signIn(page, `${url}/admin/dashboard/account`)
  const own = page.getByRole('region', { name: 'নাম ও পদ' })
  await own.getByRole('button', { name: 'নাম ও পদ বদলান' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('যে নামে দেখা যাবে').fill('আনোয়ারা খাতুন')
  await dialog.getByLabel('পদ', { exact: true }).fill('প্রধান শিক্ষক')
  await expectAccessible(page, 'name and post')
  await page.keyboard.press('Enter')
  await expect(own).toContainText('আনোয়ারা খাতুন, প্রধান শিক্ষক')
  await expect(page.getByRole('banner').locator('summary')).toContainText('আনোয়ারা খাতুন')
  // On phones in the one line of the bar.
  const bar = page.getByRole('banner')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    expect((await bar.boundingBox())?.height).toBeLessThan(80)
  }
  await page.setViewportSize({ width: 1366, height: 768 })

  await page.getByRole('link', { name: 'সহকর্মী' }).click()
  await page.getByRole('button', { name: 'নাম ও পদ : rahima' }).click()
  await dialog.getByLabel('যে নামে দেখা যাবে').fill('রহিমা বেগম')
  await dialog.getByLabel('পদ', { exact: true }).fill('অফিস সহকারী')
  await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'রহিমা বেগম' })
  await expect(row).toContainText('rahima')

  await page.goto(`${url}/admin/dashboard`)
  await expect(page.getByRole('article')).toContainText('রহিমা বেগম, অফিস সহকারী')
  for (const [path, text] of [
    ['activity', 'রহিমা বেগম “রুটিন” নোটিশটি অনুমোদনের জন্য পাঠিয়েছেন।'],
    ['createNotice?state=waiting', 'রহিমা বেগম,'],
  ] as const) {
    await page.goto(`${url}/admin/dashboard/${path}`)
    await expect(page.getByRole('main')).toContainText(text)
    await expect(page.getByRole('main')).not.toContainText(CLERK.username)
  }
})
