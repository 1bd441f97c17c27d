import { sumCounts } from '@bidyaloy/shared/features/student-counts/student-groups'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, test } from '../support/fixtures.ts'
import { siteText } from '../support/texts.ts'

test('shows a total per class and for the whole table', async ({ page, demoSchool }) => {
  const rows = await demoSchool.admin.listStudentCounts({})
  await page.goto(`${demoSchool.url}/studentcount`)
  const table = page.getByRole('table', { name: siteText('students.caption') })
  const six = rows.filter(({ className }) => className === 'Six')
  const ofSix = table.locator('tbody').filter({ hasText: siteText('enum.class.Six') })
  await expect(ofSix.locator('tr:not(.sum)')).toHaveCount(six.length)
  await expect(ofSix.locator('tr.sum td').first()).toHaveText(formatNumber(sumCounts(six).girls))
  await expect(table.locator('tfoot td').first()).toHaveText(formatNumber(sumCounts(rows).girls))
  // The last row is as wide as the header, whichever of the two headers is shown.
  const widths = await table.evaluate((element) =>
    [...element.querySelectorAll('thead tr:first-child, tfoot tr')].map((row) =>
      [...row.children].reduce((sum, cell) => sum + Number(cell.getAttribute('colspan') ?? 1), 0),
    ),
  )
  expect(widths[1]).toBe(widths[0])
  // Printed once, not at the foot of every page.
  await page.emulateMedia({ media: 'print' })
  await expect(table.locator('tfoot')).toHaveCSS('display', 'table-row-group')
})

test('keeps class, shift and section visible on a phone while the table scrolls sideways', async ({
  page,
  demoSchool,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto(`${demoSchool.url}/studentcount`)
  const box = page.getByRole('region', { name: siteText('students.caption') })
  const group = ['enum.class.Three', 'enum.shift.Morning', 'enum.section.A'] as const
  const name = group.map((key) => siteText(key)).join(' · ')
  // A screen reader hears it once too: the three columns of wide screens are absent.
  const head = box.getByRole('rowheader', { name, exact: true })
  await expect(box.getByRole('columnheader', { name: siteText('students.col.shift') })).toHaveCount(
    1,
  )
  await expect(box.getByRole('rowheader', { name: siteText('enum.class.Three') })).toHaveCount(
    (await demoSchool.admin.listStudentCounts({})).filter(({ className }) => className === 'Three')
      .length + 1,
  )
  const before = await head.boundingBox()
  await box.evaluate((element) => element.scrollTo(400, 0))
  expect(await box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(300)
  const after = await head.boundingBox()
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(2)
  // It leaves space for the numbers.
  const room = await box.evaluate((element) => element.clientWidth)
  expect(after?.width ?? room).toBeLessThan(room * 0.6)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(head).toHaveCount(0)
  await expect(box.getByRole('rowheader', { name: siteText('enum.class.Three') })).toHaveCount(1)
})

test('downloads the counts as a worksheet', async ({ page, demoSchool }) => {
  await page.goto(`${demoSchool.url}/studentcount`)
  const link = page.getByRole('link', { name: siteText('students.download.xlsx') })
  const href = await link.getAttribute('href')
  expect(href).toMatch(/\.xlsx$/)
  const answer = await page.request.get(demoSchool.url + href)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/spreadsheetml/)
  expect((await answer.body()).length).toBeGreaterThan(500)
})

test('shows a table for each chart at a glance, with matching sums', async ({
  browser,
  demoSchool,
}) => {
  const rows = await demoSchool.admin.listStudentCounts({})
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${demoSchool.url}/student_at_a_glance`)
  for (const title of ['eservice.glance.byClass', 'eservice.glance.byShift'] as const) {
    const section = page.getByRole('region', { name: siteText(title) })
    await section.getByText(siteText('eservice.glance.table', { title: siteText(title) })).click()
    const total = section.getByRole('row').last()
    await expect(total).toContainText(formatNumber(sumCounts(rows).girls))
    await expect(total).toContainText('১০০%')
  }
  await context.close()
})
