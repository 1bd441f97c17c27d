import { dhakaTime, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { Page } from '@playwright/test'
import {
  chooseFromMenu,
  fillEntry,
  openEntry,
  openValue,
  pdf,
} from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { openTab } from '../support/sidebar.ts'

const NOTICES = '/admin/dashboard/createNotice'
const dayIn = (days: number) => dhakaTime(new Date(Date.now() + days * DAY_MS)).iso
const rowOf = (page: Page, title: RegExp) => page.getByRole('row', { name: title })
const file = () => new File([new Uint8Array(pdf())], 'কাগজ.pdf', { type: 'application/pdf' })

test('hides a scheduled notice, then publishes it at once', async ({
  page,
  browser,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  await fillEntry(page, 'আগামী সপ্তাহের নোটিশ')
  await openValue(page, 'publish')
  await page.getByLabel('কবে থেকে দেখা যাবে: দিন').fill(dayIn(7))
  await page.getByLabel('কবে থেকে দেখা যাবে: সময়').selectOption('09:30')
  await expect(page.getByText(/, সকাল ৯:৩০ থেকে দেখা যাবে/)).toBeVisible()
  await openValue(page, 'expiry')
  await page.getByLabel('কবে পর্যন্ত দেখা যাবে: দিন').fill(dayIn(6))
  await page.getByRole('button', { name: /তারিখের জন্য রাখুন/ }).click()
  const expiry = page.getByRole('alert').getByRole('link', { name: /প্রকাশের সময়ের পরে/ })
  await expiry.click()
  await expect(page.getByLabel('কবে পর্যন্ত দেখা যাবে: দিন')).toBeFocused()
  await page.getByLabel('কবে পর্যন্ত দেখা যাবে: দিন').fill(dayIn(30))
  await page.reload()
  await openValue(page, 'publish')
  await expect(page.getByLabel('কবে থেকে দেখা যাবে: সময়')).toHaveValue('09:30')
  await expect(page.locator('.upfile')).toContainText('নোটিশ.pdf')
  await page.getByRole('button', { name: /তারিখের জন্য রাখুন/ }).click()
  await expect(page.getByText(/সংরক্ষণ করা হয়েছে।.*সকাল ৯:৩০ থেকে ওয়েবসাইটে দেখা যাবে।/)).toBeVisible()
  const done = page.getByRole('region', { name: /সংরক্ষণ করা হয়েছে।/ })
  await expect(done).toBeFocused()
  await expect(done.getByRole('link', { name: /^(দেখুন|হোয়াটসঅ্যাপে)/ })).toHaveCount(0)
  await expect(rowOf(page, /আগামী সপ্তাহের/)).toContainText('নির্ধারিত')

  const [scheduled] = await school.admin.listEntries({
    params: { collection: 'notices' },
    query: { state: 'scheduled' },
  })
  expect(scheduled?.publishAt).toBe(new Date(`${dayIn(7)}T09:30:00+06:00`).toISOString())
  const lastDay = startOfDay(dayIn(30)).getTime()
  expect(scheduled?.expiresAt).toBe(new Date(lastDay + DAY_MS).toISOString())
  const visitor = await browser.newPage()
  await visitor.goto(`${school.url}/allNotices`)
  await expect(visitor.getByText('আগামী সপ্তাহের নোটিশ')).toHaveCount(0)

  await openEntry(rowOf(page, /আগামী সপ্তাহের/))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('শিরোনাম', { exact: true })).toBeFocused()
  await openValue(dialog, 'publish')
  await dialog.getByLabel('কবে থেকে দেখা যাবে: দিন').fill('')
  await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(page.getByText('নোটিশের পরিবর্তন সংরক্ষণ করা হয়েছে।')).toBeVisible()
  await expect(rowOf(page, /আগামী সপ্তাহের/)).not.toContainText('নির্ধারিত')
  await visitor.reload()
  await expect(visitor.getByText('আগামী সপ্তাহের নোটিশ').first()).toBeVisible()
  await visitor.close()
})

test('filters the list to expired entries and sorts it, pinned ones first', async ({
  page,
  school,
  signIn,
}) => {
  const publish = (title: string, more: { date?: string; expiresAt?: string } = {}) =>
    school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title, ...more },
      file: file(),
    })
  await publish('খ নোটিশ', { date: '2026-01-01' })
  await publish('ক নোটিশ', { date: '2026-01-02' })
  await publish('গ নোটিশ', { date: '2026-01-03', expiresAt: '2026-02-01' })
  await signIn(page, school.url + NOTICES)
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveText([/গ নোটিশ/, /ক নোটিশ/, /খ নোটিশ/])
  await expect(rows.first()).toContainText('মেয়াদ শেষ')

  const sortBy = async (order: string) => {
    await page.getByRole('button', { name: 'সাজান ও বাছুন' }).click()
    await page.getByRole('menuitem', { name: order }).click()
  }
  await sortBy('পুরোনো আগে')
  await expect(rows).toHaveText([/খ নোটিশ/, /ক নোটিশ/, /গ নোটিশ/])
  await sortBy('শিরোনাম অনুযায়ী')
  await expect(rows).toHaveText([/ক নোটিশ/, /খ নোটিশ/, /গ নোটিশ/])
  await openTab(page, 'মেয়াদ শেষ ১')
  await expect(rows).toHaveText([/গ নোটিশ/])
  await page.reload()
  await expect(rows).toHaveText([/গ নোটিশ/])
  await openTab(page, 'সময় দেওয়া')
  await expect(page.getByText('এমন কিছু এখন নেই।')).toBeVisible()
  await page.getByRole('button', { name: 'সব দেখুন' }).click()
  await expect(rows).toHaveCount(3)
  await sortBy('নতুন আগে')

  await openEntry(rowOf(page, /খ নোটিশ/))
  await openValue(page.getByRole('dialog'), 'pin')
  await page
    .getByRole('dialog')
    .getByLabel(/পিন করা থাকবে/)
    .fill(dayIn(3))
  await page.getByRole('dialog').getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(rows).toHaveText([/খ নোটিশ/, /গ নোটিশ/, /ক নোটিশ/])
  await expect(rows.first()).toContainText('পিন করা')
})

