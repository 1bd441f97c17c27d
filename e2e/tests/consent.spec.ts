import { openEntry, openValue } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import { photoRow, zone } from '../support/photo-screens.ts'
import { entriesText } from '../support/texts.ts'

const ALBUMS = '/admin/dashboard/albums'

test('notes the consent of parents to an album, which hinders nothing and no visitor sees', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + ALBUMS)
  const form = page.locator('.compose__card')
  await form.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  await expect(page.getByText(entriesText('consent.hint'))).toHaveCount(0)
  await zone(page).setInputFiles(await smallPhoto(page, 'দৌড়.png'))
  await expect(page.getByText(entriesText('consent.hint'))).toBeVisible()
  await page
    .locator('.compose')
    .getByRole('button', { name: /প্রকাশ করুন/ })
    .click()
  await expect(page.getByText(entriesText('albums.created')).first()).toBeVisible()

  await page.goto(school.url + ALBUMS)
  const row = photoRow(page, 'বার্ষিক ক্রীড়া')
  await expect(row.getByText(entriesText('consent.badge'))).toBeVisible()
  await openEntry(row)
  const edit = page.getByRole('dialog')
  await openValue(edit, 'consent')
  const none = edit.getByRole('radio', { name: entriesText('consent.none') })
  // Until the entry is read, the fields cannot be changed: pressing a key does not wait for that.
  await expect(none).toBeEnabled()
  await none.press('ArrowDown')
  await expect(edit.getByRole('radio', { name: entriesText('consent.given') })).toBeChecked()
  await edit.getByLabel(entriesText('consent.on')).fill('১২ নভেম্বর ২০২৬')
  await expect(page.locator('[data-chip=consent]')).toHaveText('সম্মতি: ১২ নভেম্বর ২০২৬')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectAccessible(page, `the consent to an album, ${width} px`)
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  await expect(row.getByText(entriesText('consent.badge'))).toHaveCount(0)

  // Opened again, it says the same.
  await openEntry(row)
  await expect(page.locator('[data-chip=consent]')).toHaveText('সম্মতি: ১২ নভেম্বর ২০২৬')
  await openValue(edit, 'consent')
  await page.getByRole('radio', { name: entriesText('consent.distant') }).check()
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  const [album] = await school.admin.listAllEntries({ query: { collection: 'albums' } })
  expect(album).toMatchObject({ consent: 'distant' })
  const [shown] = await school.admin.listEntries({ params: { collection: 'albums' } })
  await page.goto(`${school.url}/albums/${shown?._id}`)
  expect(await page.content()).not.toMatch(/consent|distant|সম্মতি/)
})
