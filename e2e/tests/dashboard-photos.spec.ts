import type { Api } from '@bidyaloy/shared/api/api'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { colorAt, pastePicture, phonePhoto, smallPhoto } from '../support/phone-photo.ts'
import { entriesText } from '../support/texts.ts'

const JUBILEE = '/admin/dashboard/createjoyontigallery'
const GALLERY = '/admin/dashboard/photogallary'
const VIDEO = 'https://www.youtube.com/watch?v=abcdefghijk'

const photosOf = (admin: Api, collection: 'gallery' | 'main-gallery' = 'gallery') =>
  admin.listEntries({ params: { collection } })
const tile = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const zone = (page: Page) => page.locator('.dropzone input')

/** Another machine's pictures are no matter of this site. */
async function answerThumbnails(page: Page) {
  await page.route('https://i.ytimg.com/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180"/></svg>',
    }),
  )
}

test("a phone's picture of twelve megapixels arrives upright and small", async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url)
  await page.goto(school.url + JUBILEE)
  const photo = await phonePhoto(page)
  expect(photo.buffer.length).toBeGreaterThan(4_000_000)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('সমাবেশ')
  await zone(page).setInputFiles(photo)
  const sending = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'ছবি যুক্ত করুন' }).click()
  await expect(page.getByText('ছবি ছোট করা হচ্ছে...')).toBeVisible()
  await expect(page.getByText('ছবি যুক্ত করা হয়েছে।')).toBeVisible()
  const { 'content-length': sent } = await (await sending).allHeaders()
  expect(Number(sent)).toBeGreaterThan(100_000)
  expect(Number(sent)).toBeLessThan(photo.buffer.length / 2)

  const [kept] = await photosOf(school.admin)
  expect(kept).toMatchObject({ width: 1920, height: 2560, fileName: 'IMG_2034.jpg' })
  const address = `${school.url}/${kept?.filePath}`
  const [red = 0, green = 255] = await colorAt(page, address, [0.25, 0.25])
  expect([red > 180, green < 80]).toEqual([true, true])
  const [otherRed = 255] = await colorAt(page, address, [0.75, 0.75])
  expect(otherRed).toBeLessThan(180)
})

test('many photos go one after the other; only what failed goes again', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url)
  await page.goto(school.url + JUBILEE)
  await zone(page).setInputFiles([
    await smallPhoto(page, 'শহিদ মিনার.png'),
    { name: 'ভাঙা ছবি.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html></html>') },
    await smallPhoto(page, 'IMG_20261121.png', { color: 'maroon' }),
  ])
  const rows = page.locator('.uprows > li')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('শহিদ মিনার')
  await expect(rows.nth(2).getByRole('textbox')).toHaveValue('')

  await page.getByRole('button', { name: '৩টি জমা দিন' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /IMG_20261121/ })
    .click()
  await expect(rows.nth(2).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('প্রভাতফেরি')
  await page.getByRole('button', { name: '৩টি জমা দিন' }).dblclick()

  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('১টি ফাইল যুক্ত হয়নি।')
  await expect(page.getByText('৩টির মধ্যে ২টি যুক্ত হয়েছে।')).toBeVisible()
  await expect(rows.nth(1)).toContainText('গ্রহণযোগ্য নয়')
  expect(await photosOf(school.admin)).toHaveLength(2)

  await page.getByRole('button', { name: 'বাকি ১টি পাঠান' }).click()
  await expect(rows.nth(1)).toContainText('গ্রহণযোগ্য নয়')
  expect(await photosOf(school.admin)).toHaveLength(2)
  await rows.nth(1).getByRole('button', { name: /সরান/ }).click()
  await zone(page).setInputFiles(await smallPhoto(page, 'র‍্যালি.png', { color: 'olive' }))
  await page.getByRole('button', { name: 'বাকি ১টি পাঠান' }).click()
  await expect(page.getByText('৩টি ছবি যুক্ত করা হয়েছে।')).toBeVisible()
  await expect(rows).toHaveCount(0)
  const titles = (await photosOf(school.admin)).map(({ title }) => title)
  expect(titles.sort()).toEqual(['প্রভাতফেরি', 'র‍্যালি', 'শহিদ মিনার'].sort())
})

