import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, test } from '../support/fixtures.ts'
import { known } from '../support/known-school.ts'
import { siteText } from '../support/texts.ts'

test.use({ javaScriptEnabled: false })

test('shows bold words with the letters that are sent, however late', async ({
  page,
  knownSchool,
}) => {
  await page.goto(knownSchool.url)
  const letters = page.getByRole('heading', { level: 2 }).first()
  await expect(letters).toHaveCSS('font-family', /Bengali Letters/)
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('opens a menu group, closes the previous one and follows its link', async ({
    page,
    knownSchool,
  }) => {
    await page.goto(knownSchool.url)
    const menu = page.getByRole('navigation', { name: siteText('a11y.nav.main') })
    const history = menu.getByRole('link', { name: siteText('nav.intro.history') })
    const counts = menu.getByRole('link', { name: siteText('nav.students.count') })
    await expect(history).toBeHidden()
    await menu.getByText(siteText('nav.intro'), { exact: true }).click()
    await expect(history).toBeVisible()
    await menu.getByText(siteText('nav.students'), { exact: true }).click()
    await expect(counts).toBeVisible()
    await expect(history).toBeHidden()
    await counts.click()
    await expect(page).toHaveURL(`${knownSchool.url}/studentcount`)
  })

  test('searches, filters by year and pages a list', async ({ page, knownSchool }) => {
    await page.goto(`${knownSchool.url}/allNotices`)
    const main = page.getByRole('main')
    await main.getByRole('searchbox').fill('উদ্যাপন')
    await main.getByRole('button', { name: siteText('search.submit') }).click()
    await expect(main.getByRole('cell', { name: known.joined })).toBeVisible()
    await expect(main.locator('tbody tr:not(.month)')).toHaveCount(1)
    await expect(main.getByRole('searchbox')).toHaveValue('উদ্যাপন')

    await page.goto(`${knownSchool.url}/allNotices`)
    await main.getByRole('link', { name: toBengaliDigits(2023), exact: true }).click()
    await expect(page).toHaveURL(/\?year=2023$/)
    await expect(main.locator('tbody tr:not(.month)')).toHaveCount(known.in2023)

    await page.goto(`${knownSchool.url}/allNotices`)
    await main.getByRole('link', { name: siteText('list.pager.next') }).click()
    await expect(page).toHaveURL(/\?page=2$/)
    const firstSerial = main.locator('tbody td').first()
    await expect(firstSerial).toHaveText('২৬')
  })

  test('stops the news ticker on request and switches the theme', async ({ page, knownSchool }) => {
    await page.goto(knownSchool.url)
    const news = page.getByRole('region', { name: siteText('a11y.ticker') })
    await news.getByRole('checkbox').check()
    await page.mouse.move(0, 600)
    await expect(page.locator('.ticker__track')).toHaveCSS('animation-play-state', 'paused')

    const ink = () => page.getByRole('main').evaluate((main) => getComputedStyle(main).color)
    const onPaper = await ink()
    await page.getByText(siteText('site.look')).click({ force: true })
    await page.getByRole('radio', { name: siteText('site.theme.dark') }).check({ force: true })
    expect(await ink()).not.toBe(onPaper)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('opens the menu as a sheet and follows a link', async ({ page, knownSchool }) => {
    await page.goto(knownSchool.url)
    const menu = page.getByRole('navigation', { name: siteText('a11y.nav.main') })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: siteText('site.menu.title') }).click()
    await expect(menu).toBeVisible()
    await menu.getByText(siteText('nav.gallery'), { exact: true }).click()
    await menu.getByRole('link', { name: siteText('nav.gallery.jubilee') }).click()
    await expect(page).toHaveURL(`${knownSchool.url}/golden-jubilee-photo-gallery`)
    await expect(menu).toBeHidden()
  })
})
