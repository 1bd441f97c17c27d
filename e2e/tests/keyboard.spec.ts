import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { open } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: siteText('a11y.nav.main') })
const focused = (page: Page) => page.locator(':focus')

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('skips the menus from the first tab stop', async ({ page, knownSchool }) => {
    await open(page, knownSchool.url)
    await page.keyboard.press('Tab')
    await expect(focused(page)).toHaveText(siteText('site.skipToContent'))
    await expect(focused(page)).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
  })

  test('opens a menu group with Enter and closes it with Escape', async ({ page, knownSchool }) => {
    await open(page, knownSchool.url)
    const group = menu(page).locator('summary', { hasText: siteText('nav.intro') })
    const firstLink = menu(page).getByRole('link', { name: siteText('nav.intro.glance') })
    await group.focus()
    await page.keyboard.press('Enter')
    await expect(firstLink).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(firstLink).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(firstLink).toBeHidden()
    await expect(group).toBeFocused()

    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      siteText('public.glance.title'),
    )
    await expect(firstLink).toBeHidden()
  })

  test('closes the group on an outside click', async ({ page, knownSchool }) => {
    await open(page, knownSchool.url)
    await menu(page).getByText(siteText('nav.intro'), { exact: true }).click()
    const link = menu(page).getByRole('link', { name: siteText('nav.intro.history') })
    await expect(link).toBeVisible()
    await page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } })
    await expect(link).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('opens the menu sheet with Enter, closes it with Escape and restores the focus', async ({
    page,
    knownSchool,
  }) => {
    await open(page, knownSchool.url)
    const button = page.getByRole('button', { name: siteText('site.menu.title') })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Tab')
    expect(await menu(page).evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(button).toBeFocused()
  })
})
