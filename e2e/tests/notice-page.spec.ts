import type { Entry } from '@bidyaloy/shared/collections/entry'
import { photoRequestCopy } from '@bidyaloy/shared/features/photo-requests/copy'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { admissionNotice, squarePicture } from '../support/papers.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { siteText } from '../support/texts.ts'

const TITLE = 'ভর্তি বিজ্ঞপ্তি ২০২৭'
const OLDER = 'শীতকালীন ছুটি'

/** Publishes a notice with a real PDF and waits until its pages are rendered. */
async function publishPaper(school: SchoolServer, title = TITLE): Promise<Entry> {
  const paper = new Uint8Array(admissionNotice())
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title },
    file: new File([paper], 'ভর্তি.pdf', { type: 'application/pdf' }),
  })
  const read = () => school.admin.getEntry({ params: { collection: 'notices', id } })
  await expect.poll(async () => (await read()).pages?.length, { timeout: 20_000 }).toBe(1)
  return read()
}

const main = (page: Page) => page.getByRole('main')
const paperOf = (page: Page) =>
  main(page)
    .getByRole('region', { name: siteText('entry.file') })
    .getByRole('img')

test('shows document pages on a phone without JavaScript or a PDF viewer', async ({
  browser,
  school,
}) => {
  await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: OLDER, date: '2026-01-10' },
    file: new File(['ছুটি'], 'notice.txt'),
  })
  const notice = await publishPaper(school)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await phone.goto(school.url)
  await phone.getByRole('link', { name: TITLE }).click()
  await expect(phone).toHaveURL(`${school.url}/n/${notice._id}`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  const picture = paperOf(phone)
  await expect(picture).toBeVisible()
  expect(
    (await phone.request.get(`${school.url}${await picture.getAttribute('src')}`)).status(),
  ).toBe(200)
  const width = (await picture.boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan(300)
  expect(await sidewaysScroll(phone)).toBe(0)
  const beside = phone.getByRole('navigation', { name: siteText('entry.neighbours.notices') })
  await beside.getByRole('link', { name: `${siteText('entry.older.notices')} ${OLDER}` }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(OLDER)
  await beside.getByRole('link', { name: `${siteText('entry.newer.notices')} ${TITLE}` }).click()
  await picture.click()
  await expect(phone).toHaveURL(/\/uploads\/.+-p1-1458\.webp$/)
  await context.close()
})

test('opens a document page, zooms by button, key and pinch, and closes it with Back', async ({
  browser,
  school,
}) => {
  const notice = await publishPaper(school)
  const address = `${school.url}/n/${notice._id}`
  const context = await browser.newContext({
    hasTouch: true,
    deviceScaleFactor: 2,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await open(phone, address)
  const dialog = phone.getByRole('dialog', { name: siteText('lightbox.page.label') })
  const large = dialog.getByRole('img')
  const width = async () => Math.round((await large.boundingBox())?.width ?? 0)
  const link = paperOf(phone).locator('xpath=ancestor::a')
  await link.tap()
  await expect(dialog).toBeVisible()
  // The high-resolution copy loads by itself.
  await expect
    .poll(() => large.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(/-1458\.webp$/)
  // Print can be read: twice as wide as the screen.
  await expect.poll(width).toBe(720)
  await expectAccessible(phone, 'a page of the paper')

  await dialog.getByRole('button', { name: siteText('lightbox.zoomIn') }).tap()
  await expect.poll(width).toBe(1080)
  await phone.keyboard.press('0')
  await expect.poll(width).toBeLessThanOrEqual(360)
  const whole = await width()
  const touch = await context.newCDPSession(phone)
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y: 370 })) })
  await fingers('touchStart', 160, 200)
  await fingers('touchMove', 120, 240)
  await fingers('touchEnd')
  await expect.poll(width).toBe(whole * 3)
  await phone.touchscreen.tap(180, 370)
  await phone.touchscreen.tap(180, 370)
  await expect.poll(width).toBe(whole)

  await phone.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(phone).toHaveURL(address)
  await expect(link).toBeFocused()
  await link.press('Enter')
  await expect(dialog).toBeVisible()
  await phone.reload()
  await expect(dialog).toBeVisible()
  await phone.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await context.close()
})

