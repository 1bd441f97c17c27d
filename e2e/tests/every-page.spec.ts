import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import {
  expectAccessible,
  hydrated,
  LARGE_TEXTS,
  setTextSize,
  sidewaysScroll,
  watchApi,
} from '../support/page-checks.ts'
import { furtherAddresses, innerPages, type PublicPage } from '../support/public-pages.ts'
import type { SharedSchool } from '../support/shared-schools.ts'
import { siteText } from '../support/texts.ts'

// Every browser warning counts, so the tests' own request blocking must cause none.
test.use({ serviceWorkers: 'allow' })

/** One width of each layout: the menu as a bar, and as a sheet. */
const LAYOUTS = [1440, 360] as const
const OTHER_WIDTHS = [768, 320] as const

/** Loads a page and makes the checks that hold for every page. */
async function expectSound(
  page: Page,
  school: SharedSchool,
  { path, status, heading }: PublicPage,
) {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  const asked = watchApi(page)
  const answer = await page.goto(school.url + path)
  expect(answer?.status()).toBe(status)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(asked, 'asked although the page brought its data along').toEqual([])
  expect(warnings).toEqual([])
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.getByRole('complementary').getByRole('region')).toHaveCount(0)
}

/**
 * Checks the loaded page in each layout and each theme, and that it fits other widths, and a phone
 * whose browser has large text. Checking colours takes longer than all else, so every other page has the themes exchanged.
 */
async function expectFits(page: Page, at = 0) {
  const themes = at % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  for (const [n, width] of LAYOUTS.entries()) {
    const colorScheme = themes[n] ?? null
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${colorScheme}, ${width} px`)
    expect(await sidewaysScroll(page), `${width} px`).toBe(0)
  }
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 640 })
    expect(await sidewaysScroll(page), `${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  for (const percent of LARGE_TEXTS) {
    await setTextSize(page, percent)
    await expect(page.locator(':root')).toHaveCSS('font-size', `${(16 * percent) / 100}px`)
    expect.soft(await sidewaysScroll(page), `text of ${percent} %`).toBe(0)
  }
  await setTextSize(page, 100)
}

for (const [at, inner] of innerPages.entries()) {
  test(`${inner.path} is valid, accessible and fits every screen`, async ({ page, demoSchool }) => {
    await expectSound(page, demoSchool, inner)
    await expect(page).toHaveTitle(new RegExp(`^${inner.tab ?? `${inner.heading} \\|`}.+`))
    await expectFits(page, at)
  })
}

test('the front page is valid, accessible and fits every screen', async ({ page, demoSchool }) => {
  const { schoolName, district } = await demoSchool.admin.getContact()
  await expectSound(page, demoSchool, {
    path: '/',
    status: 200,
    heading: schoolName,
  })
  await expect(page).toHaveTitle(`${schoolName}, ${district}`)
  await expectFits(page)
})

test('a notice, a news item, an open photo and an empty search are accessible and fit every screen', async ({
  page,
  demoSchool,
}) => {
  for (const [at, path] of (await furtherAddresses(demoSchool.admin)).entries()) {
    await test.step(path, async () => {
      expect((await page.goto(demoSchool.url + path))?.status()).toBe(200)
      await hydrated(page)
      await expectFits(page, at)
    })
  }
})

test('offline pages are accessible and fit every screen', async ({ page, demoSchool }) => {
  await page.goto(`${demoSchool.url}/offline`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('error.offline.title'))
  await expectFits(page)
})

test('the open menu is accessible, as a sheet and as a bar', async ({ page, demoSchool }) => {
  const menu = page.getByRole('navigation', { name: siteText('a11y.nav.main') })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of LAYOUTS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${demoSchool.url}/contact_us`)
      await hydrated(page)
      const button = page.getByRole('button', { name: siteText('site.menu.title'), exact: true })
      if (await button.isVisible()) await button.click()
      await menu.getByText(siteText('nav.students'), { exact: true }).click()
      await expect(menu.getByRole('link', { name: siteText('nav.students.count') })).toBeVisible()
      await expectAccessible(page, `${colorScheme}, ${width} px`)
    }
  }
})

test('gives each page its own title', async ({ request, demoSchool }) => {
  const titles = new Set<string>()
  for (const { path } of innerPages) {
    const html = await (await request.get(demoSchool.url + path)).text()
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '')
  }
  expect(titles.size).toBe(innerPages.length)
})
