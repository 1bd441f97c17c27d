import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { Browser } from '@playwright/test'
import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import {
  expectAccessible,
  expectReadableColours,
  open,
  sidewaysScroll,
} from '../support/page-checks.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { openScreen } from '../support/sidebar.ts'

/** The browser of the tests names itself a robot. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'

const parent = (browser: Browser, options = {}) =>
  browser.newContext({ userAgent: PHONE, ...options })

/** How often the site and an entry were read. */
async function totals({ admin }: SchoolServer, id: string) {
  const { site, entries } = await admin.readerCounts({ query: { ids: id } })
  return [site.total, entries[0]?.total ?? 0]
}

test('counts each view once: documents, pages opened in the page, and no copies for later', async ({
  browser,
  school,
}) => {
  const title = 'শীতকালীন ছুটি'
  const { _id: id } = await publish(school.admin, 'notices', title)
  const context = await parent(browser)
  const page = await context.newPage()
  await open(page, school.url)
  // The service worker has stored pages for use without a connection.
  await page.waitForFunction(async (path) => caches.match(path), `/n/${id}`)
  await page.waitForFunction(async () => caches.match('/contact_us'))
  expect(await totals(school, id)).toEqual([1, 0])

  const link = page.getByRole('main').getByRole('link', { name: title }).first()
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/api/notices/${id}`))
  await link.hover()
  await loaded
  expect(await totals(school, id)).toEqual([1, 0])
  await link.click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.poll(() => totals(school, id)).toEqual([2, 1])

  // The service worker now loads documents for the page.
  await page.reload()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.poll(() => totals(school, id)).toEqual([3, 2])
  await context.close()

  const without = await parent(browser, { javaScriptEnabled: false })
  const plain = await without.newPage()
  await plain.goto(`${school.url}/n/${id}`)
  await without.close()
  expect(await totals(school, id)).toEqual([4, 3])
})

test('shows how often a notice and the site were read, in words, as bars and as a table', async ({
  page,
  school: { admin, url },
  signIn,
}) => {
  const title = 'বার্ষিক পরীক্ষার সময়সূচি'
  const { _id: id } = await publish(admin, 'notices', title)
  await publish(admin, 'notices', 'কেউ দেখেনি')
  for (const path of ['/', `/n/${id}`, `/n/${id}`, `/n/${id}`]) {
    await (await fetch(url + path, { headers: { 'user-agent': PHONE } })).arrayBuffer()
  }
  await signIn(page, `${url}/admin/dashboard/createNotice`)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('৩ বার দেখা হয়েছে')
  await expect(page.getByText('বার দেখা হয়েছে')).toHaveCount(1)

  await chooseFromMenu(row, 'কবে কতবার দেখা হয়েছে')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'কবে কতবার দেখা হয়েছে' })).toBeVisible()
  await expect(dialog).toContainText(title)
  await expect(dialog).toContainText('গত ৩০ দিনে ৩ বার, আজ ৩ বার। মোট ৩ বার।')
  await expect(dialog.getByRole('img', { name: /^গত ৩০ দিনের চিত্র/ })).toBeVisible()
  await dialog.getByText('দিন ধরে সংখ্যা').press('Enter')
  const days = dialog.locator('tbody tr')
  await expect(days).toHaveCount(30)
  await expect(days.first().getByRole('cell')).toHaveText('৩')
  await expect(days.last().getByRole('cell')).toHaveText(formatNumber(0))
  await expectAccessible(page, 'the readers of a notice')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^আরও কাজ/ })).toBeFocused()

  await page.goto(`${url}/admin/dashboard`)
  await page.getByText('সব সংখ্যা', { exact: true }).click()
  const card = page.getByRole('region', { name: 'ওয়েবসাইট কতবার দেখা হয়েছে' })
  await expect(card).toContainText('গত ৩০ দিনে ৪ বার, আজ ৪ বার। মোট ৪ বার।')
  await expectAccessible(page, 'the overview with readers')
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColours(page, 'the overview in the dark')
})

test('leaves the numbers out while they cannot be read', async ({
  page,
  school: { admin, url },
  signIn,
}) => {
  await publish(admin, 'notices', 'ছুটি')
  let asked = 0
  // As in the desktop app without a connection.
  await page.route('**/api/admin/readers*', (route) => {
    asked += 1
    return route.abort()
  })
  const TRIES = 3
  await signIn(page, `${url}/admin/dashboard`)
  await expect(page.getByRole('heading', { name: 'এখন যা করার আছে' })).toBeVisible()
  await expect.poll(() => asked).toBe(TRIES)
  await expect(page.getByRole('heading', { name: 'ওয়েবসাইট কতবার দেখা হয়েছে' })).toHaveCount(0)
  await openScreen(page, 'নোটিশ বোর্ড')
  const row = page.getByRole('row').filter({ hasText: 'ছুটি' })
  await expect.poll(() => asked).toBe(2 * TRIES)
  await expect(row).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await row.getByRole('button', { name: /আরও কাজ/ }).click()
  await expect(page.getByRole('menuitem', { name: /মুছুন/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'কবে কতবার দেখা হয়েছে' })).toHaveCount(0)
})