test('photos of one event get one title with one click, and keep those that have their own', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url)
  await page.goto(school.url + JUBILEE)
  await zone(page).setInputFiles([
    await smallPhoto(page, 'IMG_20261121.png'),
    await smallPhoto(page, 'IMG_20261122.png', { color: 'maroon' }),
    await smallPhoto(page, 'IMG_20261123.png', { color: 'olive' }),
  ])
  const titles = page.locator('.uprows').getByRole('textbox')
  const same = page.getByRole('button', { name: 'প্রথম শিরোনামটি ফাঁকা ঘরগুলোতেও বসান' })
  await expect(same).toBeDisabled()
  await titles.nth(0).fill('পুনর্মিলনী ২০২৬')
  await titles.nth(1).fill('প্রধান অতিথি')
  await same.click()
  await expect(titles.nth(0)).toHaveValue('পুনর্মিলনী ২০২৬')
  await expect(titles.nth(1)).toHaveValue('প্রধান অতিথি')
  await expect(titles.nth(2)).toHaveValue('পুনর্মিলনী ২০২৬')
  await expect(titles.nth(2)).toBeFocused()
  await expect(same).toBeDisabled()
})

test('with the server gone in the midst, what has gone up stays and the rest waits', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url)
  await page.goto(school.url + JUBILEE)
  await zone(page).setInputFiles([
    await smallPhoto(page, 'এক.png'),
    await smallPhoto(page, 'দুই.png', { color: 'navy' }),
    await smallPhoto(page, 'তিন.png', { color: 'olive' }),
  ])
  const rows = page.locator('.uprows > li')
  await rows.nth(0).getByRole('textbox').fill('প্রথম ছবি')
  let posts = 0
  await page.route('**/api/gallery', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    if (posts === 2) await school.kill()
    return route.continue()
  })
  await page.getByRole('button', { name: '৩টি জমা দিন' }).click()
  const alert = page.getByRole('alert').first()
  await expect(alert).toContainText('Failed to upload image. Please check the backend server.')
  await expect(alert).toContainText('সার্ভারের সঙ্গে সংযোগ করা যাচ্ছে না।')
  await expect(alert).toContainText('১টি ফাইল এখনো পাঠানো হয়নি।')
  expect(posts).toBe(2)

  await school.start()
  await page.getByRole('button', { name: 'বাকি ২টি পাঠান' }).click()
  await expect(page.getByText('৩টি ছবি যুক্ত করা হয়েছে।')).toBeVisible()
  expect(await photosOf(school.admin)).toHaveLength(3)
})

test('a picture is pasted, wherever the focus is; text stays text', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url)
  await page.goto(school.url + GALLERY)
  const title = page.getByLabel('শিরোনাম', { exact: true }).first()
  await title.fill('পেস্ট করা')
  await title.focus()
  await pastePicture(page, await smallPhoto(page, 'x.png'))
  await expect(page.locator('.upfile')).toContainText('পেস্ট-করা-ছবি.png')
  await expect(title).toHaveValue('পেস্ট করা')
  await page.getByRole('button', { name: 'ছবি যুক্ত করুন' }).click()
  await expect(tile(page, 'পেস্ট করা')).toBeVisible()

  await tile(page, 'পেস্ট করা')
    .getByRole('button', { name: /ছবি বদলান/ })
    .click()
  await pastePicture(page, await smallPhoto(page, 'x.png', { color: 'maroon' }))
  await expect(page.getByRole('dialog').locator('.upfile')).toHaveCount(1)
  await expect(page.locator('.card .upfile')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'ছবি বদলান' }).click()
  await expect(page.getByText('ছবি বদলানো হয়েছে।')).toBeVisible()
})

test('a reload says which files are gone, and keeps the titles for them', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url)
  await page.goto(school.url + JUBILEE)
  const files = [await smallPhoto(page, 'a1.png'), await smallPhoto(page, 'b2.png')]
  await zone(page).setInputFiles(files)
  const rows = page.locator('.uprows > li')
  await rows.nth(0).getByRole('textbox').fill('বৃক্ষরোপণ')
  await rows.nth(1).getByRole('textbox').fill('ফুলবাগান')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('আবার নির্বাচন করুন: a1.png, b2.png')).toBeVisible()
  await zone(page).setInputFiles(files)
  await expect(page.getByText('আবার নির্বাচন করুন')).toHaveCount(0)
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('বৃক্ষরোপণ')
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('ফুলবাগান')
})

