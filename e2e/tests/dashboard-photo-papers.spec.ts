import fs from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { takePhotos } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, expectReadableColours, sidewaysScroll } from '../support/page-checks.ts'
import { paperPhoto, phonePhoto, SHEET } from '../support/phone-photo.ts'
import { zone } from '../support/photo-screens.ts'
import type { SchoolServer } from '../support/school-server.ts'

const NOTICES = { collection: 'notices' } as const
const ADD_NOTICE = '/admin/dashboard/createNotice'

const dialogOf = (page: Page) => page.getByRole('dialog')
const photosOf = async (page: Page, ...names: string[]) => {
  const photos = []
  for (const name of names) photos.push(await paperPhoto(page, name))
  return photos
}

/** Centre of a handle as parts of the photo. */
async function placeOf(dialog: Locator, name: string): Promise<[number, number]> {
  const photo = await dialog.locator('.corners').boundingBox()
  const handle = await dialog.getByRole('button', { name }).boundingBox()
  if (!photo || !handle) throw new Error('Not shown')
  const x = (handle.x + handle.width / 2 - photo.x) / photo.width
  const y = (handle.y + handle.height / 2 - photo.y) / photo.height
  return [x, y]
}

async function publishedFiles({ admin, url }: SchoolServer) {
  const [listed] = await admin.listEntries({ params: NOTICES })
  const entry = await admin.getEntry({ params: { ...NOTICES, id: listed?._id ?? '' } })
  const files = entry.files ?? [{ filePath: entry.filePath ?? '', fileName: entry.fileName ?? '' }]
  const [first] = files
  const pdf = await (await fetch(`${url}/${first?.filePath}`)).text()
  return { title: entry.title, names: files.map(({ fileName }) => fileName), pdf }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('makes one notice of three photos, also after a reload in the midst', async ({
    page,
    school,
    signIn,
  }) => {
    await signIn(page, school.url + ADD_NOTICE)
    await page.getByLabel('শিরোনাম', { exact: true }).fill('পরীক্ষার সময়সূচি')
    const [first, second, third] = await photosOf(page, 'ONE.jpg', 'TWO.jpg', 'THREE.jpg')
    if (!first || !second || !third) throw new Error('No photos')
    await expect(page.locator('form input[type=file]')).toHaveCount(1)
    await takePhotos(page, 'ছবি তুলুন', first)
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('heading')).toHaveText('ছবি থেকে কাগজ · পাতা ১/১')
    await takePhotos(dialog, 'আরেকটি পাতার ছবি তুলুন', second)
    await expect(dialog.getByText('২ পাতা তৈরি।')).toBeVisible()

    // The sheet is found; a finger moves a corner.
    for (const [name, [x, y]] of [
      ['উপরের বাঁ কোণ', SHEET[0]],
      ['নিচের ডান কোণ', SHEET[2]],
    ] as const) {
      const [foundX, foundY] = await placeOf(dialog, name)
      expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(0.03)
    }
    const handle = await dialog.getByRole('button', { name: 'নিচের ডান কোণ' }).boundingBox()
    if (!handle) throw new Error('No handle')
    const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
    const touch = await page.context().newCDPSession(page)
    const send = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: { x: number; y: number }[],
    ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await send('touchStart', [from])
    await send('touchMove', [{ x: from.x - 10, y: from.y - 10 }])
    await expect(dialog.locator('.magnifier')).toBeVisible()
    await send('touchMove', [{ x: from.x - 30, y: from.y - 40 }])
    await send('touchEnd', [])
    const photo = await dialog.locator('.corners').boundingBox()
    const moved = await placeOf(dialog, 'নিচের ডান কোণ')
    expect(moved[0] * (photo?.width ?? 0)).toBeCloseTo(from.x - 30 - (photo?.x ?? 0), -1)
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, 'corners')

    // Android may end the page while the camera is open.
    await page.reload()
    await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('পরীক্ষার সময়সূচি')
    await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('ছবি থেকে কাগজ বানানো শেষ হয়নি।')
    await page.getByRole('button', { name: 'কাজ চালিয়ে যান' }).click()
    await dialog.getByRole('button', { name: /^পাতা ২/ }).click()
    const again = await placeOf(dialog, 'নিচের ডান কোণ')
    expect(again[0]).toBeCloseTo(moved[0], 2)
    await takePhotos(dialog, 'আরেকটি পাতার ছবি তুলুন', third)
    await expect(dialog.getByRole('heading')).toHaveText('ছবি থেকে কাগজ · পাতা ৩/৩')
    await dialog.getByRole('button', { name: 'দেখে নিন' }).click()
    await expect(dialog.getByRole('img', { name: 'সোজা করা পাতা ৩' })).toBeVisible()
    await expectAccessible(page, 'pages')
    await dialog.getByRole('button', { name: '৩ পাতা দিন' }).click()
    await expect(page.getByLabel('শিরোনাম', { exact: true })).toBeFocused()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('ছবি থেকে বানানো কাগজ: ৩ পাতা।')).toBeVisible()

    // The finished document is kept as well.
    await page.reload()
    await expect(page.locator('.upfile')).toContainText('.pdf')
    await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
    await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে').first()).toBeVisible()
    const { title, names, pdf } = await publishedFiles(school)
    expect(title).toBe('পরীক্ষার সময়সূচি')
    expect(names).toHaveLength(1)
    expect(pdf).toContain('/Count 3')
    expect(pdf.length).toBeLessThan(first.buffer.length)
    await page.reload()
    await expect(page.getByRole('button', { name: 'কাজ চালিয়ে যান' })).toHaveCount(0)
    await expect(page.locator('.upfile')).toHaveCount(0)
  })
})

