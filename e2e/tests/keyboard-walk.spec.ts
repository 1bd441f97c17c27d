import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { walk } from '../support/keyboard-walk.ts'
import { hydrated, open } from '../support/page-checks.ts'
import { frontPage, furtherAddresses, innerPages } from '../support/public-pages.ts'
import { siteText } from '../support/texts.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }

/** Tabs through the page or a part of it, and makes the checks that hold for every page. */
async function expectWalkable(page: Page, within?: string) {
  const { stops, missed, trappedAt } = await walk(page, within)
  expect(stops.filter(({ visible }) => !visible).map(({ what }) => what)).toEqual([])
  expect(missed).toEqual([])
  expect(trappedAt).toBeNull()
  const order = stops.map(({ at }) => at)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  return stops
}

for (const viewport of [WIDE, PHONE]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport, reducedMotion: 'no-preference' })
    test.setTimeout(300_000)

    test('tabs through the front page and its frame, skip link first, every stop visible', async ({
      page,
      demoSchool,
    }) => {
      await open(page, demoSchool.url + frontPage.path)
      const [first] = await expectWalkable(page)
      expect(first?.what).toContain('class="skip"')
    })

    test('skips to the content of every page and tabs through all of it', async ({
      page,
      demoSchool,
    }) => {
      for (const { path } of innerPages) {
        await test.step(path, async () => {
          await open(page, demoSchool.url + path)
          await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
          await expect(page.getByRole('main')).toBeFocused()
          await expectWalkable(page, 'main')
        })
      }
    })

    test('tabs through a notice, a news item, an open photo and an empty search', async ({
      page,
      demoSchool,
    }) => {
      for (const path of await furtherAddresses(demoSchool.admin)) {
        await test.step(path, async () => {
          await page.goto(demoSchool.url + path)
          await hydrated(page)
          await expectWalkable(page)
        })
      }
    })
  })
}

test('scrolls wide content with the arrow keys on a phone', async ({ page, demoSchool }) => {
  await page.setViewportSize(PHONE)
  await open(page, `${demoSchool.url}/studentcount`)
  const box = page
    .getByRole('main')
    .locator('[tabindex="0"]')
    .and(page.getByLabel(siteText('students.caption'), { exact: true }))
  await expect(async () => {
    await box.press('ArrowRight')
    expect(await box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(30)
  }).toPass()
})

test('goes from search to shared link by keyboard only', async ({ page, context, demoSchool }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(WIDE)
  await open(page, `${demoSchool.url}/allNotices`)
  const main = page.getByRole('main')
  const [{ title } = { title: '' }] = await demoSchool.admin.listEntries({
    params: { collection: 'notices' },
  })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focused = page.locator(':focus')
  const tabTo = (goal: Locator) =>
    expect(async () => {
      await page.keyboard.press('Tab')
      await expect(goal).toBeFocused({ timeout: 50 })
    }).toPass()
  await tabTo(main.getByRole('searchbox'))
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=/)
  await tabTo(main.getByRole('link', { name: title }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(main).toBeFocused()
  await tabTo(main.locator('summary'))
  await page.keyboard.press('Enter')
  await tabTo(main.getByRole('button', { name: siteText('share.copy') }))
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText(siteText('share.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})
