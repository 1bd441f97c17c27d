import type { Page } from '@playwright/test'
import { chooseFromMenu, pdf } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { sidebar, sidebarEntries } from '../support/sidebar.ts'

const screens = [
  { path: '', heading: 'স্বাগতম' },
  { path: '/published', heading: 'যা প্রকাশিত' },
  { path: '/createNotice', heading: 'যা প্রকাশিত' },
  { path: '/createnews', heading: 'যা প্রকাশিত' },
  { path: '/createNews', heading: 'যা প্রকাশিত' },
  { path: '/createdownload', heading: 'যা প্রকাশিত' },
  { path: '/createDownload', heading: 'যা প্রকাশিত' },
  { path: '/createjoyontigallery', heading: 'যা প্রকাশিত' },
  { path: '/photogallary', heading: 'যা প্রকাশিত' },
  { path: '/calendar', heading: 'শিক্ষাপঞ্জি' },
  { path: '/schoolInfo', heading: 'বিদ্যালয়ের তথ্য manage info' },
  { path: '/contactus', heading: 'যোগাযোগ' },
  { path: '/studentcount', heading: 'ছাত্রীসংখ্যা' },
  { path: '/studentcount/import', heading: 'এক্সেল থেকে শিক্ষার্থীর সংখ্যা আনুন' },
  { path: '/account', heading: 'অ্যাকাউন্ট' },
  { path: '/settings', heading: 'চেহারা ও মেনু Site settings' },
  { path: '/teachers', heading: 'কর্মকর্তা ও শিক্ষকবৃন্দ' },
  { path: '/pages', heading: 'যা প্রকাশিত' },
  { path: '/trash', heading: 'যা প্রকাশিত' },
  { path: '/backup', heading: 'ব্যাকআপ ও পুনরুদ্ধার' },
  { path: '/activity', heading: 'কে কী করেছেন' },
  { path: '/no-such-screen', heading: 'পাতাটি পাওয়া যায়নি' },
]

/** Addresses of the one list, which look different in a few only. */
const LISTS = screens.filter(({ heading }) => heading === 'যা প্রকাশিত').map(({ path }) => path)
const CHECKED_LISTS = ['/published', '/photogallary', '/trash']

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
  await signIn(page, `${demoSchool.url}/admin/dashboard`)
  for (const { path, heading } of screens) {
    await page.goto(`${demoSchool.url}/admin/dashboard${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('.spin, .skel')).toHaveCount(0)
    if (LISTS.includes(path) && !CHECKED_LISTS.includes(path)) continue
    await expectSound(page)
  }
})

const marks = [
  { at: '', group: null, link: 'শুরু' },
  { at: '/published', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/published?state=draft', group: 'যা প্রকাশিত', link: 'খসড়া' },
  { at: '/createNotice', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/createnews', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/createNews', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/createdownload', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/createDownload', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/photogallary', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/createjoyontigallery', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/albums', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/approval', group: 'যা প্রকাশিত', link: 'অপেক্ষায়' },
  { at: '/trash', group: 'যা প্রকাশিত', link: 'মুছে ফেলা' },
  { at: '/text/notices/unknown', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/versions/news/unknown', group: 'যা প্রকাশিত', link: 'সব কিছু' },
  { at: '/schoolInfo', group: 'বিদ্যালয়', link: 'তথ্য ও যোগাযোগ' },
  { at: '/contactus', group: 'বিদ্যালয়', link: 'তথ্য ও যোগাযোগ' },
  { at: '/versions/contactus/current', group: 'বিদ্যালয়', link: 'তথ্য ও যোগাযোগ' },
  { at: '/people', group: 'বিদ্যালয়', link: 'শিক্ষক ও কর্মচারী' },
  { at: '/teachers', group: 'বিদ্যালয়', link: 'শিক্ষক ও কর্মচারী' },
  { at: '/versions/teacherPage/current', group: 'বিদ্যালয়', link: 'শিক্ষক ও কর্মচারী' },
  { at: '/studentcount', group: 'বিদ্যালয়', link: 'ছাত্রীসংখ্যা' },
  { at: '/studentcount/import', group: 'বিদ্যালয়', link: 'ছাত্রীসংখ্যা' },
  { at: '/pages', group: 'বিদ্যালয়', link: 'অন্যান্য পাতা' },
  { at: '/settings', group: 'বিদ্যালয়', link: 'চেহারা ও মেনু' },
  { at: '/calendar', group: 'দিন ও রুটিন', link: 'শিক্ষাপঞ্জি' },
  { at: '/attendance', group: 'দিন ও রুটিন', link: 'দৈনিক উপস্থিতি' },
  { at: '/account', group: 'ব্যবস্থা', link: 'অ্যাকাউন্ট' },
  { at: '/backup', group: 'ব্যবস্থা', link: 'ব্যাকআপ ও পুনরুদ্ধার' },
  { at: '/activity', group: 'ব্যবস্থা', link: 'কে কী করেছেন' },
]

test('opens one group of the sidebar, with the marked link of the screen', async ({
  page,
  school,
  signIn,
}) => {
  test.setTimeout(120_000)
  const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
  await school.admin.updateSettings({ body: { ...settings, approval: true } })
  await page.setViewportSize({ width: 1366, height: 625 })
  await signIn(page, `${school.url}/admin/dashboard`)
  await expect(sidebarEntries(page)).toHaveText([
    'প্রকাশ করুন',
    'শুরু',
    'যা প্রকাশিত',
    'বিদ্যালয়',
    'দিন ও রুটিন',
    'ব্যবস্থা',
  ])
  // All entries fit a low window.
  const side = page.locator('.admin__side')
  expect(await side.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0)
  for (const { at, group, link } of marks) {
    await page.goto(`${school.url}/admin/dashboard${at}`)
    const marked = sidebar(page).locator('[aria-current=page]')
    await expect(marked.locator('span').first(), at).toHaveText(link)
    await expect(marked, at).toBeInViewport({ ratio: 1 })
    const open = sidebar(page).locator('details[open] > summary')
    await expect(open, at).toHaveText(group ? [group] : [])
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
  await page.getByRole('button', { name: 'লিখুন' }).click()
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
  const menu = sidebar(page)
  await expect(menu).toBeVisible()
  // The menu covers its own button.
  await expect(menu.getByRole('button', { name: 'মেনু বন্ধ করুন' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'মেনু', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.locator('summary', { hasText: 'যা প্রকাশিত' }).focus()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'সব কিছু' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('যা প্রকাশিত')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle(/^যা প্রকাশিত/)
})
