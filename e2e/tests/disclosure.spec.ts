import { disclosureAdminCopy } from '@bidyaloy/shared/features/disclosure/admin-copy'
import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

const SCREEN = '/admin/dashboard/disclosure'

test('a head gives what is missing, and visitors see it without script', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  await signIn(page, school.url + SCREEN)
  const list = page.getByRole('region', { name: disclosureAdminCopy['admin.disclosure.items'] })
  await expect(list.getByRole('listitem')).toHaveCount(11)
  await expect(page.locator('.admin__head')).toContainText('১১টির মধ্যে ০টি দেওয়া আছে')
  await expectAccessible(page, 'the screen of the eleven items')

  const complaints = disclosureCopy['disclosure.complaints']
  await list.getByRole('link', { name: `এখন দিন: ${complaints}` }).click()
  const field = page.getByLabel(complaints, { exact: true })
  await expect(field).toBeFocused()
  await field.fill('মো. আলী হোসেন\n০১৭১১-০০০০০০')
  const reason = page.getByLabel(disclosureAdminCopy['admin.disclosure.reason.mpoReason'])
  await reason.fill('সরকারি বিদ্যালয়')
  await page.getByRole('button', { name: 'সংরক্ষণ করুন', exact: true }).click()
  await expect(page.locator('.admin__head')).toContainText('১১টির মধ্যে ২টি দেওয়া আছে')
  await expect(list.getByRole('link', { name: `খুলুন: ${complaints}` })).toBeVisible()

  await test.step('the home says what is left, and a phone fits', async () => {
    await page.goto(`${school.url}/admin/dashboard`)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(school.url + SCREEN)
    await expect(list).toBeVisible()
    expect(await sidewaysScroll(page)).toBe(0)
  })

  const parent = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const phone = await parent.newPage()
  await phone.goto(school.url)
  await phone.getByRole('contentinfo').getByRole('link', { name: 'প্রকাশযোগ্য তথ্য' }).click()
  const items = phone.locator('.duty > li')
  await expect(items).toHaveCount(11)
  await expect(items.nth(5)).toContainText('প্রযোজ্য নয়: সরকারি বিদ্যালয়')
  await expect(items.nth(7)).toContainText('তথ্য এখনো দেওয়া হয়নি')
  await expect(items.nth(8)).toContainText('মো. আলী হোসেন')
  await expect(items.nth(8)).toContainText(/হালনাগাদ: .+ ২০/)
  expect(await sidewaysScroll(phone)).toBe(0)
  await phone.emulateMedia({ media: 'print' })
  await expect(phone.locator('.letterhead')).toBeVisible()
  await parent.close()

  await page.goto(`${school.url}/disclosure`)
  await expectAccessible(page, 'the page of the eleven items')
})
