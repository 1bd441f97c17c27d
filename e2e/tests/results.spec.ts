import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { resultsAdminCopy as screen } from '@bidyaloy/shared/features/results/admin-copy'
import { resultsCopy as texts } from '@bidyaloy/shared/features/results/copy'
import { pages, resultsTitle } from '@bidyaloy/shared/features/results/paths'
import { sampleResults } from '@bidyaloy/shared/features/results/sample-results'
import { dhakaTime, formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, formatDays } from '@bidyaloy/shared/lib/bengali/days'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, hydrated, sidewaysScroll } from '../support/page-checks.ts'

const PHONE = { width: 360, height: 740 }
const SHEET = [
  'রোল\tনাম\tবাংলা (১০০)\tগণিত (১০০)\tমোট\tগ্রেড\tজিপিএ\tস্থান',
  '২৬\tরিমা খাতুন\t৬৯\t৮৮\t১৫৭\tA\t৪.৫০\t৬',
  '২৭\tসুমাইয়া আক্তার\t৭৮\tঅনু\t৭৮\tF\t০.০০\t',
  '২৮\tজান্নাতুল ফেরদৌস\t৭১\t১৮১\t২৫২\tA\t৪.০০\t',
].join('\n')
const EXAM = 'অর্ধবার্ষিক পরীক্ষা ২০২৬'

async function fillSlip(page: Page, roll: string, code: string) {
  await page.getByLabel(texts['results.group'], { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(texts['results.roll'], { exact: true }).fill(roll)
  await page.getByLabel(texts['results.code'], { exact: true }).fill(code)
  await page.getByRole('button', { name: texts['results.open'] }).click()
}

test('a clerk imports a sheet and prints slips; a girl opens, keeps and removes her result', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  await signIn(page, `${school.url}/admin/dashboard/results`)
  await expect(page.getByText(screen['results.admin.none'])).toBeVisible()
  await page.getByRole('link', { name: screen['results.admin.import'] }).click()
  await page.getByLabel(sheetCopy['import.paste']).fill(SHEET)
  await page.getByRole('button', { name: sheetCopy['import.paste.read'] }).click()
  await expect(page.getByText('গণিত: ১৮১, ১০০-র বেশি')).toBeVisible()
  await expect(page.getByText(screen['results.import.rejected'])).toBeVisible()
  const make = page.getByRole('button', { name: '২টি স্লিপ বানান' })
  await make.click()
  await expect(page.getByLabel(screen['results.import.exam'])).toHaveAccessibleDescription(/পূরণ/)
  await page.getByLabel(screen['results.import.exam']).fill(EXAM)
  await page.getByLabel(screen['results.import.class']).selectOption('Eight')
  await page.getByLabel(screen['results.import.shift']).selectOption('Morning')
  await page.getByLabel(screen['results.import.section']).selectOption('B')
  await expectAccessible(page, 'light')
  await make.click()
  await expect(page.getByRole('heading', { name: '২টি স্লিপ, ১ পাতা' })).toBeFocused()

  // Neither name nor code is in the storage of the browser, and a reload loses nothing.
  const slip = page.locator('.slips li').filter({ hasText: 'রিমা খাতুন · রোল ২৬' })
  const code = await slip.locator('.slips__code').innerText()
  expect(code).toMatch(/^[2-9A-HJ-NP-TV-Z]{4} [2-9A-HJ-NP-TV-Z]{4}$/)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const secret of ['রিমা', code, code.replace(' ', '')]) expect(stored).not.toContain(secret)
  await page.goto(`${school.url}/admin/dashboard/results`)
  await page.getByRole('link', { name: screen['results.admin.slips'] }).click()
  await expect(slip.locator('.slips__code')).toHaveText(code)
  await expectAccessible(page, 'light')

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
  const plain = await phone.newPage()
  await plain.goto(school.url + pages.results)
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(resultsTitle)
  expect(await sidewaysScroll(plain)).toBe(0)
  await fillSlip(plain, '২৭', code)
  await expect(plain.getByRole('alert')).toHaveText(/রোল আর কোড মিলছে না।.*আর ৯ বার/)
  await expect(plain.getByLabel(texts['results.roll'], { exact: true })).toHaveValue('২৭')
  await plain.getByLabel(texts['results.roll'], { exact: true }).fill('26')
  await plain.getByRole('button', { name: texts['results.open'] }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('রিমা খাতুন')
  await expect(plain.getByRole('row', { name: 'গণিত ৮৮' })).toBeVisible()
  expect(await sidewaysScroll(plain)).toBe(0)
  await phone.close()

  const own = await browser.newContext({ viewport: PHONE })
  const girl = await own.newPage()
  await girl.goto(school.url + pages.results)
  await expectAccessible(girl, 'light')
  await fillSlip(girl, '26', code.toLowerCase())
  await girl.getByRole('button', { name: texts['results.keep'] }).click()
  await expect(girl.getByText(texts['results.kept'])).toBeVisible()
  await expectAccessible(girl, 'dark')
  // Back, on a shared computer, does not show the result again.
  await girl.getByRole('link', { name: 'সব নোটিশ' }).click()
  await expect(girl).toHaveURL(/allNotices/)
  await expect(girl.getByRole('heading', { level: 1 })).toHaveText('সব নোটিশ')
  await girl.goBack()
  await expect(girl.getByRole('heading', { level: 1 })).not.toHaveText('রিমা খাতুন')
  // Nor does it where the page comes from the back/forward cache, which browsers of tests do without.
  await fillSlip(girl, '26', code)
  await expect(girl.getByRole('link', { name: texts['results.another'] })).toBeVisible()
  await girl.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(girl.getByRole('heading', { level: 1 })).toHaveText(resultsTitle)
  await hydrated(girl)
  const kept = girl.getByRole('listitem').filter({ hasText: 'রিমা খাতুন' })
  await kept.getByRole('button', { name: texts['results.kept.show'] }).click()
  await expect(girl.getByRole('row', { name: 'বাংলা ৬৯' })).toBeVisible()
  await girl.getByRole('button', { name: texts['results.kept.remove'] }).click()
  await girl.getByRole('button', { name: texts['results.kept.back'] }).click()
  await expect(girl.getByRole('heading', { name: texts['results.kept.title'] })).toHaveCount(0)
  expect(await girl.evaluate(() => localStorage.getItem('results'))).toBeNull()
  await own.close()

  await page.getByRole('button', { name: screen['results.slips.printed'] }).click()
  await page.getByRole('button', { name: screen['results.slips.printed.yes'] }).click()
  await expect(page).toHaveURL(/\/results$/)
  await expect(page.getByRole('link', { name: screen['results.admin.slips'] })).toHaveCount(0)
  await expect(page.getByText(screen['results.slips.forgotten'])).toBeVisible()

  // The last day: neither in the past, nor over a change of somebody else unseen.
  await page.getByRole('button', { name: screen['results.admin.until.change'] }).click()
  const dialog = page.getByRole('dialog', { name: screen['results.admin.until.title'] })
  const lastDay = dialog.getByLabel(screen['results.import.until'], { exact: true })
  const today = dhakaTime(new Date()).iso
  await lastDay.fill(formatDate(addDays(today, -1)))
  const save = dialog.getByRole('button', { name: adminCopy['form.save'] })
  await save.click()
  await expect(lastDay).toHaveAccessibleDescription(/সঠিক তারিখ দিন/)
  const [seen] = await school.admin.listResultSheets()
  const until = addDays(today, 5)
  await school.admin.changeResults({ params: { id: seen?._id ?? '' }, body: { until } })
  const later = addDays(today, 40)
  await lastDay.fill(formatDate(later))
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(screen['results.admin.until.conflict'])
  await expectAccessible(page, 'light')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`ফল দেখা যাবে ${formatDays(later)} পর্যন্ত।`)).toBeVisible()
  await expect(page.getByRole('cell', { name: formatDays(later) })).toBeVisible()
  expect(await school.admin.listResults()).toMatchObject([{ until: later }])
  await expect(page.getByText('২ জন, পাস ১, জিপিএ-৫ ০')).toBeVisible()
  await page.getByRole('button', { name: screen['results.admin.notice'] }).click()
  await expect(page.getByText(screen['results.admin.notice.made'])).toBeVisible()
  const [draft] = await school.admin.listEntries({
    params: { collection: 'notices' },
    query: { state: 'draft' },
  })
  expect(draft?.title).toContain(EXAM)
})

