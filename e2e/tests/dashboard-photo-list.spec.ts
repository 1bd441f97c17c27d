import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { chooseFromMenu, openEntry, openValue } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import { GALLERY, photoRow, photosOf, zone } from '../support/photo-screens.ts'
import { entriesText } from '../support/texts.ts'

const VIDEO = 'https://www.youtube.com/watch?v=abcdefghijk'

test('recognises the link of a video before adding it, and reports a failure', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + GALLERY)
  const form = page.locator('.compose__card')
  const link = form.getByLabel('ভিডিওর লিংক')
  await form.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  await link.fill('https://example.com/watch?v=abcdefghijk')
  await expect(form.getByText(entriesText('video.known'))).toHaveCount(0)
  await form.getByRole('button', { name: 'ভিডিও যোগ করুন' }).click()
  await expect(form.getByRole('alert')).toContainText('ইউটিউব ভিডিওর সঠিক লিংক দিন।')

  await link.fill(VIDEO.replace('https://', ''))
  await expect(form.getByText(entriesText('video.known'))).toBeVisible()
  await school.stop()
  await form.getByRole('button', { name: 'ভিডিও যোগ করুন' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Failed to upload video. Please check the backend server.',
  )
  await school.start()
  await form.getByRole('button', { name: 'ভিডিও যোগ করুন' }).click()
  await expect(page.getByText('ভিডিওটি যোগ হয়েছে')).toBeVisible()
  await expect(photoRow(page, 'বার্ষিক ক্রীড়া')).toBeVisible()
  const [video] = await photosOf(school.admin, 'main-gallery')
  expect(video).toMatchObject({ videoId: 'abcdefghijk', title: 'বার্ষিক ক্রীড়া' })
  const opened = page.context().waitForEvent('page')
  await chooseFromMenu(photoRow(page, 'বার্ষিক ক্রীড়া'), 'ওয়েবসাইটে দেখুন')
  await (await opened).close()
})

test('keeps a video as a draft without its link, which can be changed later', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + GALLERY)
  const form = page.locator('.compose__card')
  await form.getByLabel('শিরোনাম', { exact: true }).fill('নবীনবরণ')
  await form.getByLabel('ভিডিওর লিংক').fill('https://youtu')
  await expect(form.getByText(entriesText('draft.saved'))).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('ভিডিওর লিংক')).toHaveValue('https://youtu')
  await form.getByLabel('ভিডিওর লিংক').fill(VIDEO)
  await form.getByRole('button', { name: 'ভিডিও যোগ করুন' }).click()
  await expect(page.getByText('ভিডিওটি যোগ হয়েছে')).toBeVisible()

  // The list reads that the draft is gone.
  await expect(photoRow(page, 'নবীনবরণ')).toHaveCount(1)
  await openEntry(photoRow(page, 'নবীনবরণ'))
  const edit = page.getByRole('dialog')
  await edit.getByLabel('ভিডিওর লিংক').fill('https://youtu.be/')
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit.getByLabel('ভিডিওর লিংক')).toBeFocused()
  await edit.getByLabel('ভিডিওর লিংক').fill('https://youtu.be/zyxwvutsrqp')
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  const videos = await photosOf(school.admin, 'main-gallery')
  expect(videos).toMatchObject([{ videoId: 'zyxwvutsrqp', title: 'নবীনবরণ' }])
})

test('finds and renames photos, deletes several at once and restores them', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}/admin/dashboard`)
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
  const tiles = page.locator('.entrytable tbody tr')
  await expect(tiles).toHaveCount(4)
  await page.getByRole('searchbox').fill('SCIENCE')
  await page.keyboard.press('Enter')
  await expect(tiles).toHaveCount(1)
  await chooseFromMenu(tiles, /নাম বদলান/)
  await page.getByRole('dialog').getByRole('textbox').fill('Science Fair 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText(entriesText('photo.renamed'))).toBeVisible()
  await expect(tiles).toContainText('Science Fair 2026')
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Enter')
  await expect(tiles).toHaveCount(4)

  await page.getByRole('button', { name: 'সাজান ও বাছুন' }).click()
  await page.getByRole('menuitem', { name: 'বাছাই করুন' }).click()
  await page.getByLabel('বেছে নিন: মেলা').check()
  await page.getByLabel('বেছে নিন: ভিডিও এক').check()
  await page.getByRole('button', { name: 'বাছা ২টি মুছুন' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('মেলা')
  await expect(dialog).toContainText('ভিডিও এক')
  const lists = await holdAnswers(page, /\/api\/admin\/entries/)
  await dialog.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  // Removed at once, even if the list reloads over a slow connection.
  await expect(tiles).toHaveCount(2)
  lists.release('answer')
  expect(await photosOf(school.admin, 'main-gallery')).toHaveLength(2)
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(tiles).toHaveCount(4)
  await expect(page.getByText('২টি ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  expect(await photosOf(school.admin, 'main-gallery')).toHaveLength(4)
})

test('rows, errors, dates and dialogs are accessible at every size', async ({
  page,
  school,
  signIn,
}) => {
  test.setTimeout(240_000)
  await signIn(page, school.url + GALLERY)
  await school.admin.createEntry({
    params: { collection: 'main-gallery' },
    body: {
      title: 'জেলা পর্যায়ের আন্তঃবিদ্যালয় সাংস্কৃতিক প্রতিযোগিতায় আমাদের মেয়েদের দলীয় নৃত্য',
      videoLink: VIDEO,
      pinnedUntil: new Date(Date.now() + DAY_MS).toISOString(),
    },
  })
  await zone(page).setInputFiles([
    await smallPhoto(page, 'IMG_1.png'),
    await smallPhoto(page, 'একটি-খুব-লম্বা-নামের-ছবি-যার-নামে-কোনো-ফাঁক-নেই-তবু-ভাঙতে-হবে.png', {
      color: 'navy',
    }),
  ])
  await openValue(page, 'publish')
  await page.getByLabel('কবে থেকে দেখা যাবে: দিন').first().fill('2027-01-31')
  await page.getByRole('button', { name: /তারিখের জন্য রাখুন/ }).click()
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
      await openEntry(page.getByRole('row').filter({ hasText: 'জেলা পর্যায়ের' }))
      expect(await sidewaysScroll(page), where).toBe(0)
      await expectAccessible(page, `${where}, dialog`)
      await page.keyboard.press('Escape')
    }
  }
})
