import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { open, openLook, sidewaysScroll } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const track = (page: Page) => page.locator('.ticker__track')
const news = (page: Page) => page.getByRole('region', { name: siteText('a11y.ticker') })

/** Horizontal offset of the news ticker in pixels. */
const place = (page: Page) => track(page).evaluate((band) => band.getBoundingClientRect().x)

/** Its offsets now and two animation frames later. */
async function movesBy(page: Page): Promise<number> {
  const before = await place(page)
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return before - (await place(page))
}

test('pauses and resumes the news ticker', async ({ page, knownSchool }) => {
  await open(page, knownSchool.url)
  await page.mouse.move(700, 700)
  await expect.poll(() => movesBy(page)).toBeGreaterThan(0)
  const pause = news(page).getByRole('checkbox', { name: siteText('public.home.news.pause') })
  await pause.focus()
  await page.keyboard.press('Space')
  await expect(pause).toBeChecked()
  await pause.blur()
  expect(await movesBy(page)).toBe(0)
  await pause.focus()
  await page.keyboard.press('Space')
  await pause.blur()
  await expect.poll(() => movesBy(page)).toBeGreaterThan(0)
})

test('pauses the news ticker on hover and keyboard focus', async ({ page, knownSchool }) => {
  await open(page, knownSchool.url)
  await page.mouse.move(700, 700)
  await expect.poll(() => movesBy(page)).toBeGreaterThan(0)
  // The pause takes effect with the next frame.
  await news(page).hover()
  await expect.poll(() => movesBy(page)).toBe(0)
  await page.mouse.move(700, 700)
  await expect.poll(() => movesBy(page)).toBeGreaterThan(0)
  await news(page).getByRole('link').first().focus()
  await expect.poll(() => movesBy(page)).toBe(0)
})

test('shows the news as a static list with reduced motion', async ({ page, knownSchool }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, knownSchool.url)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await movesBy(page)).toBe(0)
  for (const link of await news(page).getByRole('listitem').getByRole('link').all()) {
    await expect(link).toBeInViewport({ ratio: 1 })
  }
})

/** Records the page's appearance when its body is created, before the first paint. */
async function noteFirstLook(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { theme, size } = { theme: 'firstTheme', size: 'firstSize' }
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      const { dataset } = document.documentElement
      sessionStorage.setItem(theme, dataset.theme ?? '')
      sessionStorage.setItem(size, dataset.size ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
}

test('applies the saved theme and text size before the first paint', async ({
  page,
  knownSchool,
}) => {
  await noteFirstLook(page)
  await open(page, knownSchool.url)
  const look = () =>
    page.getByRole('main').evaluate((main) => {
      const { color, fontSize } = getComputedStyle(main)
      return { color, fontSize: Number.parseFloat(fontSize) }
    })
  const usual = await look()
  await openLook(page)
  await page.getByRole('radio', { name: siteText('site.theme.dark') }).check({ force: true })
  await page
    .getByRole('radio', { name: siteText('site.size.l'), exact: true })
    .check({ force: true })
  const chosen = await look()
  expect(chosen.color).not.toBe(usual.color)
  expect(chosen.fontSize).toBeGreaterThan(usual.fontSize)

  await page.reload()
  const first = await page.evaluate(() => ({
    theme: sessionStorage.getItem('firstTheme'),
    size: sessionStorage.getItem('firstSize'),
  }))
  expect(first).toEqual({ theme: 'dark', size: 'l' })
  expect(await look()).toEqual(chosen)
  await open(page, `${knownSchool.url}/allNotices`)
  expect(await look()).toEqual(chosen)
  await openLook(page)
  await expect(page.getByRole('radio', { name: siteText('site.theme.dark') })).toBeChecked()

  await page.getByRole('radio', { name: siteText('site.theme.auto') }).check({ force: true })
  await page.getByRole('radio', { name: siteText('site.size.m') }).check({ force: true })
  await page.reload()
  expect(await look()).toEqual(usual)
})

test('does not clip the search placeholder in large text', async ({ page, knownSchool }) => {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await open(page, `${knownSchool.url}/nothing/here`)
    for (const size of ['m', 'l'] as const) {
      await openLook(page)
      await page
        .getByRole('radio', { name: siteText(`site.size.${size}`), exact: true })
        .check({ force: true })
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      const search = page.getByRole('main').getByRole('searchbox')
      await search.fill(siteText('list.search'))
      const [needed, given] = await search.evaluate((box) => [box.scrollWidth, box.clientWidth])
      expect(needed, `${width} px, ${size}`).toBeLessThanOrEqual(given ?? 0)
      expect(await sidewaysScroll(page)).toBe(0)
    }
  }
})

test('follows the device theme when none is chosen', async ({ page, knownSchool }) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, knownSchool.url)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).not.toBe(light)
})
