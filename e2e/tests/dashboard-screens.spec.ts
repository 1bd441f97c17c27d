import type { Page } from '@playwright/test'
import { chooseFromMenu, pdf } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

const screens = [
  { path: '', heading: 'স্বাগতম' },
  { path: '/createNotice', heading: 'নোটিশ বোর্ড' },
  { path: '/createnews', heading: 'খবর' },
  { path: '/createNews', heading: 'খবর' },
  { path: '/createdownload', heading: 'ডাউনলোড' },
  { path: '/createDownload', heading: 'ডাউনলোড' },
  { path: '/createjoyontigallery', heading: 'সুবর্ণজয়ন্তীর ছবি' },
  { path: '/photogallary', heading: 'গ্যালারির ছবি' },
  { path: '/calendar', heading: 'শিক্ষাপঞ্জি' },
  { path: '/schoolInfo', heading: 'বিদ্যালয়ের তথ্য manage info' },
  { path: '/contactus', heading: 'যোগাযোগ' },
  { path: '/studentcount', heading: 'ছাত্রীসংখ্যা' },
  { path: '/studentcount/import', heading: 'এক্সেল থেকে শিক্ষার্থীর সংখ্যা আনুন' },
  { path: '/account', heading: 'অ্যাকাউন্ট' },
  { path: '/settings', heading: 'ওয়েবসাইটের সেটিংস Site settings' },
  { path: '/teachers', heading: 'কর্মকর্তা ও শিক্ষকবৃন্দ' },
  { path: '/pages', heading: 'অন্যান্য পাতা' },
  { path: '/trash', heading: 'মুছে ফেলা তালিকা' },
  { path: '/backup', heading: 'ব্যাকআপ ও পুনরুদ্ধার' },
  { path: '/activity', heading: 'কে কী করেছেন' },
  { path: '/no-such-screen', heading: 'পাতাটি পাওয়া যায়নি' },
]

const OTHER_SPELLINGS = ['/createNews', '/createDownload']

/** One size of each layout: the sidebar beside the screen, and as a sheet. Each has a theme. */
const layouts = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const
const tablet = { width: 768, height: 1024 }

/** Expects no horizontal overflow at any size, and no axe violations in any layout. */
async function expectSound(page: Page) {
  await page.setViewportSize(tablet)
  expect(await sidewaysScroll(page)).toBe(0)
  for (const { colorScheme, ...size } of layouts) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `${page.url()} at ${size.width} px`)
  }
}

test('shows every screen of the sidebar at every size, light and dark', async ({
  page,
  demoSchool,
  signIn,
}) => {
  test.setTimeout(300_000)
  // Blocks thumbnails from the video service.
  await page.route('https://i.ytimg.com/**', (route) => route.fulfill({ status: 204 }))
  await signIn(page, `${demoSchool.url}/admin/dashboard`)
  for (const { path, heading } of screens) {
    await page.goto(`${demoSchool.url}/admin/dashboard${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    // The sidebar uses the screen's name; only the overview has a greeting.
    const own = page.getByRole('navigation', { name: 'অ্যাডমিন মেনু' }).locator('[aria-current=page]')
    if (path && (await own.count()) > 0) expect(heading).toContain((await own.innerText()).trim())
    await expect(page.locator('.spin, .skel')).toHaveCount(0)
    // The other spelling of the path shows the same screen.
    if (OTHER_SPELLINGS.includes(path)) continue
    await expectSound(page)
  }
})

test('forms with errors and dialogs are accessible', async ({ page, school, signIn }) => {
  test.setTimeout(120_000)
  await school.admin.createEntry({
    params: { collection: 'news' },
    body: { title: 'জেলা বিজ্ঞান মেলায় আমাদের বিজ্ঞান ক্লাব প্রথম স্থান অর্জন করেছে' },
    file: new File([new Uint8Array(pdf())], 'খবর.pdf'),
  })
  await signIn(page, `${school.url}/admin/dashboard`)
  await page.goto(`${school.url}/admin/dashboard/createnews`)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  for (const button of [/Update/, /ফাইল বদলান/, /Delete/]) {
    await chooseFromMenu(page.locator('tbody'), button)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Escape')
  }
})

test('the sign-in page is accessible', async ({ page, demoSchool }) => {
  await page.goto(`${demoSchool.url}/admin/login`)
  await expectSound(page)
})

test('works by keyboard only in a narrow window', async ({ page, demoSchool, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, `${demoSchool.url}/admin/dashboard`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'মূল বিষয়বস্তুতে যান' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'মেনু', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('navigation', { name: 'অ্যাডমিন মেনু' })
  await expect(menu).toBeVisible()
  // The menu covers its own button.
  await expect(menu.getByRole('button', { name: 'মেনু বন্ধ করুন' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'মেনু', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'ডাউনলোড' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ডাউনলোড')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle(/^ডাউনলোড/)
})
