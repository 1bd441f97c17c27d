import { UPLOADS_PATH } from '@bidyaloy/shared/api/uploads'
import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { colorAt, pastePicture, phonePhoto, smallPhoto } from '../support/phone-photo.ts'
import { GALLERY, JUBILEE, photoRow, photosOf, zone } from '../support/photo-screens.ts'
import { entriesText } from '../support/texts.ts'

test('uploads a twelve-megapixel phone photo upright and reduced', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + JUBILEE)
  const photo = await phonePhoto(page)
  expect(photo.buffer.length).toBeGreaterThan(4_000_000)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('সমাবেশ')
  // It is made smaller, and sent, as soon as it is chosen.
  const shrinking = page.getByText(entriesText('upload.shrinking')).waitFor()
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url() === school.url + UPLOADS_PATH,
  )
  await zone(page).setInputFiles(photo)
  await page.getByRole('button', { name: 'ছবি যোগ করুন' }).click()
  await shrinking
  await expect(page.getByText('ছবিটি যোগ হয়েছে')).toBeVisible()
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

test('uploads many photos in sequence and retries only the failed ones', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + JUBILEE)
  await zone(page).setInputFiles([
    await smallPhoto(page, 'শহিদ মিনার.png'),
    { name: 'ভাঙা ছবি.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html></html>') },
    await smallPhoto(page, 'IMG_20261121.png', { color: 'maroon' }),
  ])
  const rows = page.locator('.uprows > li')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('শহিদ মিনার')
  await expect(rows.nth(2).getByRole('textbox')).toHaveValue('')

  await page.getByRole('button', { name: '৩টি ছবি যোগ করুন' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /IMG_20261121/ })
    .click()
  await expect(rows.nth(2).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('প্রভাতফেরি')
  await page.getByRole('button', { name: '৩টি ছবি যোগ করুন' }).dblclick()

  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('১টি ফাইল যোগ হয়নি।')
  await expect(page.getByText('৩টির মধ্যে ২টি যোগ হয়েছে।')).toBeVisible()
  await expect(rows.nth(1)).toContainText('নেওয়া যায় না')
  expect(await photosOf(school.admin)).toHaveLength(2)

  await page.getByRole('button', { name: 'বাকি ১টি পাঠান' }).click()
  await expect(rows.nth(1)).toContainText('নেওয়া যায় না')
  expect(await photosOf(school.admin)).toHaveLength(2)
  await rows.nth(1).getByRole('button', { name: /সরান/ }).click()
  await zone(page).setInputFiles(await smallPhoto(page, 'র‍্যালি.png', { color: 'olive' }))
  await page.getByRole('button', { name: 'বাকি ১টি পাঠান' }).click()
  await expect(page.getByText('৩টি ছবি যোগ হয়েছে')).toBeVisible()
  await expect(rows).toHaveCount(0)
  const titles = (await photosOf(school.admin)).map(({ title }) => title)
  expect(titles.sort()).toEqual(['প্রভাতফেরি', 'র‍্যালি', 'শহিদ মিনার'].sort())
})

test('gives one title to all photos of an event and keeps individual titles', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + JUBILEE)
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

test('keeps uploaded photos when the server disappears, and leaves the rest waiting', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + JUBILEE)
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
    if (posts === 2) await school.stop()
    return route.continue()
  })
  await page.getByRole('button', { name: '৩টি ছবি যোগ করুন' }).click()
  const alert = page.getByRole('alert').first()
  await expect(alert).toContainText('Failed to upload image. Please check the backend server.')
  await expect(alert).toContainText('সার্ভারের সঙ্গে সংযোগ করা যাচ্ছে না।')
  await expect(alert).toContainText('১টি ফাইল এখনো পাঠানো হয়নি।')
  expect(posts).toBe(2)

  await school.start()
  await page.getByRole('button', { name: 'বাকি ২টি পাঠান' }).click()
  await expect(page.getByText('৩টি ছবি যোগ হয়েছে')).toBeVisible()
  expect(await photosOf(school.admin)).toHaveLength(3)
})

test('pastes a picture from any focus, and text as text', async ({ page, school, signIn }) => {
  await signIn(page, school.url + GALLERY)
  const form = page.getByRole('form', { name: 'নতুন ছবি যোগ করুন' })
  const title = form.getByLabel('শিরোনাম', { exact: true })
  await title.fill('পেস্ট করা')
  await title.focus()
  await pastePicture(page, await smallPhoto(page, 'x.png'))
  await expect(page.locator('.upfile')).toContainText('পেস্ট-করা-ছবি.png')
  await expect(title).toHaveValue('পেস্ট করা')
  await page.getByRole('button', { name: 'ছবি যোগ করুন' }).click()
  await expect(photoRow(page, 'পেস্ট করা')).toBeVisible()

  const pasted = pastePicture(page, await smallPhoto(page, 'x.png', { color: 'maroon' }), 'opening')
  await chooseFromMenu(photoRow(page, 'পেস্ট করা'), 'ছবি বদলান')
  await pasted
  await expect(page.getByRole('dialog').locator('.upfile')).toHaveCount(1)
  await expect(page.locator('.compose__card .upfile')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'ছবি বদলান' }).click()
  await expect(page.getByText('ছবি বদলানো হয়েছে।')).toBeVisible()
})

test('keeps photos and their titles through a reload', async ({ page, school, signIn }) => {
  await signIn(page, school.url + JUBILEE)
  const files = [await smallPhoto(page, 'a1.png'), await smallPhoto(page, 'b2.png')]
  await zone(page).setInputFiles(files)
  const rows = page.locator('.uprows > li')
  await rows.nth(0).getByRole('textbox').fill('বৃক্ষরোপণ')
  await rows.nth(1).getByRole('textbox').fill('ফুলবাগান')
  await page.reload()
  await expect(rows).toContainText(['a1', 'b2'])
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('বৃক্ষরোপণ')
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('ফুলবাগান')
  await page.getByRole('button', { name: '২টি ছবি যোগ করুন' }).click()
  await expect(photoRow(page, 'ফুলবাগান')).toBeVisible()
  expect((await photosOf(school.admin, 'gallery')).map(({ title }) => title)).toEqual([
    'ফুলবাগান',
    'বৃক্ষরোপণ',
  ])
})

test('publishes a title of the gallery without a photo, at once or from its draft', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + GALLERY)
  const form = page.getByRole('form', { name: 'নতুন ছবি যোগ করুন' })
  const submit = form.getByRole('button', { name: 'ছবি যোগ করুন' })
  await form.getByLabel('শিরোনাম', { exact: true }).fill('পুরস্কার বিতরণ')
  await submit.click()
  await expect(photoRow(page, 'পুরস্কার বিতরণ')).toBeVisible()
  await form.getByLabel('শিরোনাম', { exact: true }).fill('বৃক্ষরোপণ')
  await expect(form.getByText(entriesText('draft.saved'))).toBeVisible()
  await submit.click()
  await expect(photoRow(page, 'বৃক্ষরোপণ')).toBeVisible()
  expect((await photosOf(school.admin, 'main-gallery')).map(({ title }) => title)).toEqual([
    'বৃক্ষরোপণ',
    'পুরস্কার বিতরণ',
  ])
})
