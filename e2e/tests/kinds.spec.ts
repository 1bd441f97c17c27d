import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

const rows = (page: Page) => page.getByRole('main').locator('tbody tr:not(.month)')

test('a clerk renames a kind; a parent narrows the notices to it and to a class without JavaScript', async ({
  browser,
  page,
  school: { url, admin },
  signIn,
}) => {
  const publish = (title: string, fields: object) =>
    admin.createEntry({
      params: { collection: 'notices' },
      body: { title, body: 'লেখা', ...fields },
    })
  await publish('নবমের সময়সূচি', { kind: 'exam', classes: ['Nine'] })
  await publish('ষষ্ঠের সময়সূচি', { kind: 'exam', classes: ['Six', 'Seven', 'Eight'] })
  await publish('সবার ছুটি', { kind: 'holiday' })

  await signIn(page, `${url}/admin/dashboard/settings?tab=kinds`)
  await page.locator('summary').filter({ hasText: 'নোটিশের ধরন' }).click()
  const kinds = page.getByRole('group', { name: 'নোটিশের ধরন' })
  await kinds.getByLabel(/২ নং ধরন.*২টিতে আছে/).fill('পরীক্ষা ও ফল')
  await kinds.getByRole('button', { name: 'সরান: ছুটি' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('১টিতে এই ধরন আছে')
  await dialog.getByRole('button', { name: 'ধরনটি সরান' }).click()
  await expect(kinds.getByRole('listitem')).toHaveCount(7)
  await kinds.getByRole('button', { name: /ধরন যোগ করুন/ }).click()
  await page.keyboard.type('সভা')
  await page.getByRole('button', { name: /Save Changes/ }).click()
  await expect(page.getByText('সেটিংস সংরক্ষণ করা হয়েছে।')).toBeVisible()
  await page.goto(`${url}/admin/dashboard/createNotice`)
  await page.getByLabel('ধরন', { exact: true }).selectOption('পরীক্ষা ও ফল')
  await expect(page.getByRole('row').filter({ hasText: 'সময়সূচি' })).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'সবার ছুটি' })).toHaveCount(0)

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const visitor = await context.newPage()
  await visitor.goto(`${url}/allNotices`)
  const main = visitor.getByRole('main')
  const chips = main.getByRole('navigation', { name: siteText('list.kind') })
  // The removed kind is gone; the notice that had it is not.
  await expect(chips.getByRole('link')).toHaveText(['সব', 'পরীক্ষা ও ফল ২'])
  await expect(rows(visitor)).toHaveCount(3)
  await chips.getByRole('link', { name: /পরীক্ষা/ }).click()
  await expect(rows(visitor)).toHaveCount(2)
  await main.getByLabel(siteText('students.col.class')).selectOption('Nine')
  await main.getByRole('button', { name: siteText('search.submit') }).click()
  await expect(visitor).toHaveTitle(/^নোটিশ: পরীক্ষা ও ফল, নবম শ্রেণি/)
  await expect(rows(visitor)).toHaveCount(1)
  await expect(rows(visitor)).toContainText('নবম শ্রেণি')
  await expect(chips.getByRole('link', { name: /পরীক্ষা/ })).toHaveAttribute('aria-current', 'true')
  expect(await sidewaysScroll(visitor)).toBe(0)
  await rows(visitor).getByRole('link').click()
  await expect(main.locator('.pagehead .meta').first()).toHaveText('নোটিশপরীক্ষা ও ফলনবম শ্রেণি')
  await visitor.goBack()
  await main.getByRole('link', { name: siteText('public.notices.title') }).click()
  await expect(rows(visitor)).toHaveCount(3)
  await context.close()

  await page.goto(`${url}/allNotices?kind=exam&class=Eight`)
  await expect(rows(page)).toContainText('ষষ্ঠ–অষ্টম শ্রেণি')
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `notices of a kind and a class, ${width}`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'notices of a kind and a class, dark')
})
