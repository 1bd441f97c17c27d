import fs from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openEntry } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { zone } from '../support/photo-screens.ts'
import { siteText } from '../support/texts.ts'

const ALBUMS = '/admin/dashboard/albums'
const albums = { collection: 'albums' } as const

function only<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Nothing there')
  return value
}

/** Photos of about a megabyte, which are sent as they are: three fit into a request. */
async function photosOfEvent(page: Page, count: number) {
  const encoded = await page.evaluate((n) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 560
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    const noise = context.createImageData(640, 560)
    let seed = 1
    return Array.from({ length: n }, () => {
      for (let index = 0; index < noise.data.length; index += 1) {
        seed = (seed * 16807) % 2147483647
        noise.data[index] = index % 4 === 3 ? 255 : seed % 256
      }
      context.putImageData(noise, 0, 0)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
  }, count)
  return encoded.map((text, i) => ({
    name: `IMG_${i + 1}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(text, 'base64'),
  }))
}

test('sends an album over a breaking connection, and shows it without JavaScript', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  await signIn(page, school.url + ALBUMS)
  const photos = await photosOfEvent(page, 9)
  // Two cameras number their photos alike.
  for (const index of [0, 8]) photos[index] = { ...only(photos[index]), name: 'IMG_1.png' }
  // The connection breaks after the fourth photo.
  let started = 0
  let sentAfterReload: number | undefined
  await page.route('**/api/admin/uploads', async (route) => {
    if (sentAfterReload === undefined) {
      started += 1
      return started <= 4 ? route.continue() : route.abort()
    }
    if (route.request().method() === 'POST') sentAfterReload += 1
    return route.continue()
  })
  await expect(page.getByLabel('লেখা', { exact: true })).toBeHidden()
  await page.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  await zone(page).setInputFiles(photos)
  await page.getByRole('button', { name: /প্রচ্ছদ করুন.*ছবি ৯/ }).click()
  await expect(page.getByRole('button', { name: 'ছবি ১ পরে নিন' })).toBeFocused()
  const sheets = page.locator('.sheets > li')
  await expect(sheets.first()).toContainText('IMG_1.png')
  await expect(sheets.first()).toContainText('প্রচ্ছদ')

  // What has arrived is part of a draft, which nobody sees.
  const inDraft = async () => {
    const [draft] = await school.admin.listEntries({ params: albums, query: { state: 'draft' } })
    return draft?.fileCount ?? 0
  }
  await expect.poll(inDraft).toBe(4)
  expect(await school.admin.listEntries({ params: albums })).toEqual([])

  // After a reload all photos are still there, and only the missing ones are sent.
  page.once('framenavigated', () => {
    sentAfterReload = 0
  })
  await page.reload()
  await expect(sheets).toHaveCount(9)
  await expect(sheets.first()).toContainText('IMG_1.png')
  await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect(page.getByText('অ্যালবামটি প্রকাশিত হয়েছে').first()).toBeVisible()
  expect(sentAfterReload).toBe(5)
  const [listed] = await school.admin.listEntries({ params: albums })
  const id = listed?._id ?? ''
  const album = await school.admin.getEntry({ params: { ...albums, id } })
  const numbers = album.files?.map(({ fileName }) => Number(/\d+/.exec(fileName)?.[0]))
  expect(numbers).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(new Set(album.files?.map(({ color, size }) => `${color} ${size}`)).size).toBe(9)
  expect(await school.admin.listEntries({ params: albums })).toHaveLength(1)
  const versions = await school.admin.listVersions({ params: { recordType: 'albums', id } })
  expect(versions).toEqual([])

  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  })
  const visitor = await context.newPage()
  await visitor.goto(`${school.url}/albums`)
  await visitor.getByRole('link', { name: /বার্ষিক ক্রীড়া.*৯টি ছবি/s }).click()
  await visitor.getByRole('link', { name: 'ছবি ২, মোট ৯' }).click()
  await expect(visitor).toHaveURL(`${school.url}/albums/${id}?photo=2`)
  const viewer = visitor.getByRole('dialog', { name: siteText('public.gallery.modal.label') })
  await viewer.getByRole('link', { name: siteText('public.gallery.modal.next') }).click()
  await expect(viewer.getByRole('img', { name: 'ছবি ৩, মোট ৯' })).toBeVisible()
  await viewer.getByRole('link', { name: siteText('public.gallery.modal.close') }).click()
  await expect(visitor).toHaveURL(`${school.url}/albums/${id}`)
  await context.close()

  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, `${school.url}/albums/${id}`)
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, 'an album')
  await page.getByRole('link', { name: 'ছবি ৫, মোট ৯' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'ছবি ৫, মোট ৯' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?photo=6$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'ছবি ৫, মোট ৯' })).toBeFocused()
})

test('adds photos to an album, each once despite a lost response and a reload', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + ALBUMS)
  const photos = await photosOfEvent(page, 9)
  const files = photos.map(({ name, buffer }) => new File([new Uint8Array(buffer)], name))
  const { _id: id } = await school.admin.createEntry({
    params: albums,
    body: { title: 'বিজয় দিবস' },
    file: files.slice(7),
  })
  const params = { ...albums, id }
  const numbersOf = ({ files = [] }: { files?: { fileName: string }[] | undefined }) =>
    files.map(({ fileName }) => Number(/\d+/.exec(fileName)?.[0]))
  const numbers = async () => numbersOf(await school.admin.getEntry({ params }))
  const draftNumbers = () => school.admin.getDraft({ params }).then(numbersOf, () => [])
  const row = page.locator('.entrytable tbody tr').filter({ hasText: 'বিজয় দিবস' })
  const dialog = page.getByRole('dialog')
  const sheets = dialog.locator('.sheets > li')
  const save = dialog.getByRole('button', { name: 'সংরক্ষণ করুন' })
  const choose = (chosen: typeof photos) => dialog.locator('.dropzone input').setInputFiles(chosen)
  await page.reload()
  await openEntry(row)
  await expect(sheets).toHaveCount(2)

  // The first response is lost: its photos have arrived.
  let isLost = false
  await page.route('**/api/albums/*', async (route) => {
    if (route.request().method() !== 'PUT' || isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await choose(photos.slice(0, 6))
  await expect(sheets).toHaveCount(8)
  await dialog.getByRole('button', { name: 'ছবি ৮ সরান' }).click()
  await dialog.getByLabel('শিরোনাম', { exact: true }).fill('বিজয় দিবস ২০২৬')
  await expect.poll(draftNumbers).toEqual([8, 9, 1, 2, 3, 4, 5])
  expect(await numbers()).toEqual([8, 9])

  // After a reload the change goes on.
  page.on('dialog', (leaving) => leaving.accept())
  await page.reload()
  await openEntry(row)
  await expect(sheets).toHaveCount(7)
  await choose(photos.slice(5, 7))
  await expect(sheets).toHaveCount(9)
  await dialog.getByRole('button', { name: /প্রচ্ছদ করুন.*ছবি ৮/ }).click()
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await numbers()).toEqual([6, 8, 9, 1, 2, 3, 4, 5, 7])
  expect((await school.admin.getEntry({ params })).title).toBe('বিজয় দিবস ২০২৬')
  // One change for whoever looks at the versions, however often it was kept.
  const versions = await school.admin.listVersions({ params: { recordType: 'albums', id } })
  expect(versions.map(({ files = [] }) => files.length)).toEqual([2])
})

test('publishes an album once if the response is lost before a reload', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + ALBUMS)
  const photos = await photosOfEvent(page, 2)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('পিঠা উৎসব')
  await zone(page).setInputFiles(photos)
  await page.route(/\/api\/albums(\/\w+)?$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute(/\/api\/albums(\/\w+)?$/)
  await page.reload()
  await expect(page.locator('.sheets > li')).toHaveCount(2)
  await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect(page.getByText('অ্যালবামটি প্রকাশিত হয়েছে').first()).toBeVisible()
  const listed = await school.admin.listEntries({ params: albums })
  expect(listed.map(({ title, fileCount }) => [title, fileCount])).toEqual([['পিঠা উৎসব', 2]])
})

test('orders photos by dragging with mouse and finger, and sends the order once', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  const photo = await fs.readFile(path.join(import.meta.dirname, '../../web/public/icon-512.png'))
  const { _id: id } = await school.admin.createEntry({
    params: albums,
    body: { title: 'বনভোজন' },
    file: [1, 2, 3, 4].map((n) => new File([new Uint8Array(photo)], `${n}.png`)),
  })
  const names = async () => {
    const { files = [] } = await school.admin.getEntry({ params: { ...albums, id } })
    return files.map(({ fileName }) => fileName.replace('.png', '')).join(' ')
  }
  const openAlbum = async (on: Page) => {
    await signIn(on, school.url + ALBUMS)
    await openEntry(on.getByRole('row', { name: /বনভোজন/ }))
    await expect(on.locator('.sheets > li')).toHaveCount(4)
  }
  const middleOf = async (on: Page, selector: string) => {
    const box = only((await on.locator(selector).boundingBox()) ?? undefined)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const shown = (on: Page) => on.locator('.sheets .muted').allTextContents()
  const save = (on: Page) => on.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()

  await openAlbum(page)
  let requests = 0
  page.on('request', (request) => {
    // A draft is kept meanwhile where the machine is slow.
    if (request.method() === 'PUT' && !request.url().endsWith('/draft')) requests += 1
  })
  const drag = async (from: string, to: string) => {
    await page.locator(from).scrollIntoViewIfNeeded()
    const start = await middleOf(page, from)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    const end = await middleOf(page, to)
    await page.mouse.move(end.x, end.y, { steps: 5 })
  }
  await drag('.sheets > li:nth-child(3) img', '.sheets > li:nth-child(1) img')
  await expect(page.locator('.sheets > li:nth-child(1)')).toHaveAttribute('data-drop', 'before')
  await page.mouse.up()
  await expect.poll(() => shown(page)).toEqual(['3.png', '1.png', '2.png', '4.png'])
  await expect(page.getByText('এখন ছবি ১।')).toBeAttached()
  // Escape leaves the order, and the dialog open.
  await drag('.sheets > li:nth-child(1) img', '.sheets > li:nth-child(2) img')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await drag('.sheets > li:nth-child(2) .grip', '.sheets > li:nth-child(3) .grip')
  await page.mouse.up()
  await expect.poll(() => shown(page)).toEqual(['3.png', '2.png', '1.png', '4.png'])
  await save(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect([await names(), requests]).toEqual(['3 2 1 4', 1])

  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const phone = await context.newPage()
  await openAlbum(phone)
  const touch = await context.newCDPSession(phone)
  const grip = (n: number) => `.sheets > li:nth-child(${n}) .grip`
  await phone.locator(grip(2)).scrollIntoViewIfNeeded()
  const finger = (type: 'touchStart' | 'touchMove', at: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [at] })
  const start = await middleOf(phone, grip(2))
  await finger('touchStart', start)
  // At the lower edge the list scrolls until the last photo is there.
  await finger('touchMove', { x: start.x, y: start.y + 20 })
  await finger('touchMove', { x: start.x, y: 700 })
  await expect(phone.locator('.sheets > li:nth-child(4)')).toBeInViewport({ ratio: 1 })
  await finger('touchMove', await middleOf(phone, grip(4)))
  await expect(phone.locator('.sheets > li:nth-child(4)')).toHaveAttribute('data-drop', 'after')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => shown(phone)).toEqual(['3.png', '1.png', '4.png', '2.png'])
  await expectAccessible(phone, 'the photos of an album')
  expect(await sidewaysScroll(phone)).toBe(0)
  await save(phone)
  await expect(phone.getByRole('dialog')).toBeHidden()
  expect(await names()).toBe('3 1 4 2')
  await context.close()
})

test('shows in the save bar how much of an album has gone, and stops it there', async ({
  page,
  school,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, school.url + ALBUMS)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  // The first three get through, the others are on their way.
  let started = 0
  await page.route('**/api/admin/uploads/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    started += 1
    return started <= 3 ? route.continue() : undefined
  })
  await zone(page).setInputFiles(await photosOfEvent(page, 6))
  await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect.poll(() => started).toBe(4)
  const bar = page.locator('.savebar')
  await expect(bar).toContainText(/৬টির মধ্যে [৩-৬]টি এসেছে · [৫-৯১][০-৯]+%/)
  await expect(bar).toBeInViewport()
  await expectAccessible(page, 'sending an album')
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'থামান' }).click()
  await expect(page.getByRole('alert').first()).toContainText('আপলোড থামানো হয়েছে।')
  await page.unroute('**/api/admin/uploads/*')
  await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect(page.getByText('অ্যালবামটি প্রকাশিত হয়েছে').first()).toBeVisible()
  const [album] = await school.admin.listEntries({ params: albums })
  expect(album?.fileCount).toBe(6)
})