test("keeps both admins' changes to one notice", async ({ page, school, signIn }) => {
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটির নোটিশ', date: '2026-01-01' },
    file: file(),
  })
  await signIn(page, school.url + NOTICES)
  await openEntry(rowOf(page, /ছুটির/))
  const dialog = page.getByRole('dialog')
  await openValue(dialog, 'publish')
  await dialog.getByLabel('তারিখ').fill('2026-03-05')
  await expect(dialog.getByText('বৃহস্পতিবার, ৫ মার্চ ২০২৬')).toBeVisible()
  await school.admin.updateEntry({
    params: { collection: 'notices', id },
    body: { title: 'শীতকালীন ছুটির নোটিশ' },
  })
  await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await dialog.getByRole('button', { name: 'এখনকার অবস্থা আনুন' }).click()
  await expect(dialog.getByLabel('শিরোনাম', { exact: true })).toHaveValue('শীতকালীন ছুটির নোটিশ')
  await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(page.getByText('নোটিশের পরিবর্তন সংরক্ষণ করা হয়েছে।')).toBeVisible()
  const saved = await school.admin.getEntry({ params: { collection: 'notices', id } })
  expect(saved.title).toBe('শীতকালীন ছুটির নোটিশ')
  expect(dhakaTime(saved.date).iso).toBe('2026-03-05')
})

test('reports an unreachable server in the form without waiting for the list', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'পুরোনো' },
    file: file(),
  })
  await signIn(page, school.url + NOTICES)
  await fillEntry(page, 'অপেক্ষা নয়')
  // The list's responses never arrive.
  await page.route(/\/api\/(stats\/)?notices\?/, () => undefined)
  await page.route('**/api/notices', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('alert').first()).toContainText('সংযোগ করা যাচ্ছে না')
  await expect(page.getByRole('button', { name: 'প্রকাশ করুন' })).not.toHaveAttribute('aria-busy')

  await page.route(/\/api\/notices\/\w+$/, (route) => route.abort('connectionrefused'))
  await chooseFromMenu(rowOf(page, /পুরোনো/), /নাম বদলান/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('নতুন')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('সংযোগ করা যাচ্ছে না')
  await expect(dialog.getByRole('textbox')).toHaveValue('নতুন')
})

test('understands a typed day, and offers a month by keyboard', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  await fillEntry(page, 'ছুটির নোটিশ')
  await openValue(page, 'publish')
  const date = page.getByLabel('তারিখ')
  for (const typed of ['১২/৩/২০২৭', '12-3-27', '১২ মার্চ ২০২৭', '2027-03-12']) {
    await date.fill(typed)
    await expect(page.getByText('শুক্রবার, ১২ মার্চ ২০২৭')).toBeVisible()
  }
  await date.fill('৩১/২/২০২৭')
  await expect(page.getByText(/দিনটি বোঝা যায়নি/)).toHaveCount(0)
  await date.blur()
  await expect(page.getByText(/দিনটি বোঝা যায়নি/)).toBeVisible()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'সঠিক তারিখ দিন।' }).click()
  await expect(date).toBeFocused()

  await date.fill('২৮ ফেব্রুয়ারি ২০২৭')
  const open = page.getByRole('button', { name: 'ক্যালেন্ডার থেকে বেছে নিন' }).last()
  await open.click()
  const month = page.getByRole('dialog')
  const day = (name: string) => month.getByRole('button', { name })
  await expect(day('২৮ ফেব্রুয়ারি, রবিবার')).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'the month')
  await page.keyboard.press('ArrowRight')
  await expect(day('১ মার্চ, সোমবার')).toBeFocused()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+PageUp')
  await expect(day('১ এপ্রিল, বুধবার')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(month).toHaveCount(0)
  await expect(date).toHaveValue('২৮ ফেব্রুয়ারি ২০২৭')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(day('৬ মার্চ, শনিবার')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(open).toBeFocused()
  await expect(date).toHaveValue('৬ মার্চ ২০২৭')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(dhakaTime(notice?.date ?? '').iso).toBe('2027-03-06')
})
