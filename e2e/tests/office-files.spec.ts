import { docxBytes, xlsxBytes } from '../../server/src/test/office-files.ts'
import { fileOf } from '../../server/src/test/sample-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, hydrated, open, sidewaysScroll } from '../support/page-checks.ts'
import type { SchoolServer } from '../support/school-server.ts'

test.use({ readsPapers: true })

const DAYS = ['রবি', 'সোম', 'মঙ্গল', 'বুধ', 'বৃহস্পতি']
const PERIODS = ['১ম', '২য়', '৩য়', '৪র্থ', '৫ম', '৬ষ্ঠ', '৭ম']

/** A notice in Word with a list, and a routine in Excel with a title over all columns. */
async function publish(school: SchoolServer): Promise<string> {
  const notice = docxBytes([
    { kind: 'heading', runs: [{ text: 'cixÿv', font: 'SutonnyMJ' }] },
    { kind: 'paragraph', runs: [{ text: 'পরীক্ষার্থীদের সময়মতো আসতে বলা হলো।' }] },
    { kind: 'item', runs: [{ text: 'প্রবেশপত্র' }] },
    { kind: 'item', runs: [{ text: 'কলম' }] },
  ])
  const routine = xlsxBytes([
    {
      name: 'নবম',
      rows: [
        [{ text: 'নবম শ্রেণির রুটিন' }],
        [{ text: 'বার' }, ...PERIODS.map((text) => ({ text }))],
        ...DAYS.map((text) => [{ text }, ...PERIODS.map(() => ({ text: 'গণিত (রেহানা)' }))]),
      ],
    },
  ])
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'পরীক্ষা ও রুটিন' },
    file: [fileOf(notice, 'নোটিশ.docx'), fileOf(routine, 'রুটিন.xlsx')],
  })
  const params = { collection: 'notices' as const, id }
  await expect
    .poll(async () => (await school.admin.getEntryText({ params })).pages.length, {
      timeout: 30_000,
    })
    .toBe(2)
  return `${school.url}/n/${id}`
}

test('shows the text and the tables of Office files as a page, with and without script', async ({
  page,
  school,
  browser,
}) => {
  const address = await publish(school)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, address)
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'পরীক্ষা', exact: true })).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: 'প্রবেশপত্র' })).toBeVisible()
  const table = main.getByRole('region', { name: 'সারণি' })
  await expect(table.getByRole('rowheader', { name: 'মঙ্গল' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: '৭ম' })).not.toBeInViewport()
  // By keyboard; the first column stays in sight.
  await table.focus()
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(table.getByRole('columnheader', { name: '৭ম' })).toBeInViewport({ timeout: 200 })
  }).toPass()
  await expect(table.getByRole('rowheader', { name: 'মঙ্গল' })).toBeInViewport()
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, 'a notice of Office files')
  await expect(main.getByRole('link', { name: /ফাইলটি খুলুন.*রুটিন/s })).toBeVisible()

  const still = await browser.newContext({
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  })
  const reader = await still.newPage()
  await reader.goto(address)
  await expect(reader.getByRole('region', { name: 'সারণি' })).toContainText('গণিত (রেহানা)')
  await still.close()
})