test('opens print of 11 points on a phone so that it can be read, where it was tapped', async ({
  browser,
  school,
}) => {
  const context = await browser.newContext({
    hasTouch: true,
    deviceScaleFactor: 2,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: TITLE },
    file: new File([new Uint8Array(await elevenPoints(phone, school.url))], 'ছাপা.pdf'),
  })
  const read = () => school.admin.getEntry({ params: { collection: 'notices', id } })
  await expect.poll(async () => (await read()).pages?.length, { timeout: 20_000 }).toBe(1)
  await open(phone, `${school.url}/n/${id}`)
  const dialog = phone.getByRole('dialog', { name: siteText('lightbox.page.label') })
  const large = dialog.getByRole('img')
  const link = paperOf(phone).locator('xpath=ancestor::a')
  await link.press('Enter')
  await expect
    .poll(() => large.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(/-p1-1[34]\d\d\.webp$/)
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(720)
  const [bengali = 0, latin = 0] = await large.evaluate(letterHeights)
  expect(bengali).toBeGreaterThanOrEqual(9)
  expect(latin).toBeGreaterThanOrEqual(8)
  const stage = dialog.locator('.lightbox__stage')
  const scrolled = () =>
    stage.evaluate(({ scrollLeft, scrollTop, scrollWidth, clientWidth }) => {
      return { left: scrollLeft, top: scrollTop, room: scrollWidth - clientWidth }
    })
  const opened = await scrolled()
  expect(opened.top).toBe(0)
  expect(opened.left).toBeLessThanOrEqual(16)
  expect(opened.room).toBeGreaterThanOrEqual(360)

  await phone.keyboard.press('Escape')
  const shown = await paperOf(phone).boundingBox()
  await link.tap({ position: { x: 0.9 * (shown?.width ?? 0), y: 0.5 * (shown?.height ?? 0) } })
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await scrolled()).left).toBeGreaterThan(250)
  await phone.keyboard.press('Escape')
  await phone.setViewportSize({ width: 1280, height: 800 })
  await link.click()
  await expect.poll(async () => Math.round((await large.boundingBox())?.width ?? 0)).toBe(900)
  await context.close()
})

/** Returns an A4 page, 11 points, of lines of Bengali letters without signs and of Latin ones. */
async function elevenPoints(page: Page, url: string): Promise<Buffer> {
  await page.goto(url)
  await page.evaluate(() => {
    const line = (text: string) => {
      const paragraph = document.createElement('p')
      paragraph.textContent = text
      Object.assign(paragraph.style, { font: '11pt var(--font-sans)', lineHeight: '3' })
      return paragraph
    }
    const lines = Array.from({ length: 16 }, (_, i) => line((i % 2 ? 'xxxx ' : 'বববব ').repeat(15)))
    document.body.replaceChildren(...lines)
    return document.fonts.ready.then(() => undefined)
  })
  const margin = { top: '25mm', left: '25mm', right: '25mm', bottom: '25mm' }
  return page.pdf({ format: 'A4', margin })
}

/** Returns the heights of the lines of letters of a picture, in CSS pixels. */
function letterHeights(img: HTMLImageElement | SVGElement): number[] {
  if (!(img instanceof HTMLImageElement)) return []
  const [width, height] = [2 * img.naturalWidth, 2 * img.naturalHeight]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.drawImage(img, 0, 0, width, height)
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
  const heights: number[] = []
  for (let y = 0, run = 0; y < height; y += 1) {
    let isInk = false
    for (let x = 0; x < width && !isInk; x += 1) isInk = (data[4 * (y * width + x)] ?? 255) < 128
    if (!isInk && run > 0) heights.push((run * img.getBoundingClientRect().width) / width)
    run = isInk ? run + 1 : 0
  }
  return heights
}

test('has an accessible page with a long title, at every width and in both themes', async ({
  page,
  school,
}) => {
  const notice = await publishPaper(school, 'অতিদীর্ঘ'.repeat(30))
  await open(page, `${school.url}/n/${notice._id}`)
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [768, 'light'],
    [360, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${colorScheme}, ${width} px`)
    expect(await sidewaysScroll(page), `${width} px`).toBe(0)
  }
})

test('copies, prints and shares its link', async ({ page, context, school }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const notice = await publishPaper(school)
  await open(page, school.url)
  await page.getByRole('link', { name: TITLE }).click()
  await expect(main(page).getByRole('link', { name: siteText('share.whatsapp') })).toBeVisible()
  await main(page).getByText(siteText('share.more'), { exact: true }).click()
  await main(page)
    .getByRole('button', { name: siteText('share.copy') })
    .click()
  await expect(main(page).getByRole('status')).toHaveText(siteText('share.copied'))
  const url = `${school.url}/n/${notice._id}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  for (const name of ['share.whatsapp', 'share.facebook'] as const) {
    const link = main(page).getByRole('link', { name: siteText(name) })
    await expect(link).toHaveAttribute('href', new RegExp(`=.*${encodeURIComponent(url)}$`))
  }
  // Records whether the page called print, and with the document loaded.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', String(document.images.length))
  })
  await main(page)
    .getByRole('button', { name: siteText('site.print') })
    .click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(paperOf(page)).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  // The paper has a letterhead of its own.
  await expect(page.locator('.banner__name')).toBeHidden()
})