test('Back shows no result, neither at once nor after a page of the same address', async ({
  page,
  school,
}) => {
  const until = addDays(dhakaTime(new Date()).iso, 5)
  const { slips } = await school.admin.sealResults({ body: { ...sampleResults, until } })
  const [{ roll, name, code } = { roll: 0, name: '', code: '' }] = slips
  const title = page.getByRole('heading', { level: 1 })
  const openResult = async () => {
    await fillSlip(page, String(roll), code)
    await expect(title).toHaveText(name)
    await hydrated(page)
  }
  await page.goto(school.url + pages.results)
  await openResult()
  // A link within the page is no way back.
  await page.evaluate(() => {
    location.hash = '#main'
  })
  await page.getByRole('button', { name: texts['results.keep'] }).click()
  await expect(page.getByText(texts['results.kept'])).toBeVisible()
  await expect(title).toHaveText(name)
  await page.goBack()
  await expect(title).toHaveText(resultsTitle)

  await openResult()
  await page.getByRole('link', { name: texts['results.another'] }).click()
  await expect(title).toHaveText(resultsTitle)
  await page.goBack()
  await expect(title).toHaveText(resultsTitle)

  // Before the page of the link is there.
  await openResult()
  await page.evaluate(async () => {
    const push = history.pushState.bind(history)
    history.pushState = (...state) => {
      push(...state)
      history.back()
    }
    const isBack = new Promise((done) => addEventListener('popstate', done, { once: true }))
    document.querySelector<HTMLAnchorElement>('a[href="/allNotices"]')?.click()
    await isBack
  })
  await expect(title).toHaveText(resultsTitle)
  await expect(page.locator('.marksheet')).toHaveCount(0)
})
