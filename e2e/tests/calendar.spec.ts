import { formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import {
  addDays,
  addMonths,
  formatDay,
  formatDays,
  formatMonth,
} from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, test } from '../support/fixtures.ts'
import { sidewaysScroll } from '../support/page-checks.ts'

const CALENDAR = '/admin/dashboard/calendar'
const events = { collection: 'events' } as const

test('enters a holiday by two taps, which visitors find without JavaScript', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  await signIn(page, school.url + CALENDAR)
  const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10)
  const month = addMonths(today.slice(0, 7), 1)
  const [first, last] = [`${month}-17`, `${month}-24`]
  const day = (iso: string) =>
    page.getByRole('button', { name: `${formatDay(iso)}, ${formatWeekday(iso)}` })
  await page.getByLabel('শিরোনাম', { exact: true }).fill('শীতকালীন ছুটি')
  const shown = page.getByRole('heading', { name: formatMonth(today.slice(0, 7)), exact: true })
  for (const impossible of ['22027-01-02', '2202-01-02']) {
    await page.getByLabel('শুরু').fill(impossible)
    await expect(page.getByRole('status').filter({ hasText: ' · ' })).toHaveCount(0)
    await expect(shown).toBeVisible()
  }
  await page.getByLabel('শুরু').fill('')
  await page.getByRole('button', { name: formatMonth(month) }).click()
  await day(first).click()
  // By keyboard: the days are one tab stop.
  await page.keyboard.press('ArrowDown')
  await expect(day(last)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(day(addDays(first, 3))).toHaveAttribute('aria-pressed', 'true')
  const echo = page.getByRole('status').filter({ hasText: `${formatDay(first)}, ` })
  await expect(echo).toContainText(`${formatDay(last)}, ${formatWeekday(last)} · ৮ দিন`)
  await expect(page.getByLabel('শেষ')).toHaveValue(formatDays(last))
  // The title says what it is.
  await expect(page.locator('[data-chip=kind]')).toHaveText('ছুটি')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'শীতকালীন ছুটি', exact: true }) })
  await expect(row).toContainText(formatDays(first, last))
  await expect(page.getByLabel('শুরু')).toHaveValue('')
  // Dates of one kind are entered one after the other.
  await expect(page.locator('[data-chip=kind]')).toHaveText('ছুটি')

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const visitor = await context.newPage()
  await visitor.goto(`${school.url}/calendar?month=${addMonths(month, -3)}`)
  const main = visitor.getByRole('main')
  await main.getByRole('link', { name: `পরের তারিখ: ${formatDays(first)}` }).click()
  await expect(visitor).toHaveURL(`${school.url}/calendar?month=${month}#month`)
  await expect(main.getByRole('heading', { name: formatMonth(month) })).toBeInViewport()
  const holiday = main.getByRole('link', { name: 'শীতকালীন ছুটি' })
  await expect(holiday).toHaveCount(1)
  await expect(main.getByRole('table')).toBeHidden()
  expect(await sidewaysScroll(visitor)).toBe(0)
  await visitor.setViewportSize({ width: 768, height: 1024 })
  await expect(main.getByRole('table')).toBeHidden()
  await visitor.setViewportSize({ width: 1200, height: 900 })
  await expect(main.getByRole('table').getByRole('link')).toHaveCount(8)
  expect(await sidewaysScroll(visitor)).toBe(0)
  await holiday.first().click()
  await expect(main.getByText(formatDays(first, last))).toBeVisible()
  await main.getByRole('link', { name: 'শিক্ষাপঞ্জি' }).first().click()
  await expect(visitor).toHaveURL(`${school.url}/calendar`)

  await visitor.goto(`${school.url}/calendar?month=${month}`)
  await main.getByRole('link', { name: 'পুরো বছর' }).click()
  const ofMonth = main.getByRole('region', { name: formatMonth(month) })
  await expect(ofMonth.getByRole('link', { name: 'শীতকালীন ছুটি' })).toBeVisible()
  await visitor.setViewportSize({ width: 360, height: 740 })
  expect(await sidewaysScroll(visitor)).toBe(0)
  await main.getByRole('link', { name: 'আগের বছর' }).click()
  await expect(main.getByRole('link', { name: 'শীতকালীন ছুটি' })).toHaveCount(0)
  expect((await visitor.goto(`${school.url}/calendar?year=1900`))?.status()).toBe(404)
  await context.close()
})

test('makes the list of a year from the fixed holidays and the year before', async ({
  page,
  school,
  signIn,
}) => {
  const year = new Date().getFullYear()
  const next = toBengaliDigits(year + 1)
  const create = (title: string, startsOn: string, endsOn?: string) =>
    school.admin.createEntry({
      params: events,
      body: { title, kind: 'holiday', startsOn, ...(endsOn && { endsOn }) },
    })
  await create('ঈদুল ফিতর', `${year}-03-20`, `${year}-03-22`)
  await create(`বার্ষিক পরীক্ষা ${toBengaliDigits(year)}`, `${year}-11-01`)
  await signIn(page, school.url + CALENDAR)
  await page.getByRole('radio', { name: next }).check()
  const list = page.getByRole('listitem')
  await expect(list.filter({ hasText: 'বিজয় দিবস' }).getByRole('checkbox')).toBeChecked()
  const eid = list.filter({ hasText: 'ঈদুল ফিতর' }).filter({ has: page.getByRole('checkbox') })
  await expect(eid.getByRole('checkbox')).toBeDisabled()
  await expect(eid).toContainText('চাঁদ বা তিথি দেখে বদলায়')
  const exam = list.filter({ hasText: `বার্ষিক পরীক্ষা ${next}` })
  await expect(exam.getByRole('checkbox')).not.toBeChecked()
  await eid.getByLabel('ঈদুল ফিতর: নতুন তারিখ').fill(`${year}-03-09`)
  await expect(eid).toContainText(`${next} সালের একটি তারিখ দিন`)
  await eid.getByLabel('ঈদুল ফিতর: নতুন তারিখ').fill(`${year + 1}-03-09`)
  await expect(eid).toContainText(formatDays(`${year + 1}-03-09`, `${year + 1}-03-11`))

  // The response to the fourth is lost; a retry repeats none.
  let sent = 0
  await page.route('**/api/events', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (sent !== 4) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: `এই ৮টি ${next} সালে যোগ করুন` }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  // What is changed before the retry is changed in the event that exists.
  const moved = list.filter({ has: page.getByRole('checkbox', { checked: true }) }).first()
  await moved.getByLabel(/নতুন তারিখ$/).fill(`${year + 1}-06-15`)
  await page.getByRole('button', { name: /সালে যোগ করুন$/ }).click()
  await expect(page.getByText(`${next} সালে ৮টি যোগ হয়েছে।`)).toBeVisible()
  const found = () =>
    school.admin.listEntries({ params: events, query: { from: `${year + 1}-01-01` } })
  const titles = async () => (await found()).map(({ title }) => title)
  expect((await found()).map(({ startsOn }) => startsOn)).toContain(`${year + 1}-06-15`)
  const added = page.getByRole('heading', { name: `${formatMonth(`${year + 1}-02`)}-এ যা আছে` })
  await expect(added).toBeFocused()
  expect(await titles()).toHaveLength(8)
  expect(new Set(await titles()).size).toBe(8)
  await expect(list.filter({ has: page.getByRole('checkbox') })).toHaveCount(1)

  await page.getByRole('button', { name: 'যোগ করা বাতিল করুন' }).click()
  await expect(list.filter({ has: page.getByRole('checkbox') })).toHaveCount(9)
  expect(await titles()).toEqual([])
})
