import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { ADMIN } from '../support/school-server.ts'
import { openScreen } from '../support/sidebar.ts'

const TRASH = '/admin/dashboard/trash'

test('restores one or several trash entries by keyboard', async ({
  page,
  school: { admin, url },
  signIn,
}) => {
  for (const title of ['বার্ষিক ক্রীড়া', 'শীতকালীন ছুটি', 'অভিভাবক সভা', 'বই উৎসব']) {
    const { _id } = await publish(admin, 'notices', title)
    await admin.deleteEntry({ params: { collection: 'notices', id: _id } })
  }
  await signIn(page, `${url}/admin/dashboard`)
  await openScreen(page, 'মুছে ফেলা')
  await expect(page.getByText('৩০ দিন এখানে থাকে, তারপর নিজে থেকেই চিরতরে চলে যায়')).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('বই উৎসব')
  await expect(rows.first()).toContainText('নোটিশ')
  await expect(rows.first()).toContainText(`${ADMIN.username} মুছেছেন`)
  await expect(rows.first()).toContainText('আর ৩০ দিন')

  await page.getByRole('button', { name: /ফিরিয়ে আনুন ?: অভিভাবক সভা/ }).press('Enter')
  await expect(page.getByText('“অভিভাবক সভা” ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: /ফিরিয়ে আনুন ?: শীতকালীন ছুটি/ })).toBeFocused()

  await page.getByRole('checkbox', { name: 'এই পাতার সব বেছে নিন' }).check()
  await page.getByRole('checkbox', { name: 'বেছে নিন: শীতকালীন ছুটি' }).uncheck()
  await page.getByRole('button', { name: 'বাছা ২টি ফিরিয়ে আনুন' }).click()
  await expect(page.getByText('২টি ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  await expect(rows).toHaveCount(1)
  const back = await admin.listEntries({ params: { collection: 'notices' } })
  expect(new Set(back.map(({ title }) => title))).toEqual(
    new Set(['বার্ষিক ক্রীড়া', 'অভিভাবক সভা', 'বই উৎসব']),
  )

  await page.getByRole('button', { name: /ফিরিয়ে আনুন ?: শীতকালীন ছুটি/ }).click()
  await expect(page.getByText('এখানে কিছু নেই।')).toBeVisible()
  await expect(page.getByRole('heading', { name: /এখন যা আছে/ })).toBeFocused()

  // A message with an undo also stays on other screens, until the undo is done.
  const toasts = page.locator('.toast')
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(toasts).toHaveCount(0)
  await chooseFromMenu(page.getByRole('row', { name: /বই উৎসব/ }), 'মুছুন')
  await page.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await expect(toasts).toContainText(['নোটিশটি মুছে ফেলা হয়েছে।'])
  await openScreen(page, 'মুছে ফেলা')
  await expect(toasts).toContainText(['নোটিশটি মুছে ফেলা হয়েছে।'])
  await rows.getByRole('button', { name: /ফিরিয়ে আনুন ?: বই উৎসব/ }).click()
  await expect(toasts).toHaveText([/“বই উৎসব” ফিরিয়ে আনা হয়েছে।/])
})

test('explains a failed restore and loses nothing while the server is unreachable', async ({
  page,
  school,
  signIn,
}) => {
  const { admin, url } = school
  const sixA = { className: 'Six', shift: 'Morning', section: 'A', girls: 40 } as const
  const old = await admin.createStudentCount({ body: sixA })
  await admin.deleteStudentCount({ params: { id: old._id } })
  await admin.createStudentCount({ body: sixA })
  const fair = await publish(admin, 'news', 'বিজ্ঞান মেলা')
  await admin.deleteEntry({ params: { collection: 'news', id: fair._id } })
  await signIn(page, url + TRASH)
  const alert = page.getByRole('alert')

  await page.getByRole('button', { name: /ফিরিয়ে আনুন ?: ষষ্ঠ শ্রেণি/ }).click()
  await expect(alert).toContainText('নতুন তথ্য এরই মধ্যে যোগ হয়েছে')
  await expect(alert).toBeFocused()

  await school.stop()
  await page.getByRole('button', { name: /ফিরিয়ে আনুন ?: বিজ্ঞান মেলা/ }).click()
  await expect(alert).toContainText('“বিজ্ঞান মেলা” ফিরিয়ে আনা যায়নি।')
  await expect(alert).toContainText('সার্ভারের সঙ্গে সংযোগ করা যাচ্ছে না')

  await school.start()
  await admin.restoreTrash({ params: { id: fair._id } })
  await page.getByRole('button', { name: /ফিরিয়ে আনুন ?: বিজ্ঞান মেলা/ }).click()
  await expect(alert).toContainText('আগেই ফিরিয়ে আনা হয়েছে')
  await expect(page.locator('tbody tr')).toHaveCount(1)
})