test('asks whether chosen photos are papers, and corrects pages by keyboard', async ({
  page,
  school,
  signIn,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, school.url + ADD_NOTICE)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('ছুটি')
  await zone(page).setInputFiles(await photosOf(page, 'ONE.jpg', 'TWO.jpg'))
  await page.getByRole('button', { name: 'ছবি হিসেবেই দিন' }).click()
  await expect(page.getByText('ফাইলগুলো কীভাবে দেবেন?')).toBeVisible()
  await page.getByRole('button', { name: 'ছবি থেকে কাগজ বানান' }).click()

  const dialog = dialogOf(page)
  const corner = dialog.getByRole('button', { name: 'উপরের বাঁ কোণ' })
  await expect(dialog.getByText('২ পাতা তৈরি।')).toBeVisible()
  const width = (await dialog.locator('.corners').boundingBox())?.width ?? 0
  const [before] = await placeOf(dialog, 'উপরের বাঁ কোণ')
  await corner.focus()
  await expect(dialog.locator('.magnifier')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  const [after] = await placeOf(dialog, 'উপরের বাঁ কোণ')
  expect((after - before) * width).toBeCloseTo(11, 0)
  await expect(corner).toBeFocused()
  await dialog.getByRole('button', { name: 'ফেরান' }).click()
  expect((await placeOf(dialog, 'উপরের বাঁ কোণ'))[0]).toBeCloseTo(before, 3)

  // A turned photo keeps its sheet; a removed page comes back.
  await dialog.getByRole('button', { name: 'ঘোরান' }).click()
  const [turnedX, turnedY] = await placeOf(dialog, 'উপরের বাঁ কোণ')
  expect(Math.hypot(turnedX - (1 - SHEET[3][1]), turnedY - SHEET[3][0])).toBeLessThan(0.03)
  await dialog.getByRole('button', { name: 'সরান' }).click()
  await expect(dialog.getByRole('heading')).toContainText('পাতা ১/১')
  await dialog.getByRole('button', { name: 'ফেরান' }).click()
  await expect(dialog.getByRole('heading')).toContainText('পাতা ১/২')
  await dialog.getByRole('checkbox', { name: /সাদা কাগজ/ }).uncheck()

  await dialog.getByRole('button', { name: 'দেখে নিন' }).click()
  const sheet = dialog.getByRole('img', { name: 'সোজা করা পাতা ১' })
  await expect(dialog.getByText('২ পাতা তৈরি।')).toBeVisible()
  const { width: wide = 0, height: high = 1 } = (await sheet.boundingBox()) ?? {}
  expect(wide).toBeGreaterThan(high)
  await dialog.getByRole('button', { name: 'পরে নিন' }).click()
  await expect(dialog.getByRole('heading')).toContainText('পাতা ২/২')
  await expect(dialog.getByRole('button', { name: 'পরে নিন' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'মূল ছবিও সঙ্গে দিন' }).check()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColours(page, 'pages in the dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByRole('button', { name: '২ পাতা দিন' }).click()
  await expect(page.locator('.sheets > li')).toHaveCount(3)
  await page.getByRole('button', { name: 'প্রকাশ করুন', exact: true }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে').first()).toBeVisible()
  const { names, pdf } = await publishedFiles(school)
  expect(names.slice(1)).toEqual(['TWO.jpg', 'ONE.jpg'])
  expect(pdf).toContain('/Count 2')
  expect(pdf).toContain('/DCTDecode')
})

test('says what to do about a photo that the browser cannot open, and keeps the others', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + ADD_NOTICE)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')
  const closed = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic }
  await zone(page).setInputFiles(closed)
  await expect(page.getByText('HEIC ছবি এখানে নেওয়া যায় না।')).toBeVisible()
  await page.getByRole('button', { name: 'ফেলে দিন' }).click()

  const [first, third] = await photosOf(page, 'ONE.jpg', 'THREE.jpg')
  if (!first || !third) throw new Error('No photos')
  await takePhotos(page, 'ছবি তুলুন', first, closed, third)
  const dialog = dialogOf(page)
  const failure = dialog.getByRole('alert').filter({ hasText: 'HEIC' })
  await expect(failure).toContainText('পাতা ২ HEIC ছবি, যা এই ব্রাউজারে খোলে না।')
  await expect(dialog.getByText('২ পাতা তৈরি।')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'কাজ চালিয়ে যান' }).click()
  await failure.getByRole('button', { name: 'পাতা ২ দেখুন' }).click()
  await expect(dialog.getByRole('heading')).toContainText('পাতা ২/৩')
  await dialog.getByRole('button', { name: 'সরান' }).click()
  await expect(failure).toHaveCount(0)
  await dialog.getByRole('button', { name: 'দেখে নিন' }).click()
  await dialog.getByRole('button', { name: '২ পাতা দিন' }).click()
  await expect(page.locator('.upfile')).toContainText('.pdf')
})

