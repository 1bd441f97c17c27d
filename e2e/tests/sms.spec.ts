import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

test('offers the text of an SMS after publishing, and from the row later', async ({
  page,
  school,
  signIn,
}) => {
  await page.context().grantPermissions(['clipboard-read'])
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('কাল সব ক্লাস বন্ধ')
  await page.getByLabel('লেখা', { exact: true }).fill('ঝড়ের সতর্কতার কারণে।')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const done = page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })
  await expect(done).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  const address = `${new URL(school.url).host}/n/${notice?._id}`
  const text = done.getByLabel('এসএমএসের লেখা')
  await expect(text).toHaveValue(`কাল সব ক্লাস বন্ধ\n${address}`)
  await expect(text).toHaveAccessibleDescription(/^[০-৯]+ অক্ষর · ১টি এসএমএস/)

  const longer = `${'ক'.repeat(68)} ${address}`
  await text.fill(longer)
  await expect(text).toHaveAccessibleDescription(/· ২টি এসএমএস \(৭০ অক্ষর পর্যন্ত ১টি/)
  await text.fill('School is closed tomorrow.')
  await expect(text).toHaveAccessibleDescription(
    '২৬ অক্ষর · ১টি এসএমএস (১৬০ অক্ষর পর্যন্ত ১টি, বেশি হলে ১৫৩ অক্ষরে একটি করে)',
  )
  await text.fill(longer)
  await done.getByRole('button', { name: 'এসএমএস কপি করুন' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(longer)
  await expect(done.getByRole('link', { name: 'ফোনের এসএমএসে খুলুন' })).toHaveAttribute(
    'href',
    `sms:?body=${encodeURIComponent(longer)}`,
  )
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `text of an SMS, ${width} px`)
  }

  await page.reload()
  await chooseFromMenu(page.getByRole('row', { name: /কাল সব ক্লাস বন্ধ/ }), 'এসএমএস পাঠান')
  const dialog = page.getByRole('dialog', { name: 'এসএমএস পাঠান' })
  await expect(dialog.getByLabel('এসএমএসের লেখা')).toHaveValue(`কাল সব ক্লাস বন্ধ\n${address}`)
  await expectAccessible(page, 'dialog of an SMS')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
