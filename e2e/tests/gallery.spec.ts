import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

const dialog = (page: Page) =>
  page.getByRole('dialog', { name: siteText('public.gallery.modal.label') })
const photos = (page: Page) => page.getByRole('main').locator('a.photo[href^="?photo="]')
const caption = (page: Page) => dialog(page).locator('.lightbox__cap b')

test('opens a photo over the page, pages by key, closes with Back and restores the focus', async ({
  page,
  demoSchool,
}) => {
  await open(page, `${demoSchool.url}/photo-gallery`)
  const second = photos(page).nth(1)
  const titles = await page.locator('a.photo[href^="?photo="] .photo__cap').allTextContents()
  await second.click()
  await expect(caption(page)).toHaveText(titles[1] ?? '')
  await expect(page).toHaveURL(/\?photo=/)
  await page.keyboard.press('ArrowRight')
  await expect(caption(page)).toHaveText(titles[2] ?? '')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(caption(page)).toHaveText(titles[0] ?? '')
  await expect(
    dialog(page).getByRole('link', { name: siteText('public.gallery.modal.prev') }),
  ).toHaveCount(0)

  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(`${demoSchool.url}/photo-gallery`)
  await expect(second).toBeFocused()

  await second.click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(second).toBeFocused()
  await second.click()
  await dialog(page)
    .getByRole('link', { name: siteText('public.gallery.modal.close') })
    .click()
  await expect(dialog(page)).toHaveCount(0)
})

test('traps the keyboard focus inside an open photo', async ({ page, demoSchool }) => {
  await open(page, `${demoSchool.url}/photo-gallery`)
  await photos(page).nth(1).click()
  await expect(dialog(page)).toBeVisible()
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && !focused?.closest('dialog')
    })
    expect(outside).toBe(false)
  }
})

test('pages photos by swipe', async ({ browser, demoSchool }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await open(page, `${demoSchool.url}/photo-gallery`)
  await photos(page).first().tap()
  const first = await caption(page).textContent()
  const touch = await context.newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: 280, y: 370 }],
  })
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: [{ x: 160, y: 372 }],
  })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(caption(page)).not.toHaveText(first ?? '')
  await context.close()
})

test('opens, pages and closes a photo with links when JavaScript is off', async ({
  browser,
  demoSchool,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${demoSchool.url}/golden-jubilee-photo-gallery`)
  await photos(page).first().click()
  await expect(dialog(page)).toBeVisible()
  const first = await caption(page).textContent()
  await dialog(page)
    .getByRole('link', { name: siteText('public.gallery.modal.next') })
    .click()
  await expect(caption(page)).not.toHaveText(first ?? '')
  await dialog(page)
    .getByRole('link', { name: siteText('public.gallery.modal.close') })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(`${demoSchool.url}/golden-jubilee-photo-gallery`)
  await context.close()
})

test('shows an accessible open photo that fits, also from its direct link', async ({
  page,
  demoSchool,
}) => {
  await open(page, `${demoSchool.url}/photo-gallery`)
  const address = await photos(page).nth(2).getAttribute('href')
  await open(page, `${demoSchool.url}/photo-gallery${address}`)
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, `${width} px`)
    expect(await sidewaysScroll(page)).toBe(0)
    const box = await dialog(page).getByRole('img').boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 800).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${demoSchool.url}/photo-gallery`)
})

test('causes no layout shift while photos load, and asks no other host', async ({
  page,
  demoSchool,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  await open(page, `${demoSchool.url}/photo-gallery`)
  const boxes = () =>
    page.locator('.photo__img').evaluateAll((all) => all.map((box) => box.clientHeight))
  const before = await boxes()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForLoadState('networkidle')
  expect(await boxes()).toEqual(before)
  const { hostname } = new URL(demoSchool.url)
  expect(asked.filter((host) => host !== hostname)).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  const video = page.locator('a.photo[target="_blank"]').first()
  await expect(video).toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/)
  await expect(video).toHaveAttribute('rel', /noopener/)
})

test('shows the first photos while a phone without Bengali letters waits for them', async ({
  page,
  demoSchool,
}) => {
  // Where no font has the letters, all are as wide as the sign for missing ones.
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D
    const measure = prototype.measureText
    prototype.measureText = function () {
      return measure.call(this, '')
    }
  })
  let send: () => void = () => undefined
  const wanted = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await wanted
    await route.continue()
  })
  await page.goto(`${demoSchool.url}/photo-gallery`, { waitUntil: 'commit' })
  const title = page.getByRole('heading', { level: 1, includeHidden: true })
  const photo = page.locator('.photo__img img').first()
  await expect(photo).toBeVisible()
  await expect(title).toBeHidden()
  send()
  await expect(title).toBeVisible()
})