test('makes a paper of large photos in its edit dialog, one photo in memory at a time', async ({
  page,
  school,
  signIn,
}, testInfo) => {
  const params = { ...NOTICES, id: '' }
  const body = { title: 'ফরম পূরণ', body: 'কাগজ নিচে।' }
  params.id = (await school.admin.createEntry({ params: NOTICES, body }))._id
  await signIn(page, school.url + ADD_NOTICE)
  const { buffer } = await phonePhoto(page)
  const photos = Array.from({ length: 8 }, (_, at) => testInfo.outputPath(`IMG_${at}.jpg`))
  for (const photo of photos) await fs.writeFile(photo, buffer)
  await page.getByRole('button', { name: 'ফরম পূরণ', exact: true }).click()
  const edit = page.getByRole('dialog').filter({ hasText: 'সম্পাদনা' })
  const memory = await memoryOf(page)
  const picker = page.waitForEvent('filechooser')
  await edit.getByRole('button', { name: 'ছবি তুলুন' }).click()
  await (await picker).setFiles(photos)
  const dialog = page.getByRole('dialog').filter({ hasText: 'ছবি থেকে কাগজ ·' })
  await expect(dialog.getByText('৮ পাতা তৈরি।')).toBeVisible({ timeout: 90_000 })
  // Less than all of them take when they are opened.
  expect(await memory.grown()).toBeLessThan(photos.length * 4000 * 3000 * 4)
  await dialog.getByRole('button', { name: 'দেখে নিন' }).click()
  await page.getByRole('button', { name: '৮ পাতা দিন' }).click()
  await expect(edit.locator('.upfile')).toHaveCount(1)
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  const { title, names, pdf } = await publishedFiles(school)
  expect(title).toBe('ফরম পূরণ')
  expect(names).toHaveLength(1)
  expect(pdf).toContain('/Count 8')
  // What was sent is forgotten.
  await page.getByRole('button', { name: 'ফরম পূরণ', exact: true }).click()
  await expect(edit.getByText('ছবি থেকে বানানো কাগজ')).toHaveCount(0)
})

/** Bytes by which the browser's largest page grows at most; 0 where the system does not tell. */
async function memoryOf(page: Page) {
  const browser = page.context().browser()
  if (process.platform !== 'linux' || !browser) return { grown: async () => 0 }
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const read = async (field: 'VmHWM' | 'VmRSS') => {
    const sizes = await Promise.all(
      ids.map(async (id) => {
        const status = await fs.readFile(`/proc/${id}/status`, 'utf8')
        return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
      }),
    )
    return Math.max(...sizes)
  }
  // Sets the peaks to the present sizes.
  for (const id of ids) await fs.writeFile(`/proc/${id}/clear_refs`, '5')
  const before = await read('VmRSS')
  return { grown: async () => (await read('VmHWM')) - before }
}