test('shows a text and its sheets, pages through them and prints the text on the letterhead', async ({
  page,
  school,
}) => {
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: TITLE, body: '## সময়\n\nকাল সকাল ৯টায়।\n\n![বাগান](file 2)' },
    file: ['১.png', '২.png', '৩.png'].map(squarePicture),
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, `${school.url}/n/${id}`)
  await expect(main(page).getByRole('heading', { level: 2, name: 'সময়' })).toBeVisible()
  await expect(main(page).getByRole('img')).toHaveCount(3)
  const second = main(page).getByRole('region', { name: siteText('entry.sheet', { n: '২' }) })
  await second.getByRole('link', { name: siteText('entry.zoom.short') }).press('Enter')
  const dialog = page.getByRole('dialog', { name: siteText('lightbox.page.label') })
  const position = (n: string) => siteText('public.gallery.modal.count', { total: '৩', n })
  await expect(dialog.getByRole('status')).toHaveText(position('৩'))
  await expectAccessible(page, 'a sheet')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('status')).toHaveText(position('১'))
  await expect(dialog.getByRole('img')).toHaveAccessibleName('বাগান')
  await page.keyboard.press('Escape')
  await expect(second.getByRole('link', { name: siteText('entry.zoom.short') })).toBeFocused()

  const ask = main(page).getByText(photoRequestCopy['photoRequest.title'])
  await expect(ask.first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(ask.filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('.banner__name')).toBeHidden()
  await expect(main(page).getByText(siteText('site.govLine'))).toBeVisible()
  await expect(main(page).getByText('কাল সকাল ৯টায়।')).toBeVisible()
  await expect(second.getByRole('img')).toBeVisible()
})

test('shows a withdrawn notice as gone, with links to continue', async ({ page, school }) => {
  const { _id: id } = await publishPaper(school)
  await school.admin.deleteEntry({ params: { collection: 'notices', id } })
  const answer = await page.goto(`${school.url}/n/${id}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('error.404.title'))
  await expect(main(page).getByRole('searchbox')).toBeVisible()
})

test.describe('cached by the browser', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens visited notices offline and says so', async ({ page, context, school }) => {
    const seen = await publishPaper(school)
    const note = page.getByText(siteText('offline.note'))
    await open(page, school.url)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.getByRole('link', { name: TITLE }).click()
    await expect(paperOf(page)).toBeVisible()
    await expect(note).toBeHidden()
    const kept = (path: string) =>
      page.evaluate(async (of) => !!(await caches.match(of, { ignoreVary: true })), path)
    for (const path of ['/', '/offline', `/n/${seen._id}`]) {
      await expect.poll(() => kept(path), path).toBe(true)
    }

    await context.setOffline(true)
    await page.goto(`${school.url}/n/${seen._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await expect(note).toBeVisible()
    await page.goto(school.url)
    await expect(page.getByRole('link', { name: TITLE })).toBeVisible()
    await expect(note).toBeVisible()
    // A link on a cached page opens another cached page, or the offline message if there is none.
    await page.getByRole('link', { name: TITLE }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await page.goto(`${school.url}/schoolDescription`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      siteText('error.offline.title'),
    )
    await expectAccessible(page, 'without a connection')

    await context.setOffline(false)
    // The missing page is loaded by itself.
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
      siteText('error.offline.title'),
    )
    await school.admin.updateEntry({
      params: { collection: 'notices', id: seen._id },
      body: { title: 'সংশোধিত শিরোনাম' },
    })
    await page.goto(`${school.url}/n/${seen._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('সংশোধিত শিরোনাম')
    await expect(note).toBeHidden()
    expect(await kept('/admin/login')).toBe(false)
    expect(await kept('/api/notices')).toBe(false)
  })
})
