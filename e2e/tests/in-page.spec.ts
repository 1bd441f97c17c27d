import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { known } from '../support/known-school.ts'
import { open, watchApi } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Follows a link that every page has, such as one in the footer. */
const follow = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name }).click()

/** Counts documents loaded by the page from now on. */
function watchDocuments(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url())
  })
  return loaded
}

/** Navigates within the site without loading a document, like a click on a link. */
async function go(page: Page, address: string) {
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, address)
}

test('navigates over the API without loading a document', async ({ page, knownSchool }) => {
  await open(page, knownSchool.url)
  const asked = watchApi(page)
  const documents = watchDocuments(page)
  await follow(page, siteText('public.notices.title'))
  await expect(page.getByRole('cell', { name: known.today })).toBeVisible()
  await expect(page).toHaveURL(`${knownSchool.url}/allNotices`)
  await expect(page).toHaveTitle(new RegExp(`^${siteText('public.notices.title')} \\|`))
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: await page.title() })).toHaveCount(1)
  expect(asked.some((address) => address.startsWith('/api/notices'))).toBe(true)
  expect(asked.filter((address) => /settings|contactus|news/.test(address))).toEqual([])
  expect(documents).toEqual([])
})

test("prefetches a link's data on hover", async ({ page, knownSchool }) => {
  await open(page, knownSchool.url)
  const asked = watchApi(page)
  const link = page
    .getByRole('contentinfo')
    .getByRole('link', { name: siteText('public.notices.title') })
  await link.hover()
  const lists = () => asked.filter((address) => address.startsWith('/api/notices?'))
  await expect.poll(lists).toHaveLength(1)
  await link.click()
  await expect(page.getByRole('cell', { name: known.today })).toBeVisible()
  expect(lists()).toHaveLength(1)
})

test('restores page and title with Back and Forward', async ({ page, knownSchool }) => {
  await open(page, knownSchool.url)
  const documents = watchDocuments(page)
  await follow(page, siteText('public.notices.title'))
  await page.getByRole('link', { name: siteText('list.pager.next') }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(page.locator('tbody tr:not(.month)')).toHaveCount(25)
  await follow(page, siteText('public.downloads.title'))
  await expect(page.getByRole('cell', { name: known.downloads[5] }).first()).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('cell', { name: '২৬', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${siteText('public.notices.title')} \\|`))
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('site.name.generic'))
  await page.goForward()
  await expect(page.getByRole('cell', { name: known.today })).toBeVisible()
  expect(documents).toEqual([])
})

test('scrolls a new page to the top and restores the position with Back', async ({
  page,
  knownSchool,
}) => {
  await open(page, `${knownSchool.url}/allNotices`)
  await page.evaluate(() => window.scrollTo(0, 900))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
  await page.getByRole('link', { name: siteText('list.pager.next') }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800)
})

/** A page, its API request, and its loading and error texts. */
const states = [
  {
    path: '/allNotices',
    api: /\/api\/notices/,
    loading: 'Loading notices...',
    error: 'Failed to fetch notices. Please try again later.',
    content: known.today,
  },
  {
    path: '/allnews',
    api: /\/api\/news/,
    loading: 'Loading news...',
    error: 'Failed to fetch news. Please try again later.',
    content: known.news[2],
  },
  {
    path: '/allDownloads',
    api: /\/api\/downloads/,
    loading: siteText('public.downloads.loading'),
    error: 'Failed to fetch downloads. Please try again later.',
    content: known.downloads[5],
  },
  {
    path: '/photo-gallery',
    api: /\/api\/main-gallery\?|\/api\/main-gallery$/,
    loading: siteText('public.gallery.loading'),
    error: siteText('public.gallery.error'),
    content: siteText('public.gallery.empty.photos'),
  },
  {
    path: '/studentcount',
    api: /\/api\/studentCounts/,
    loading: siteText('public.students.loading'),
    error: siteText('public.students.error'),
    content: siteText('public.students.empty'),
  },
  {
    path: '/officers_teachers',
    api: /\/api\/teacherPage/,
    loading: siteText('public.teachers.loading'),
    error: siteText('public.teachers.error'),
    content: siteText('public.teachers.empty'),
  },
] as const

for (const { path, api, loading, error, content } of states) {
  test(`${path} shows loading, error and data states`, async ({ page, knownSchool }) => {
    // A page that does not use these data.
    await open(page, `${knownSchool.url}/payment-history.aspx`)
    const answers = await holdAnswers(page, api)
    await go(page, path)
    const main = page.getByRole('main')
    await expect(main.getByText(loading, { exact: true })).toBeVisible()

    answers.release('failure')
    await expect(main.getByRole('alert').getByText(error, { exact: true })).toBeVisible()

    answers.release('answer')
    await main.getByRole('button', { name: siteText('error.retry') }).click()
    await expect(main.getByText(content).first()).toBeVisible()
    await expect(main.getByRole('alert')).toHaveCount(0)
  })
}

test('shows Loading... and then the error in red on the school’s profile', async ({
  page,
  knownSchool,
}) => {
  await open(page, `${knownSchool.url}/payment-history.aspx`)
  const answers = await holdAnswers(page, /\/api\/schoolInfo/)
  await go(page, '/schoolInfo')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  const sentence = 'সার্ভারে একটি সমস্যা হয়েছে।'
  answers.release('failure', sentence)
  const message = page.getByRole('main').getByText(sentence)
  await expect(message).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await message.evaluate((element) => {
    // A canvas converts any colour notation to bytes.
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) return []
    brush.fillStyle = getComputedStyle(element).color
    brush.fillRect(0, 0, 1, 1)
    return [...brush.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
})

test('reports a lost connection, and keeps the site usable after a failed page', async ({
  page,
  knownSchool,
}) => {
  await open(page, knownSchool.url)
  await page.route('**/api/**', (route) => route.abort())
  await follow(page, siteText('public.notices.title'))
  await expect(
    page.getByText('Failed to fetch notices. Please try again later.', { exact: true }),
  ).toBeVisible()
  await page.unroute('**/api/**')
  await go(page, '/allDownloads')
  await expect(page.getByRole('cell', { name: known.downloads[0] }).first()).toBeVisible()
})

test('ignores the response of a page that was left', async ({ page, knownSchool }) => {
  await open(page, knownSchool.url)
  const answers = await holdAnswers(page, /\/api\/notices/)
  await follow(page, siteText('public.notices.title'))
  await expect(page.getByText('Loading notices...')).toBeVisible()
  await go(page, '/allDownloads')
  await expect(page.getByRole('cell', { name: known.downloads[0] }).first()).toBeVisible()
  answers.release('answer')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    siteText('public.downloads.title'),
  )
  await expect(page.getByRole('cell', { name: known.today })).toHaveCount(0)
})

test('leaves the rendered page usable when its script fails to load', async ({
  page,
  knownSchool,
}) => {
  const script = /\/assets\/entry-list-page-/
  await page.route(script, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => script.test(request.url()))
  await page.goto(`${knownSchool.url}/allNotices`)
  await page.keyboard.press('Shift')
  await failed
  await page.getByRole('link', { name: siteText('list.pager.next') }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(page.locator('tbody tr:not(.month)')).toHaveCount(25)
})
