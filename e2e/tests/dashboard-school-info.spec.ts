import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

const screen = (url: string) => `${url}/admin/dashboard/schoolInfo`
const field = (page: Page, name: string) => page.getByRole('main').locator(`[name="${name}"]`)

test('saves the first school profile with Bengali digits, then an edit', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, screen(school.url))
  await page.getByRole('button', { name: /Create/ }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert).toContainText('১৩টি ঘর ঠিক করতে হবে।')
  await alert.getByRole('link', { name: /আইসিটি ল্যাব/ }).click()
  await expect(field(page, 'ictLabs')).toBeFocused()

  const { boundaryWall, auditorium, ...typed } = sampleSchoolInfo
  for (const [name, value] of Object.entries(typed)) await field(page, name).fill(String(value))
  await field(page, 'totalLand').fill('৩.২৫')
  await field(page, 'totalStudents').fill('২,২৮৫')
  await field(page, 'boundaryWall').selectOption(boundaryWall)
  await field(page, 'auditorium').selectOption(auditorium)
  await page.getByRole('button', { name: /Create/ }).click()
  await expect(page.getByText('School information created successfully!')).toBeVisible()
  expect(await school.admin.getSchoolInfo()).toMatchObject({ ...sampleSchoolInfo, __v: 0 })

  await field(page, 'librarySeats').fill('১২০')
  await page.getByRole('button', { name: /Update/ }).click()
  await expect(page.getByText('School information updated successfully!')).toBeVisible()
  expect(await school.admin.getSchoolInfo()).toMatchObject({ librarySeats: 120, __v: 1 })
})

test('keeps typed text through a power cut and an unreachable server', async ({
  page,
  context,
  school,
  signIn,
}) => {
  await school.admin.createSchoolInfo({ body: sampleSchoolInfo })
  await signIn(page, screen(school.url))
  await field(page, 'ictLabs').fill('৯')
  await school.stop()
  await page.getByRole('button', { name: /Update/ }).click()
  await expect(page.getByRole('alert')).toContainText('Error saving data: ')
  await school.start()
  await page.close()

  const later = await context.newPage()
  await later.goto(screen(school.url))
  await expect(later.getByText('খসড়া ফেরানো হয়েছে।')).toBeVisible()
  await expect(field(later, 'ictLabs')).toHaveValue('৯')
  await later.getByRole('button', { name: 'খসড়া মুছুন' }).click()
  await expect(field(later, 'ictLabs')).toHaveValue('2')
  await later.reload()
  await expect(field(later, 'ictLabs')).toHaveValue('2')
  await expect(later.getByText('খসড়া ফেরানো হয়েছে।')).toHaveCount(0)
})

test('asks before leaving unsaved changes', async ({ page, school, signIn }) => {
  await school.admin.createSchoolInfo({ body: sampleSchoolInfo })
  await signIn(page, screen(school.url))
  await field(page, 'ictLabs').fill('9')
  await page.getByRole('link', { name: /^যোগাযোগ/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('লেখা খসড়া হিসেবে এই ফোন বা কম্পিউটারে থাকবে')
  await dialog.getByRole('button', { name: 'এখানেই থাকুন' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(field(page, 'ictLabs')).toHaveValue('9')
  await field(page, 'ictLabs').fill('2')
  await page.getByRole('link', { name: /^যোগাযোগ/ }).click()
  await expect(page).toHaveURL(/contactus/)
})
