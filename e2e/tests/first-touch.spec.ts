import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { type HeldAnswers, holdAnswers } from '../support/held-answers.ts'
import { known, publish } from '../support/known-school.ts'
import { hydrated, open, openLook } from '../support/page-checks.ts'
import type { SharedSchool } from '../support/shared-schools.ts'
import { siteText } from '../support/texts.ts'

/* The site's script is loaded at the first sign of a visitor; what is touched meanwhile must work. */

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

const SCRIPTS = /\/assets\/[^/]+\.js$/

/** Addresses of scripts that the page requests from now on. */
function watchScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (SCRIPTS.test(request.url())) asked.push(request.url())
  })
  return asked
}

/** Opens a page whose scripts wait until they are released. */
async function openHeld(page: Page, address: string): Promise<HeldAnswers> {
  const scripts = await holdAnswers(page, SCRIPTS)
  await page.goto(address)
  return scripts
}

const isHydrated = (page: Page) => page.locator(':root[data-hydrated]')
const menu = (page: Page) => page.getByRole('navigation', { name: siteText('a11y.nav.main') })
const field = (page: Page) => page.getByRole('banner').getByRole('searchbox')

test('loads no script until a visitor touches the page', async ({ page, knownSchool }) => {
  const asked = watchScripts(page)
  for (const path of ['/', '/allNotices', '/photo-gallery', '/contact_us']) {
    await page.goto(knownSchool.url + path)
    await page.waitForLoadState('networkidle')
    expect(asked, path).toEqual([])
  }
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(isHydrated(page)).toBeAttached()
  expect(asked.length).toBeGreaterThan(1)
})

test('loads the script of a page that is idle for long', async ({ page, knownSchool }) => {
  await page.clock.install()
  const asked = watchScripts(page)
  await page.goto(knownSchool.url)
  await page.clock.runFor(10_000)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await page.clock.runFor(10_000)
  await page.clock.resume()
  await expect(isHydrated(page)).toBeAttached()
})

test('loads the script only for a control that needs it where data are saved', async ({
  page,
  demoSchool,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const asked = watchScripts(page)
  await page.goto(await noticeWithPaper(demoSchool))
  await page.getByRole('heading', { level: 1 }).tap()
  await page.keyboard.press('Tab')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await page.locator('a.sheet').first().tap()
  await expect(pageViewer(page)).toBeVisible()
})

test('opens the menu at once, and keeps it open when the script comes', async ({
  page,
  knownSchool,
}) => {
  const scripts = await openHeld(page, knownSchool.url)
  await page.getByRole('button', { name: siteText('site.menu.title') }).tap()
  await menu(page).getByText(siteText('nav.intro'), { exact: true }).tap()
  const link = menu(page).getByRole('link', { name: siteText('nav.intro.glance') })
  await expect(link).toBeVisible()
  scripts.release('answer')
  await expect(isHydrated(page)).toBeAttached()
  await expect(link).toBeVisible()
  await link.tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('public.glance.title'))
  await expect(menu(page)).toBeHidden()
})

