import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { Page, Request } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { known } from '../support/known-school.ts'
import { open } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

const rows = (page: Page) => page.getByRole('main').locator('tbody tr:not(.month)')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })

async function search(page: Page, words: string) {
  await page.getByRole('main').getByRole('searchbox').fill(words)
  await page
    .getByRole('main')
    .getByRole('button', { name: siteText('search.submit') })
    .click()
  await expect(page).toHaveURL(/q=/)
}

test('matches either digits, with or without joiners, and both spellings of a letter', async ({
  page,
  knownSchool,
}) => {
  for (const [words, found] of [
    ['২০২৬', [known.latinYear, known.bengaliYear]],
    ['2026', [known.latinYear, known.bengaliYear]],
    ['ANNUAL', [known.latinYear]],
    ['উদ্যাপন', [known.joined]],
    ['উদ্\u200cযাপন', [known.joined]],
    ['বিদ্যাল\u09df', [known.twoSigns.normalize('NFC')]],
    ['বিদ্যাল\u09af\u09bc', [known.twoSigns.normalize('NFC')]],
  ] as const) {
    await open(page, `${knownSchool.url}/allNotices`)
    await search(page, words)
    await expect(rows(page), words).toHaveCount(found.length)
    for (const title of found) await expect(row(page, title), words).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      siteText('search.count', { n: toBengaliDigits(found.length) }),
    )
  }
})

test('reports an empty search and links back to the whole list', async ({ page, knownSchool }) => {
  await open(page, `${knownSchool.url}/allNotices`)
  await search(page, 'জিরাফ')
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toHaveText(siteText('search.none', { query: 'জিরাফ' }))
  // There are notices, but none matches.
  await expect(main.getByText('No notices available at the moment.')).toBeHidden()
  await main.getByRole('link', { name: siteText('list.showAll') }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(main.getByRole('searchbox')).toHaveValue('')
})

test('treats wildcards as literal characters', async ({ page, knownSchool }) => {
  for (const words of ['%', '_', '\\', "'", '*']) {
    await page.goto(`${knownSchool.url}/allNotices?q=${encodeURIComponent(words)}`)
    await expect(page.getByText(siteText('search.none', { query: words }))).toBeVisible()
  }
})

test('filters by year, alone and combined with a search', async ({ page, knownSchool }) => {
  await open(page, `${knownSchool.url}/allNotices`)
  const years = page.getByRole('navigation', { name: siteText('list.year') })
  await years.getByRole('link', { name: '২০২৩' }).click()
  await expect(rows(page)).toHaveCount(known.in2023)
  await expect(years.getByRole('link', { name: '২০২৩' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText(siteText('public.glance.unit.count', { n: '২২' }))).toBeVisible()

  await search(page, 'সাপ্তাহিক')
  await years.getByRole('link', { name: '২০২৪' }).click()
  await expect(page.getByText(siteText('search.count', { n: '৩০' }))).toBeVisible()
  await expect(rows(page)).toHaveCount(25)
  await years.getByRole('link', { name: siteText('list.year.all') }).click()
  await expect(page.getByText(siteText('search.count', { n: '৫২' }))).toBeVisible()
})

test('lists every notice once across pages, newest first', async ({ page, knownSchool }) => {
  await open(page, `${knownSchool.url}/allNotices`)
  const pager = page.getByRole('navigation', { name: siteText('list.pager'), exact: true })
  const seen: string[] = []
  const dates: string[] = []
  for (const [serial, count] of [
    ['১', 25],
    ['২৬', 25],
    ['৫১', 10],
  ] as const) {
    await expect(rows(page)).toHaveCount(count)
    await expect(rows(page).first().getByRole('cell').first()).toHaveText(serial)
    const table = page.getByRole('main').getByRole('table')
    seen.push(...(await table.locator('td:nth-child(2)').allTextContents()))
    dates.push(
      ...(await table
        .locator('time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))),
    )
    const next = pager.getByRole('link', { name: siteText('list.pager.next') })
    if (await next.isVisible()) await next.click()
  }
  expect(new Set(seen).size).toBe(60)
  expect(dates).toEqual([...dates].sort().reverse())
  await expect(row(page, known.backDated)).toContainText(formatDate('1975-01-10'))
  await expect(rows(page).last()).toContainText(known.backDated)
  await pager.getByRole('link', { name: '১', exact: false }).first().click()
  await expect(row(page, known.today)).toBeVisible()
})

test('returns 404 with a message for a page beyond the last', async ({ page, knownSchool }) => {
  for (const [address, status] of [
    ['/allNotices?page=3', 200],
    ['/allNotices?page=4', 404],
    ['/allNotices?page=৩', 200],
    ['/allNotices?page=-1&year=abc', 200],
    ['/allNotices?year=2023&page=2', 404],
  ] as const) {
    const answer = await page.goto(knownSchool.url + address)
    expect(answer?.status(), address).toBe(status)
    await expect(rows(page), address).toHaveCount(
      status === 200 ? (address.includes('-1') ? 25 : 10) : 0,
    )
  }
})

test('marks entries up to three days old as new', async ({ page, knownSchool }) => {
  await page.goto(`${knownSchool.url}/allNotices`)
  const mark = siteText('public.home.badge.new')
  await expect(row(page, known.today).getByText(mark, { exact: true })).toBeVisible()
  await expect(row(page, known.sixDaysOld).getByText(mark, { exact: true })).toHaveCount(0)
  await expect(row(page, known.nineDaysOld).getByText(mark, { exact: true })).toHaveCount(0)
})

test('opens a file in a new tab and announces it to screen readers', async ({
  page,
  knownSchool,
}) => {
  await open(page, `${knownSchool.url}/allDownloads`)
  await expect(page.getByRole('main').locator('a[href^="/d/"]').first()).toBeVisible()
  for (const link of await page.getByRole('main').locator('a[href^="/d/"]').all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAccessibleName(new RegExp(siteText('a11y.newTab')))
  }
  // A browser without a PDF viewer downloads the file, so the tab's own URL may stay empty.
  const isFile = (request: Request) => request.url().includes('/uploads/')
  await Promise.all([
    page.waitForEvent('popup'),
    page.context().waitForEvent('request', isFile),
    row(page, known.downloads[0]).getByRole('link').first().click(),
  ])
  expect(page.url()).toBe(`${knownSchool.url}/allDownloads`)
})
