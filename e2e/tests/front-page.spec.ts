import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, test } from '../support/fixtures.ts'
import { known } from '../support/known-school.ts'
import { open } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

test('shows the five newest notices within 300 px, and on phones first and in full', async ({
  page,
  knownSchool,
}) => {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(knownSchool.url)
    const board = page.getByRole('region', { name: siteText('public.home.notices.title') })
    const titles = board.getByRole('listitem').getByRole('link')
    await expect(titles).toHaveCount(5)
    await expect(titles).toContainText([
      known.backDated,
      known.today,
      known.sixDaysOld,
      known.nineDaysOld,
      known.twoSigns.normalize('NFC'),
    ])
    const { height, hidden, top } = await board.getByRole('list').evaluate((box) => ({
      height: box.getBoundingClientRect().height,
      hidden: box.scrollHeight - box.clientHeight,
      top: box.getBoundingClientRect().top,
    }))
    await expect(board.getByRole('listitem').filter({ hasText: '১৯৭৫' })).toContainText(
      known.backDated,
    )
    await expect(board).not.toContainText(toBengaliDigits(new Date().getFullYear()))
    // All five without scrolling inside the board.
    expect(hidden).toBe(0)
    if (width >= 600) expect(height).toBeLessThanOrEqual(300)
    else expect(top).toBeLessThanOrEqual(260)
  }
})

test('names the district once in the footer of a school whose address ends with it', async ({
  page,
  demoSchool,
}) => {
  await page.goto(demoSchool.url)
  const address = page.getByRole('contentinfo').locator('address')
  await expect(address).toHaveText('১২ বিদ্যালয় সড়ক, শাপলানগর ১২০০')
})

test('marks a fresh notice as new, but not older ones', async ({ page, knownSchool }) => {
  await page.goto(knownSchool.url)
  const row = (title: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  const mark = siteText('public.home.badge.new')
  await expect(row(known.today).getByText(mark, { exact: true })).toBeVisible()
  await expect(row(known.sixDaysOld).getByText(mark, { exact: true })).toHaveCount(0)
  await expect(row(known.nineDaysOld).getByText(mark, { exact: true })).toHaveCount(0)
})

test('shows four downloads and two news items with links to the full lists', async ({
  page,
  knownSchool,
  demoSchool,
}) => {
  await open(page, knownSchool.url)
  const heading = page.getByRole('heading', { name: siteText('public.home.downloads.title') })
  const downloads = page.locator('section').filter({ has: heading })
  const titles = downloads.getByRole('listitem').getByRole('link')
  await expect(titles).toHaveCount(4)
  await expect(titles).toContainText(known.downloads.slice(0, 4))
  const news = page.getByRole('region', { name: siteText('a11y.ticker') })
  const headlines = news.getByRole('listitem').getByRole('link')
  await expect(headlines).toHaveCount(2)
  await expect(headlines).toContainText(known.news.slice(0, 2))

  for (const [name, address] of [
    [siteText('public.home.notices.all'), '/allNotices'],
    [siteText('public.home.downloads.all'), '/allDownloads'],
    [siteText('public.home.news.all'), '/allnews'],
  ] as const) {
    await page.goto(knownSchool.url)
    await page.getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(knownSchool.url + address)
  }
  // Only where its gallery has photos.
  const jubilee = page.getByRole('link', { name: siteText('public.home.jubilee.link') })
  await page.goto(knownSchool.url)
  await expect(jubilee).toHaveCount(0)
  await page.goto(demoSchool.url)
  await jubilee.click()
  await expect(page).toHaveURL(`${demoSchool.url}/golden-jubilee-photo-gallery`)
})

test('leads from the front page to the class that a phone remembers, until it forgets it', async ({
  page,
  demoSchool,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const name = siteText('front.class.page', { class: siteText('enum.class.Nine') })
  const choice = page.getByRole('navigation', { name: siteText('front.class') })
  await page.goto(demoSchool.url)
  await expect(choice.getByRole('link').first()).toBeVisible()
  await expect(choice.getByRole('link', { name })).toBeHidden()
  await choice.getByRole('link', { name: siteText('enum.class.Nine') }).click()
  await expect(page).toHaveURL(`${demoSchool.url}/class/9`)
  await page.getByRole('button', { name: siteText('class.remember') }).click()
  await expect(page.getByText(siteText('class.remembered'))).toBeVisible()

  await page.goto(demoSchool.url)
  await expect(choice.getByRole('link')).toHaveCount(1)
  await choice.getByRole('link', { name }).click()
  await page.getByRole('button', { name: siteText('class.forget') }).click()
  await expect(page.getByRole('button', { name: siteText('class.remember') })).toBeVisible()
  await page.goto(demoSchool.url)
  await expect(choice.getByRole('link', { name })).toBeHidden()
})
