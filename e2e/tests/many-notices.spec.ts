import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { siteText } from '../support/texts.ts'

const MANY = 400
const AT_ONCE = 8
/** Size limit of a page of 25 rows with its style sheet; a page with all rows would be far larger. */
const LARGEST_PAGE = 130_000

test.use({ javaScriptEnabled: false })

async function fillWithMany({ admin }: SchoolServer): Promise<void> {
  let next = 1
  const publishNext = async () => {
    while (next <= MANY) {
      const number = next
      next += 1
      const date = new Date(Date.UTC(2022, 0, number % 1000)).toISOString()
      await publish(admin, 'notices', `নোটিশ নম্বর ${formatNumber(number)}`, date)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, publishNext))
}

test('pages and searches four hundred notices as easily as twenty', async ({ page, school }) => {
  await fillWithMany(school)
  const main = page.getByRole('main')
  const pager = page.getByRole('navigation', { name: siteText('list.pager'), exact: true })
  const rows = main.locator('tbody tr:not(.month)')

  const answer = await page.goto(`${school.url}/allNotices`)
  expect((await answer?.body())?.length).toBeLessThan(LARGEST_PAGE)
  await expect(main.getByText(siteText('public.glance.unit.count', { n: '৪০০' }))).toBeVisible()
  await expect(rows).toHaveCount(25)

  await pager.getByRole('link', { name: '১৬' }).click()
  await expect(rows.last().getByRole('cell').first()).toHaveText('৪০০')
  await expect(pager.getByRole('link', { name: siteText('list.pager.next') })).toHaveCount(0)
  await pager.getByRole('link', { name: '১৫' }).click()
  await expect(rows.first().getByRole('cell').first()).toHaveText('৩৫১')

  await main.getByRole('searchbox').fill('399')
  await main.getByRole('button', { name: siteText('search.submit') }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('নোটিশ নম্বর ৩৯৯')

  const front = await page.goto(school.url)
  expect((await front?.body())?.length).toBeLessThan(LARGEST_PAGE)
})
