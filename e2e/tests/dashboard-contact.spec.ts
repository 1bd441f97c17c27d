import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { signInThroughForm } from '../support/sign-in.ts'

const screen = (url: string) => `${url}/admin/dashboard/contactus`
const field = (page: Page, name: string) => page.getByRole('main').locator(`[name="${name}"]`)

test('creates the contact record, then edits it', async ({ page, school }) => {
  // As under a name: an IP address is no address for parents.
  const { origin } = new URL(school.url.replace('127.0.0.1', 'school.localhost'))
  await page.goto(screen(origin))
  await signInThroughForm(page)
  await expect(page.getByText('No data found. You can input new data.')).toBeVisible()
  // Nothing is wrong with a new school.
  await expect(page.getByText('এখনো কিছু লেখা হয়নি। নিচে লিখুন।')).toBeVisible()
  await expect(page.locator('main .alert')).toHaveCount(0)
  await expect(field(page, 'website')).toHaveValue(origin)
  await expect(field(page, 'phone')).toHaveAccessibleDescription(/একাধিক নম্বর হলে মাঝে কমা দিন/)
  await page.getByRole('button', { name: /Add Information/ }).click()
  await expect(page.getByRole('alert')).toContainText('১২টি ঘর ঠিক করতে হবে।')
  for (const [name, value] of Object.entries(sampleContact)) await field(page, name).fill(value)
  await field(page, 'email').fill('নেই')
  await page.getByRole('button', { name: /Add Information/ }).click()
  await expect(page.getByRole('alert')).toContainText('ই-মেইল: সঠিক ই-মেইল ঠিকানা লিখুন।')
  await field(page, 'email').fill(sampleContact.email)
  await field(page, 'website').fill('')
  await page.getByRole('button', { name: /Add Information/ }).click()
  await expect(page.getByText('Data saved successfully!')).toBeVisible()
  expect((await school.admin.getContact()).website).toBe('নেই')
  await expect(page.getByText('No data found. You can input new data.')).toHaveCount(0)

  await field(page, 'phone').fill('০২-৯৯৯৯৯৯৯৯')
  await page.getByRole('button', { name: /Save Changes/ }).click()
  await expect(page.getByRole('button', { name: /Save Changes/ })).toBeVisible()
  await expect.poll(async () => (await school.admin.getContact()).phone).toBe('০২-৯৯৯৯৯৯৯৯')
})

test('shows a second tab the saved change and lets it choose field by field', async ({
  page,
  context,
  school,
  signIn,
}) => {
  await school.admin.createContact({ body: sampleContact })
  await signIn(page, `${school.url}/admin/dashboard`)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(screen(school.url))
    await expect(field(tab, 'phone')).toHaveValue(sampleContact.phone)
  }
  await field(page, 'phone').fill('০১')
  await field(page, 'address').fill('প্রথম ট্যাবের সড়ক')
  await field(page, 'division').fill('নতুন বিভাগ')
  await page.getByRole('button', { name: /Save Changes/ }).click()
  await expect(page.getByText('Data saved successfully!')).toBeVisible()

  await field(other, 'phone').fill('০২')
  await field(other, 'address').fill('দ্বিতীয় ট্যাবের সড়ক')
  await other.getByRole('button', { name: /Save Changes/ }).click()
  const dialog = other.getByRole('dialog', { name: 'অন্য কেউ এরই মধ্যে বদলেছেন' })
  await expect(dialog.getByRole('group')).toHaveCount(3)
  const phone = dialog.getByRole('group', { name: 'ফোন নম্বর' })
  await expect(phone).toContainText('আমার লেখা: ০২')
  await expect(phone).toContainText('এখন সংরক্ষিত: ০১')
  // Fields that only the other admin changed default to their value.
  await expect(
    dialog.getByRole('group', { name: 'বিভাগ' }).getByRole('radio', { name: /এখন সংরক্ষিত/ }),
  ).toBeChecked()

  // Looking again loses nothing.
  await dialog.getByRole('button', { name: 'ফরমে ফিরে দেখুন' }).click()
  await expect(field(other, 'phone')).toHaveValue('০২')
  await other.getByRole('button', { name: /Save Changes/ }).click()
  await phone.getByRole('radio', { name: /এখন সংরক্ষিত/ }).check()
  await dialog.getByRole('button', { name: 'এভাবে সংরক্ষণ করুন' }).click()
  await expect(other.getByText('Data saved successfully!')).toBeVisible()
  expect(await school.admin.getContact()).toMatchObject({
    phone: '০১',
    address: 'দ্বিতীয় ট্যাবের সড়ক',
    division: 'নতুন বিভাগ',
  })
})

test('resumes after an ended session without losing typed text', async ({
  page,
  context,
  school,
  signIn,
}) => {
  await school.admin.createContact({ body: sampleContact })
  await signIn(page, screen(school.url))
  await field(page, 'phone').fill('০৩')
  await context.clearCookies()
  await page.getByRole('button', { name: /Save Changes/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/ব্যবহারকারীর নাম/).fill('admin')
  await dialog
    .getByLabel(/পাসওয়ার্ড/)
    .first()
    .fill('a long enough password')
  await dialog.getByRole('button', { name: /Login/ }).click()
  await expect(page.getByText('Data saved successfully!')).toBeVisible()
  expect((await school.admin.getContact()).phone).toBe('০৩')
})

test('does not overwrite a record that failed to load', async ({ page, school, signIn }) => {
  await school.admin.createContact({ body: sampleContact })
  await signIn(page, `${school.url}/admin/dashboard`)
  let away = true
  await page.route('**/api/contactus', (route) =>
    away
      ? route.fulfill({ status: 500, json: { code: 'internal', error: 'আঃ' } })
      : route.continue(),
  )
  await page.goto(screen(school.url))
  await expect(page.getByText('No data found. You can input new data.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('সার্ভার থেকে আগের তথ্য আনা যায়নি।')
  for (const name of Object.keys(sampleContact)) await field(page, name).fill('আমার')
  await field(page, 'email').fill('mine@example.edu.bd')
  await field(page, 'website').fill('mine.example.edu.bd')
  await page.getByRole('button', { name: /Add Information/ }).click()
  await expect(page.getByText('Failed to save data. Please try again.')).toBeVisible()
  away = false
  await page.getByRole('button', { name: /Add Information/ }).click()
  await expect(page.getByRole('dialog')).toContainText('অন্য কেউ এরই মধ্যে বদলেছেন')
  expect((await school.admin.getContact()).phone).toBe(sampleContact.phone)
})
