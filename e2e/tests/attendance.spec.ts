import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import { attendanceCopy } from '@bidyaloy/shared/features/attendance/copy'
import { attendanceTexts } from '@bidyaloy/shared/features/attendance/record'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

const SCREEN = '/admin/dashboard/attendance'
const SERVICE = '/studentdailyattendance.aspx'

test('a clerk types a day by keyboard, from a sheet and as a holiday, and visitors see the numbers without script', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  const groups = [
    { className: 'Six', shift: 'Morning', section: 'A', girls: 82 },
    { className: 'Six', shift: 'Morning', section: 'B', girls: 80 },
    { className: 'Seven', shift: 'Day', section: 'A', girls: 38 },
  ] as const
  for (const body of groups) await school.admin.createStudentCount({ body })

  await test.step('a school that has not begun says so', async () => {
    await page.goto(school.url + SERVICE)
    await expect(page.getByRole('main')).toContainText(
      'এই বিদ্যালয় এখনো দৈনিক উপস্থিতির সংখ্যা এখানে দেওয়া শুরু করেনি।',
    )
    await page.goto(`${school.url}/attendance`)
    await expect(page.getByRole('main')).toContainText(attendanceCopy['attendance.empty'])
  })

  await signIn(page, school.url + SCREEN)
  const present = page.getByRole('textbox', { name: /: উপস্থিত$/ })
  const state = page.locator('.savebar__state')
  await test.step('Enter goes down, and over the total is said at once', async () => {
    await expect(present).toHaveCount(3)
    await present.nth(0).focus()
    await page.keyboard.type('78')
    await page.keyboard.press('Enter')
    await expect(present.nth(1)).toBeFocused()
    await page.keyboard.type('97')
    await expect(page.getByText('মোট ৮০-এর বেশি')).toBeVisible()
    await expect(present.nth(1)).toHaveAttribute('aria-invalid', 'true')
    await expect(state).toContainText('এখনো প্রকাশ হয়নি · ১টি সংখ্যা দেখুন')
    await expectAccessible(page, 'the grid of a day')
  })
  await test.step('typed numbers survive a reload, and pasted ones fill downwards', async () => {
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(present.nth(1)).toHaveValue('97')
    await present.nth(1).evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '৭৬\r\n30\r\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await expect(present.nth(2)).toHaveValue('30')
    await expect(page.locator('.entrygrid tfoot')).toContainText('১৮৪')
  })
  await test.step('a sheet fills the grid after a preview', async () => {
    await page.getByRole('button', { name: attendanceAdminCopy['attendanceAdmin.sheet'] }).click()
    await page
      .getByLabel(/পেস্ট করুন$/)
      .fill('শ্রেণি\tশিফট\tশাখা\tমোট\tউপস্থিত\n৭ম\tদিবা\tক\t৪০\t৩৬\nনবম\tদিবা\tক\t৫\t৫\n')
    await page.getByRole('button', { name: 'পেস্ট করা তালিকা দেখুন' }).click()
    await expect(page.getByText('নবম দিবা ক', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: '১টি শাখার সংখ্যা বসান' }).click()
    await expect(present.nth(2)).toHaveValue('৩৬')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: attendanceAdminCopy['attendanceAdmin.save'] }).click()
    await expect(state).toHaveText(attendanceAdminCopy['attendanceAdmin.state.public'])
  })
  await test.step('the day before is closed', async () => {
    await page.getByRole('link', { name: 'গতকাল' }).click()
    await page.getByRole('button', { name: 'এই দিন ছুটি' }).click()
    await page.getByLabel('ছুটির কারণ').fill('প্রতিষ্ঠা দিবস')
    await page.getByRole('button', { name: attendanceAdminCopy['attendanceAdmin.save'] }).click()
    await expect(state).toHaveText(attendanceAdminCopy['attendanceAdmin.state.public'])
  })

  const parent = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  const phone = await parent.newPage()
  await phone.goto(school.url)
  await phone.getByRole('link', { name: 'উপস্থিতি ৯৪%' }).click()
  await expect(phone.locator('.attendance__figure')).toContainText('৯৪%')
  await expect(phone.getByRole('main')).toContainText('২০২ জনের মধ্যে ১৯০ জন উপস্থিত')
  await expect(phone.locator('.attendance__bars').first()).toContainText('ষষ্ঠ')
  await expect(phone.locator('.attendance__bars').first()).toContainText('১৫৪/১৬২')
  expect(await sidewaysScroll(phone)).toBe(0)
  await expect(
    phone.locator('#site-menu').getByRole('link', {
      name: attendanceTexts['admin.sidebar.attendance'],
      includeHidden: true,
    }),
  ).toHaveAttribute('href', '/attendance')
  await phone.goto(school.url + SERVICE)
  await expect(phone.getByRole('main').locator('a[href="/attendance"]')).toBeVisible()
  await parent.close()

  await page.goto(`${school.url}/attendance`)
  await expectAccessible(page, 'the page of attendance')
})