test('keeps typed text, focus and caret when the script comes', async ({ page, knownSchool }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const scripts = await openHeld(page, knownSchool.url)
  await field(page).tap()
  await page.keyboard.type('সমাবেশ নোটিশ')
  await page.keyboard.press('Home')
  scripts.release('answer')
  await expect(isHydrated(page)).toBeAttached()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('অভিভাবক ')
  await expect(field(page)).toHaveValue('অভিভাবক সমাবেশ নোটিশ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.getByRole('main').getByRole('link', { name: /নোটিশ/ }).first()).toBeVisible()
})

test('searches, follows links and opens photos by documents until the script comes', async ({
  page,
  demoSchool,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const scripts = await openHeld(page, demoSchool.url)
  await field(page).tap()
  await page.keyboard.type('নোটিশ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: siteText('public.notices.title') })
    .tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('public.notices.title'))

  await page.goto(`${demoSchool.url}/photo-gallery`)
  await page.locator('a.photo[href^="?photo="]').nth(1).tap()
  const photo = page.getByRole('dialog', { name: siteText('public.gallery.modal.label') })
  await expect(photo).toBeVisible()
  await photo.getByRole('button', { name: siteText('lightbox.zoomIn') }).tap()
  scripts.release('answer')
  await expect(photo.locator('[data-magnified]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(photo).toHaveCount(0)
})

test('does what keys ask of an open photo before the script comes', async ({
  page,
  demoSchool,
}) => {
  const gallery = `${demoSchool.url}/photo-gallery`
  const scripts = await openHeld(page, gallery)
  await page.locator('a.photo[href^="?photo="]').nth(1).tap()
  const photo = page.getByRole('dialog', { name: siteText('public.gallery.modal.label') })
  await expect(photo).toBeVisible()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', '+']) await page.keyboard.press(key)
  await expect(photo.locator('[aria-busy]')).toHaveCount(3)
  scripts.release('answer')
  await expect(photo.getByRole('status')).toHaveText(/ ৩ নম্বর/)
  await expect(photo.locator('[aria-busy]')).toHaveCount(0)

  const again = await holdAnswers(page, SCRIPTS)
  await page.reload()
  await page.keyboard.press('Escape')
  await expect(photo.locator('[aria-busy]')).toHaveCount(1)
  again.release('answer')
  await expect(photo).toHaveCount(0)
  await expect(page).toHaveURL(gallery)
})

test('closes a photo by its link if the script cannot be loaded', async ({ page, demoSchool }) => {
  const gallery = `${demoSchool.url}/photo-gallery`
  const scripts = await openHeld(page, gallery)
  await page.locator('a.photo[href^="?photo="]').first().tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  scripts.release('failure')
  await expect(page).toHaveURL(gallery)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('opens a paper where it was tapped before the script came', async ({ page, demoSchool }) => {
  const scripts = await openHeld(page, await noticeWithPaper(demoSchool))
  const sheet = page.locator('a.sheet').first()
  const { width = 0, height = 0 } = (await sheet.locator('img').boundingBox()) ?? {}
  await sheet.tap({ position: { x: 0.9 * width, y: 0.3 * height } })
  scripts.release('answer')
  const stage = page.getByRole('dialog').locator('.lightbox__stage')
  await expect.poll(() => stage.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(250)
})

test('opens no paper after Escape was pressed before the script came', async ({
  page,
  demoSchool,
}) => {
  const scripts = await openHeld(page, await noticeWithPaper(demoSchool))
  const sheet = page.locator('a.sheet').first()
  await sheet.tap()
  await expect(sheet).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await expect(sheet).not.toHaveAttribute('aria-busy')
  await openLook(page)
  await page.getByRole('radio', { name: siteText('site.theme.dark') }).tap({ force: true })
  scripts.release('answer')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expect(pageViewer(page)).toHaveCount(0)
})

test('opens the page of a paper that was tapped before the script came', async ({
  page,
  demoSchool,
}) => {
  const address = await noticeWithPaper(demoSchool)
  const scripts = await openHeld(page, address)
  const sheet = page.locator('a.sheet').first()
  await sheet.tap()
  await expect(sheet).toHaveAttribute('aria-busy', 'true')
  scripts.release('answer')
  await expect(pageViewer(page)).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(sheet).not.toHaveAttribute('aria-busy')
  await page.goBack()
  await expect(pageViewer(page)).toHaveCount(0)
})

test('follows the link of a tapped paper if the script cannot be loaded', async ({
  page,
  demoSchool,
}) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto(await noticeWithPaper(demoSchool))
  await page.route(/\/uploads\//, (route) => route.fulfill({ body: '' }))
  await page.locator('a.sheet').first().tap()
  await expect(page).toHaveURL(/\/uploads\/.+\.webp$/)
})

test('pauses the news at once, and keeps them paused when the script comes', async ({
  page,
  knownSchool,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const scripts = await openHeld(page, knownSchool.url)
  const news = page.getByRole('region', { name: siteText('a11y.ticker') })
  const track = news.locator('.ticker__track')
  const pause = news.getByRole('checkbox')
  await pause.tap({ force: true })
  // Away from the news, which pause under a pointer, too.
  await page.getByRole('heading', { name: siteText('site.tagline') }).tap()
  await expect(track).toHaveCSS('animation-play-state', 'paused')
  scripts.release('answer')
  await expect(isHydrated(page)).toBeAttached()
  await expect(track).toHaveCSS('animation-play-state', 'paused')
  await pause.tap({ force: true })
  await page.getByRole('heading', { name: siteText('site.tagline') }).tap()
  await expect(track).toHaveCSS('animation-play-state', 'running')
})

test('shows a chosen theme at once, and stores it when the script comes', async ({
  page,
  knownSchool,
}) => {
  const scripts = await openHeld(page, knownSchool.url)
  await openLook(page)
  const dark = page.getByRole('radio', { name: siteText('site.theme.dark') })
  await dark.tap({ force: true })
  await expect(page.locator(':root')).toHaveCSS('color-scheme', 'dark')
  scripts.release('answer')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expect(dark).toBeChecked()
  await page.reload()
  await expect(page.locator(':root')).toHaveAttribute('data-theme', 'dark')
  await openLook(page)
  await expect(dark).toBeChecked()
})

test('stores the theme that was chosen last before the script came', async ({
  page,
  knownSchool,
}) => {
  const scripts = await openHeld(page, knownSchool.url)
  await openLook(page)
  for (const theme of ['dark', 'light', 'dark'] as const) {
    await page.getByRole('radio', { name: siteText(`site.theme.${theme}`) }).tap({ force: true })
  }
  scripts.release('answer')
  await expect(isHydrated(page)).toBeAttached()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('does once what a tapped button does, also in place of its placeholder', async ({
  page,
  demoSchool,
  context,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      sessionStorage.setItem('printed', String(Number(sessionStorage.getItem('printed')) + 1))
    }
  })
  const scripts = await openHeld(page, await noticeWithPaper(demoSchool))
  await page.getByText(siteText('share.more'), { exact: true }).tap()
  const print = page.getByRole('button', { name: siteText('site.print') })
  await print.tap()
  await print.tap()
  await context.route(/whatsapp|wa\.me/, (route) => route.fulfill({ body: '' }))
  const message = context.waitForEvent('page')
  await page.locator('.sharebar > span[data-needs]').tap()
  await page.evaluate(() => window.scrollBy(0, 300))
  scripts.release('answer')
  await (await message).waitForURL(/whatsapp|wa\.me/)
  expect(await page.evaluate(() => sessionStorage.getItem('printed'))).toBe('1')
})

test('works by keyboard alone without the script', async ({ page, knownSchool }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openHeld(page, knownSchool.url)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
  await menu(page)
    .locator('summary', { hasText: siteText('nav.intro') })
    .focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('public.glance.title'))
})

test('shows the right page with Back after a reload without the script', async ({
  page,
  knownSchool,
}) => {
  await open(page, knownSchool.url)
  const link = page
    .getByRole('contentinfo')
    .getByRole('link', { name: siteText('public.notices.title') })
  await link.tap()
  await expect(page.getByRole('cell', { name: known.today })).toBeVisible()
  await holdAnswers(page, SCRIPTS)
  await page.reload()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('site.name.generic'))
})

test('has a page loaded ahead while its link is pressed, and its reader counted once', async ({
  playwright,
  launchOptions,
  school,
}, testInfo) => {
  const { _id: id } = await publish(school.admin, 'notices', known.today)
  // Browsers load nothing ahead in windows that keep no history, such as those of other tests.
  const context = await playwright.chromium.launchPersistentContext(
    testInfo.outputPath('profile'),
    {
      ...launchOptions,
      serviceWorkers: 'block',
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    },
  )
  const page = context.pages()[0] ?? (await context.newPage())
  const rules = page.waitForResponse(/\/links\.json$/)
  await page.goto(school.url)
  await (await rules).finished()
  const link = page.getByRole('main').getByRole('link', { name: known.today })
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  if (!box) throw new Error('The link is not shown')
  const readers = async () => {
    const { site, entries } = await school.admin.readerCounts({ query: { ids: id } })
    return [site.total, entries[0]?.total ?? 0]
  }
  expect(await readers()).toEqual([1, 0])
  // A finger: a mouse that moves would start the script, which follows the link itself.
  const devtools = await context.newCDPSession(page)
  const press = (type: 'mousePressed' | 'mouseReleased') =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      button: 'left',
      clickCount: 1,
    })
  await devtools.send('Preload.enable')
  const loadedAhead = new Promise<string>((resolve) => {
    devtools.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
      if (status === 'Ready') resolve(prefetchUrl)
    })
  })
  await press('mousePressed')
  expect(await loadedAhead).toBe(`${school.url}/n/${id}`)
  expect(await readers()).toEqual([1, 0])
  await press('mouseReleased')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(known.today)
  await expect.poll(readers).toEqual([2, 1])
  await context.close()
})

test('stays where the visitor has scrolled when the script comes', async ({
  page,
  knownSchool,
}) => {
  await open(page, `${knownSchool.url}/allNotices`)
  await page.evaluate(() => window.scrollTo(0, 900))
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
  await page.evaluate(() => window.scrollTo(0, 300))
  await hydrated(page)
  await expect(isHydrated(page)).toBeAttached()
  expect(await page.evaluate(() => window.scrollY)).toBe(300)
})

const pageViewer = (page: Page) =>
  page.getByRole('dialog', { name: siteText('lightbox.page.label') })

/** Address of a notice with a PDF of which pages are shown. */
async function noticeWithPaper({ url, admin }: SharedSchool): Promise<string> {
  const notices = await admin.listEntries({ params: { collection: 'notices' } })
  const notice = notices.find(({ pages }) => pages && pages.length > 0)
  return `${url}/n/${notice?._id}`
}

test('returns to its place in the gallery from a photo that was opened before the script came', async ({
  page,
  demoSchool,
}) => {
  await page.goto(`${demoSchool.url}/photo-gallery`)
  const last = page.locator('a.photo[href^="?photo="]').last()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await last.tap()
  const photo = page.getByRole('dialog', { name: siteText('public.gallery.modal.label') })
  await expect(isHydrated(page)).toBeAttached()
  await photo.getByRole('link', { name: siteText('public.gallery.modal.close') }).tap()
  await expect(photo).toHaveCount(0)
  await expect(page).toHaveURL(`${demoSchool.url}/photo-gallery`)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})