test('a video shows its picture before it is added, and says so when it fails', async ({
  page,
  school,
  signIn,
}) => {
  await answerThumbnails(page)
  await signIn(page, school.url)
  await page.goto(school.url + GALLERY)
  const form = page.getByRole('region', { name: 'নতুন ভিডিও যুক্ত করুন' })
  const link = form.getByLabel('ভিডিওর লিংক')
  await form.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  await link.fill('https://example.com/watch?v=abcdefghijk')
  await expect(form.getByText('লিংক দিলে এখানে ভিডিওর ছবি দেখা যাবে।')).toBeVisible()
  await form.getByRole('button', { name: 'ভিডিও যুক্ত করুন' }).click()
  await expect(form.getByRole('alert')).toContainText('ইউটিউব ভিডিওর সঠিক লিংক দিন।')

  await link.fill(VIDEO.replace('https://', ''))
  await expect(form.locator('.preview img')).toHaveAttribute(
    'src',
    'https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg',
  )
  await school.kill()
  await form.getByRole('button', { name: 'ভিডিও যুক্ত করুন' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Failed to upload video. Please check the backend server.',
  )
  await school.start()
  await form.getByRole('button', { name: 'ভিডিও যুক্ত করুন' }).click()
  await expect(page.getByText('ভিডিও যুক্ত করা হয়েছে।')).toBeVisible()
  await expect(tile(page, 'বার্ষিক ক্রীড়া').getByRole('link')).toHaveAttribute('href', VIDEO)
  const [video] = await photosOf(school.admin, 'main-gallery')
  expect(video).toMatchObject({ videoId: 'abcdefghijk', title: 'বার্ষিক ক্রীড়া' })
})

test('photos are found, renamed, and several deleted at once and brought back', async ({
  page,
  school,
  signIn,
}) => {
  await answerThumbnails(page)
  await signIn(page, school.url)
  const picture = await smallPhoto(page, 'ছবি.png')
  for (const title of ['Science Fair', 'বনভোজন', 'মেলা']) {
    await school.admin.createEntry({
      params: { collection: 'main-gallery' },
      body: { title },
      file: new File([new Uint8Array(picture.buffer)], 'ছবি.png'),
    })
  }
  await school.admin.createEntry({
    params: { collection: 'main-gallery' },
    body: { title: 'ভিডিও এক', videoLink: VIDEO },
  })
  await page.goto(school.url + GALLERY)
  const tiles = page.locator('.tile')
  await expect(tiles).toHaveCount(4)
  await page.getByRole('searchbox').fill('SCIENCE')
  await page.keyboard.press('Enter')
  await expect(tiles).toHaveCount(1)
  await tiles.getByRole('button', { name: /নাম পরিবর্তন/ }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Science Fair 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText(entriesText('photo.renamed'))).toBeVisible()
  await expect(tiles).toContainText('Science Fair 2026')
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Enter')
  await expect(tiles).toHaveCount(4)

  await page.getByLabel('বাছাই করুন: মেলা').check()
  await page.getByLabel('বাছাই করুন: ভিডিও এক').check()
  await page.getByRole('button', { name: 'বাছাই করা ২টি মুছুন' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('মেলা')
  await expect(dialog).toContainText('ভিডিও এক')
  const lists = await holdAnswers(page, /\/api\/(stats\/)?main-gallery\?/)
  await dialog.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  // Gone at once, however slow the line is on which the list comes anew.
  await expect(tiles).toHaveCount(2)
  lists.release('answer')
  expect(await photosOf(school.admin, 'main-gallery')).toHaveLength(2)
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(tiles).toHaveCount(4)
  await expect(page.getByText('২টি ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  expect(await photosOf(school.admin, 'main-gallery')).toHaveLength(4)
})

test('many rows, their faults, the times and the dialogs are sound at any size', async ({
  page,
  school,
  signIn,
}) => {
  test.setTimeout(240_000)
  await answerThumbnails(page)
  await signIn(page, school.url)
  await page.goto(school.url + GALLERY)
  await school.admin.createEntry({
    params: { collection: 'main-gallery' },
    body: {
      title: 'জেলা পর্যায়ের আন্তঃবিদ্যালয় সাংস্কৃতিক প্রতিযোগিতায় আমাদের মেয়েদের দলীয় নৃত্য',
      videoLink: VIDEO,
      pinnedUntil: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await zone(page).setInputFiles([
    await smallPhoto(page, 'IMG_1.png'),
    await smallPhoto(page, 'একটি-খুব-লম্বা-নামের-ছবি-যার-নামে-কোনো-ফাঁক-নেই-তবু-ভাঙতে-হবে.png', {
      color: 'navy',
    }),
  ])
  await page.getByText('আরও: তারিখ').first().click()
  await page.getByLabel('কবে থেকে দেখা যাবে: দিন').first().fill('2027-01-31')
  await page.getByRole('button', { name: '২টি জমা দিন' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      const where = `${colorScheme} ${width}`
      expect(await sidewaysScroll(page), where).toBe(0)
      await expectAccessible(page, where)
      await page.getByRole('button', { name: /সম্পাদনা/ }).click()
      expect(await sidewaysScroll(page), where).toBe(0)
      await expectAccessible(page, `${where}, dialog`)
      await page.keyboard.press('Escape')
    }
  }
})
