import type { Page } from '@playwright/test'
import { openValue } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

test.use({ serviceWorkers: 'allow' })

const TITLE = 'ঘূর্ণিঝড়ের সতর্কতায় আগামীকাল মঙ্গলবার বিদ্যালয়ের সব শ্রেণির ক্লাস ও পরীক্ষা বন্ধ থাকবে'

const band = (page: Page) => page.getByRole('region', { name: siteText('urgent.label') })

test('an urgent notice needs a title only, stands on every page, and says when a copy is shown', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  await signIn(page, `${school.url}/admin/dashboard`)
  await page.getByLabel('শিরোনাম', { exact: true }).fill(TITLE)
  await page.locator('.kindline').getByRole('radio', { name: 'নোটিশ', exact: true }).check()
  await openValue(page, 'urgent')
  await page.getByRole('radio', { name: 'আজ রাত' }).check()
  await expect(page.locator('[data-chip=urgent]')).toContainText('জরুরি:')
  // By keyboard to another time, and back.
  await page.getByRole('radio', { name: 'আজ রাত' }).press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'আগামীকাল' })).toBeChecked()
  await expectAccessible(page, 'the composer with an urgent notice')
  await page.locator('.compose').getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect(page.getByRole('heading', { name: /প্রকাশিত/ })).toBeVisible()

  await test.step('visitors without script find it on every page', async () => {
    const parent = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    })
    const phone = await parent.newPage()
    for (const path of ['/', '/allNotices', '/contact', '/calendar', '/search?q=x']) {
      await phone.goto(school.url + path)
      await expect(band(phone).getByRole('link'), path).toHaveText(TITLE)
      expect(await sidewaysScroll(phone), path).toBe(0)
    }
    await band(phone).getByRole('link').click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await phone.emulateMedia({ media: 'print' })
    await expect(band(phone)).toBeHidden()
    await parent.close()
  })

  await test.step('pages stay accessible, at every width and in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 768, 320]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 740 })
        await page.goto(school.url)
        await expect(band(page)).toBeVisible()
        await expect(band(page).getByText(siteText('urgent.offline'))).toBeHidden()
        await expectAccessible(page, `an urgent notice, ${colorScheme}, ${width} px`)
      }
    }
  })

  await test.step('a copy says that it is of the last visit', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined))
      .toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await expect(band(page).getByText(siteText('urgent.offline'))).toBeVisible()
  })
})
