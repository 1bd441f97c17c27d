import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { blurCopy } from '@bidyaloy/shared/features/blur/admin-copy'
import type { Page } from '@playwright/test'
import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { phonePhoto } from '../support/phone-photo.ts'
import { JUBILEE, photoRow, photosOf, zone } from '../support/photo-screens.ts'
import { entriesText } from '../support/texts.ts'

const cell = (page: Page, row: string, column: string) =>
  page.getByRole('checkbox', { name: `সারি ${row}, ঘর ${column}`, exact: true })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('blurs faces of a published photo by keyboard, tap and drag, and deletes the photo before', async ({
  page,
  school,
  signIn,
}) => {
  test.setTimeout(90_000)
  await signIn(page, school.url + JUBILEE)
  const { buffer, name, mimeType } = await phonePhoto(page, 'সমাবেশ.jpg')
  const file = new File([Uint8Array.from(buffer)], name, { type: mimeType })
  await school.admin.createEntry({
    params: { collection: 'gallery' },
    body: { title: 'সমাবেশ' },
    file,
  })
  await page.reload()
  const [before] = await photosOf(school.admin)
  await chooseFromMenu(photoRow(page, 'সমাবেশ'), entriesText('row.blur'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(blurCopy['blur.title'])
  await expect(page.locator('.blurphoto img')).toBeVisible()

  await test.step('by keyboard', async () => {
    await cell(page, '১', '১').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(cell(page, '২', '২')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(cell(page, '২', '২')).toBeChecked()
    await expect(status(page, '১টি জায়গা ঝাপসা হবে।')).toBeVisible()
    // One stop of the tab key for the whole grid.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: blurCopy['blur.save'] })).toBeFocused()
  })

  await test.step('by tap and drag, with an undo', async () => {
    await cell(page, '১', '৪').click()
    const box = await page.locator('.blurphoto').boundingBox()
    if (!box) throw new Error('No photo')
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.7, { steps: 4 })
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.9, { steps: 4 })
    await page.mouse.up()
    await expect(page.locator('.blurphoto rect')).toHaveCount(1)
    await expect(status(page, '৩টি জায়গা')).toBeVisible()
    await page.getByRole('button', { name: blurCopy['blur.undo'] }).click()
    await expect(page.locator('.blurphoto rect')).toHaveCount(0)
    await expect(status(page, '২টি জায়গা')).toBeVisible()
  })

  await test.step('at every width, light and dark', async () => {
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      await expectAccessible(page, `blurring, ${width} px`)
      expect(await sidewaysScroll(page)).toBe(0)
    }
  })

  await page.getByRole('button', { name: blurCopy['blur.save'] }).click()
  await expect(page.getByText(blurCopy['blur.done'])).toBeVisible()
  const [after] = await photosOf(school.admin)
  expect(after?.filePath).not.toBe(before?.filePath)
  await expect(page.locator('.blurphoto img')).toHaveAttribute(
    'src',
    `/${after?.sizes?.at(-1)?.filePath ?? after?.filePath}`,
  )

  await page.getByRole('button', { name: blurCopy['blur.purge'] }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'the question before the photo is deleted')
  await dialog.getByRole('button', { name: blurCopy['blur.purge'] }).click()
  await expect(page.getByText(blurCopy['blur.purged'])).toBeVisible()
  await expect(page.getByRole('button', { name: blurCopy['blur.purge'] })).toHaveCount(0)
  const params = { collection: 'gallery', id: after?._id ?? '' } as const
  expect(await school.admin.getUnblurred({ params })).toEqual({ count: 0 })
})

test('blurs a photo of an album that is being written, which is then published', async ({
  page,
  school,
  signIn,
}) => {
  test.setTimeout(90_000)
  await signIn(page, `${school.url}/admin/dashboard/albums`)
  const form = page.locator('.compose__card')
  await form.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  await zone(page).setInputFiles([
    await phonePhoto(page, 'দৌড়.jpg'),
    await phonePhoto(page, 'লাফ.jpg'),
  ])
  await form.getByRole('link', { name: entriesText('row.blur') }).click()
  await expect(page.locator('.blurchoice a')).toHaveCount(2)
  await page.locator('.blurchoice a').nth(1).click()
  await expect(page.locator('.blurchoice a').nth(1)).toHaveAttribute('aria-current', 'page')
  await cell(page, '২', '৩').check()
  await page.getByRole('button', { name: blurCopy['blur.save'] }).click()
  await expect(page.getByText(blurCopy['blur.done.draft'])).toBeVisible()
  const listed = () =>
    school.admin.listEntries({ params: { collection: 'albums' }, query: { state: 'draft' } })
  const [draft] = await listed()
  const params = { collection: 'albums', id: draft?._id ?? '' } as const
  const blurred = filesOf(await school.admin.getDraft({ params })).map(({ filePath }) => filePath)

  await page.goBack()
  await expect(form.getByLabel('শিরোনাম', { exact: true })).toHaveValue('বার্ষিক ক্রীড়া')
  await page
    .locator('.compose')
    .getByRole('button', { name: /প্রকাশ করুন/ })
    .click()
  await expect
    .poll(async () => (await school.admin.listEntries({ params: { collection: 'albums' } })).length)
    .toBe(1)
  const published = await school.admin.getEntry({ params })
  expect(filesOf(published).map(({ filePath }) => filePath)).toEqual(blurred)
})
