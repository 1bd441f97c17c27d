import type { Page } from '@playwright/test'
import { startInBrowser } from '../support/desktop-app.ts'
import { connect, signIn as signInToProgram } from '../support/desktop-walks.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

const HELP = '/admin/dashboard/help'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Waits for every picture of the page, scrolling to the lazy ones. */
async function expectPictures(page: Page) {
  const pictures = page.locator('.guide img')
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
  expect(await pictures.count()).toBeGreaterThan(0)
}

test('links a screen to its guide topic, searches the guide and scrolls to the match', async ({
  page,
  knownSchool,
  signIn,
}) => {
  await signIn(page, `${knownSchool.url}/admin/dashboard/createNotice`)
  await page.getByRole('link', { name: 'সহায়তা', exact: true }).click()
  await expect(heading(page)).toHaveText('নোটিশ প্রকাশ')
  await expect(page).toHaveTitle(/^নোটিশ প্রকাশ/)
  await expectPictures(page)

  // From topic to topic, in reading order and by links.
  await page.getByRole('link', { name: 'পরের বিষয়: কাগজের লেখা' }).click()
  await expect(heading(page)).toHaveText('কাগজের লেখা')
  await page.getByRole('link', { name: 'পরের বিষয়: খবর ও ডাউনলোড' }).click()
  await expect(heading(page)).toHaveText('খবর ও ডাউনলোড')
  await page.getByRole('link', { name: 'নোটিশের মতো' }).click()
  await expect(heading(page)).toHaveText('নোটিশ প্রকাশ')

  await page.getByRole('link', { name: 'সব বিষয় দেখুন' }).click()
  await expect(heading(page)).toHaveText('সহায়তা')
  const search = page.getByRole('searchbox', { name: 'সহায়তায় খুঁজুন' })
  await search.fill('কখগঘঙ')
  await search.press('Enter')
  await expect(page.getByText('সহায়তায় “কখগঘঙ” পাওয়া যায়নি।')).toBeVisible()
  await search.fill('পাসওয়ার্ড ভুলে গেছি')
  await search.press('Enter')
  await page.getByRole('link', { name: 'সমস্যা হলে: পাসওয়ার্ড ভুলে গেলে' }).click()
  await expect(heading(page)).toHaveText('সমস্যা হলে')
  await expect(page.getByRole('heading', { name: 'পাসওয়ার্ড ভুলে গেলে' })).toBeFocused()
  // Back restores the search.
  await page.goBack()
  await expect(search).toHaveValue('পাসওয়ার্ড ভুলে গেছি')

  await page.goto(`${knownSchool.url}${HELP}/no-such-topic`)
  await expect(heading(page)).toHaveText('পাতাটি পাওয়া যায়নি')
})

test('shows an accessible guide at every size, light and dark', async ({
  page,
  knownSchool,
  signIn,
}) => {
  await signIn(page, `${knownSchool.url}/admin/dashboard`)
  for (const [path, width, colorScheme] of [
    ['', 1440, 'light'],
    ['?q=ছবি', 360, 'dark'],
    ['/notices', 1440, 'dark'],
    ['/notices', 768, 'light'],
    ['/students', 360, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.goto(knownSchool.url + HELP + path)
    await expect(heading(page)).toBeVisible()
    expect(await sidewaysScroll(page), `${path} at ${width} px`).toBe(0)
    await expectAccessible(page, `${path} at ${width} px`)
  }
})

test('opens the guide offline in the desktop app', async ({ browser, school }) => {
  const desktopApp = await startInBrowser(browser)
  try {
    const { page } = desktopApp
    await connect(page, school.url)
    await signInToProgram(page)
    await expect(heading(page)).toBeVisible()
    await school.stop()
    await page.getByRole('link', { name: 'সহায়তা' }).first().click()
    await page.getByRole('link', { name: 'ইন্টারনেট ছাড়া কাজ' }).click()
    await expect(heading(page)).toHaveText('ইন্টারনেট ছাড়া কাজ')
    await expectPictures(page)
  } finally {
    await desktopApp.remove()
  }
})
