import { readFile } from 'node:fs/promises'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import type { Page } from '@playwright/test'
import {
  CLASS_ROWS,
  classWorkbook,
  girlsOf,
  keptNames,
  largeWorkbook,
} from '../support/class-rows.ts'
import { expect, test } from '../support/fixtures.ts'
import { hydrated } from '../support/page-checks.ts'

const screen = (url: string) => `${url}/admin/dashboard/studentcount`
const field = (page: Page, name: string) => page.getByRole('main').locator(`[name="${name}"]`)
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sixA: GroupKey = { className: 'Six', shift: 'Morning', section: 'A' }

async function choose(page: Page, { className, shift, section }: GroupKey) {
  await field(page, 'className').selectOption(className)
  await field(page, 'shift').selectOption(shift)
  await field(page, 'section').selectOption(section)
}

test('looks up, creates and updates a count, and checks its sums', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createStudentCount({ body: { ...sixA, boys: 3, girls: 50, muslim: 53 } })
  await signIn(page, screen(school.url))
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(field(page, 'className')).toBeFocused()
  await expect(page.getByText('শিফট প্রভাতী অথবা দিবা হতে হবে।')).toBeVisible()

  await choose(page, sixA)
  await expect(page.getByText('আগের তথ্য পাওয়া গেছে।')).toBeVisible()
  await expect(field(page, 'girls')).toHaveValue('50')
  await field(page, 'girls').fill('৫৫')
  await expect(page.getByText('৫ জনের গরমিল।')).toBeVisible()
  await field(page, 'hindu').fill('৫')
  await expect(page.getByText(/জনের গরমিল/)).toHaveCount(0)
  await page.getByRole('button', { name: 'পরিবর্তন সংরক্ষণ করুন' }).click()
  await expect(page.getByText('Data updated successfully')).toBeVisible()
  // The form never sends the number of boys.
  expect(await school.admin.getStudentCount({ params: sixA })).toMatchObject({
    boys: 3,
    girls: 55,
    hindu: 5,
  })

  await field(page, 'section').selectOption('B')
  await expect(field(page, 'girls')).toHaveValue('0')
  await field(page, 'girls').fill('41')
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(page.getByText('Data saved successfully')).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5)

  await field(page, 'shift').selectOption('')
  await expect(field(page, 'girls')).toHaveValue('0')
  await expect(field(page, 'girls')).toBeDisabled()

  await choose(page, sixA)
  await page.getByRole('link', { name: 'আগে যা ছিল' }).click()
  await page.getByText('প্রথম অবস্থা').click()
  await expect(page.getByRole('button', { name: 'আগের অবস্থায় ফেরান' })).toBeVisible()
})

test('shows zeros and the error after a failed lookup, also for a group loaded before', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createStudentCount({ body: { ...sixA, girls: 50, muslim: 50 } })
  await signIn(page, screen(school.url))
  await choose(page, sixA)
  await expect(field(page, 'girls')).toHaveValue('50')
  await field(page, 'section').selectOption('')
  await page.route('**/api/studentCounts/Six/**', (route) => route.fulfill({ status: 500 }))
  await choose(page, sixA)
  await expect(page.getByText('আগের তথ্য আনা যায়নি।')).toBeVisible()
  await expect(field(page, 'girls')).toHaveValue('0')
  await expect(page.getByText('আগের তথ্য পাওয়া গেছে।')).toHaveCount(0)
})

test('loads a row into the form, deletes it after confirmation and restores it', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createStudentCount({ body: { ...sixA, girls: 50, muslim: 50 } })
  await signIn(page, screen(school.url))
  await page.getByRole('button', { name: /সম্পাদনা/ }).click()
  await expect(field(page, 'girls')).toBeFocused()
  await expect(field(page, 'className')).toHaveValue('Six')

  await page.getByRole('button', { name: /Delete/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'না, থাক' })).toBeFocused()
  await dialog.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await expect(page.getByText('Student count deleted successfully.')).toBeVisible()
  await expect(page.getByText('ছাত্রীসংখ্যা এখনো যুক্ত করা হয়নি।')).toBeVisible()
  expect(await school.admin.listStudentCounts()).toEqual([])
  // The form is cleared too.
  await expect(field(page, 'girls')).toHaveValue('0')

  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(page.getByText('শিক্ষার্থীর সংখ্যা ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(field(page, 'girls')).toHaveValue('50')
})

test('restores numbers typed before a power cut and reports a concurrent change', async ({
  page,
  context,
  school,
  signIn,
}) => {
  const count = await school.admin.createStudentCount({ body: { ...sixA, girls: 50, muslim: 50 } })
  await signIn(page, screen(school.url))
  await choose(page, sixA)
  await field(page, 'girls').fill('51')
  await page.close()
  await school.admin.updateStudentCount({
    params: { id: count._id },
    body: { girls: 60, hindu: 10 },
  })

  const later = await context.newPage()
  await later.goto(screen(school.url))
  await expect(later.getByText('খসড়া ফেরানো হয়েছে।')).toBeVisible()
  await expect(field(later, 'className')).toHaveValue('Six')
  await expect(field(later, 'girls')).toHaveValue('51')
  await later.getByRole('button', { name: 'পরিবর্তন সংরক্ষণ করুন' }).click()
  const dialog = later.getByRole('dialog')
  await expect(dialog.getByRole('group', { name: 'ছাত্রী' })).toContainText('৫১')
  await expect(dialog.getByRole('group', { name: 'ছাত্রী' })).toContainText('৬০')
  await dialog.getByRole('button', { name: 'এভাবে সংরক্ষণ করুন' }).click()
  await expect(later.getByText('Data updated successfully')).toBeVisible()
  expect(await school.admin.getStudentCount({ params: sixA })).toMatchObject({
    girls: 51,
    hindu: 10,
  })
})

test('imports forty classes from Excel after a preview, and shows them to visitors', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createStudentCount({ body: { ...sixA, girls: 1, boys: 2 } })
  await signIn(page, screen(school.url))
  await page.getByRole('link', { name: 'এক্সেল থেকে আনুন' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'শিক্ষার্থী.xlsx',
    mimeType: XLSX,
    buffer: await classWorkbook(),
  })
  await expect(page.getByRole('heading', { name: 'যা বদলাবে' })).toBeFocused()
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(CLASS_ROWS)
  await expect(rows.first()).toContainText('আগে ১, এখন ৪০')
  await expect(page.getByText('এই কলামগুলো চেনা যায়নি, তাই বাদ থাকবে: মন্তব্য')).toBeVisible()
  expect(await school.admin.listStudentCounts()).toHaveLength(1)

  // Another admin was faster: nothing is written before that is shown.
  const [first] = await school.admin.listStudentCounts()
  if (!first) throw new Error('The count is gone')
  await school.admin.updateStudentCount({ params: { id: first._id }, body: { girls: 7 } })
  await page.getByRole('button', { name: '৪০টি সারি সংরক্ষণ করুন' }).click()
  await expect(page.getByRole('alert')).toContainText('আবার নিশ্চিত করুন')
  expect(await school.admin.listStudentCounts()).toHaveLength(1)
  await expect(rows.first()).toContainText('আগে ৭, এখন ৪০')

  await page.getByRole('button', { name: '৪০টি সারি সংরক্ষণ করুন' }).click()
  await expect(page.getByText('৩৯টি নতুন সারি যোগ হয়েছে, ১টি সারি বদলেছে।')).toBeVisible()
  const saved = await school.admin.listStudentCounts()
  expect(saved.map(({ girls }) => girls)).toEqual(
    Array.from({ length: CLASS_ROWS }, (_, at) => girlsOf(at)),
  )
  expect(new Set(saved.map(({ className }) => className))).toEqual(new Set(keptNames))
  expect(saved[0]).toMatchObject({ boys: 2, muslim: 35, hindu: 5 })

  await page.getByRole('link', { name: 'ওয়েবসাইটে দেখুন' }).click()
  await expect(page.getByRole('table').first()).toContainText('৭৯')
  await hydrated(page)
})

test('reads pasted rows and lists rejected ones with the reason', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${screen(school.url)}/import`)
  await page.getByRole('textbox').fill('শুধু কথা')
  await page.getByRole('button', { name: 'পেস্ট করা তালিকা দেখুন' }).click()
  await expect(page.getByRole('alert')).toContainText('শিরোনামের সারি পাওয়া যায়নি।')
  await page
    .getByRole('textbox')
    .fill('শ্রেণি\tশিফট\tশাখা\tছাত্রী\nষষ্ঠ\tদিবা\tক\t৫০\n\t\tশাপলা\t৫১\n\t\tখ\tপঞ্চাশ')
  await page.getByRole('button', { name: 'পেস্ট করা তালিকা দেখুন' }).click()
  await expect(page.getByRole('row', { name: /শাপলা/ })).toContainText('শাখা চেনা যায়নি')
  await expect(page.getByRole('row', { name: /পঞ্চাশ/ })).toContainText('ছাত্রী: “পঞ্চাশ” সংখ্যা নয়')
  await page.getByRole('button', { name: '১টি সারি সংরক্ষণ করুন' }).click()
  await expect(page.getByText('১টি নতুন সারি যোগ হয়েছে')).toBeVisible()
  expect(await school.admin.listStudentCounts()).toMatchObject([{ section: 'A', girls: 50 }])
})

test('reads a large workbook, refuses a broken one and re-imports its own export', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createStudentCount({
    body: { className: 'Six', shift: 'Day', section: 'A', girls: 50, boys: 4, muslim: 54 },
  })
  await signIn(page, `${screen(school.url)}/import`)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'নষ্ট.xlsx',
    mimeType: XLSX,
    buffer: Buffer.from('PK\x03\x04নষ্ট'),
  })
  await expect(page.getByRole('alert')).toContainText('ফাইলটি নষ্ট')
  const large = await largeWorkbook()
  await file.setInputFiles({ name: 'বড়.xlsx', mimeType: XLSX, buffer: large })
  await expect(page.getByText('সব সংখ্যা আগের মতোই আছে।')).toBeVisible()

  await page.goto(screen(school.url))
  for (const format of ['Excel', 'CSV']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `${format} ফাইল নিন` }).click()
    const taken = await download
    const buffer = await readFile(await taken.path())
    await page.getByRole('link', { name: 'এক্সেল থেকে আনুন' }).click()
    await file.setInputFiles({ name: taken.suggestedFilename(), mimeType: '', buffer })
    await expect(page.getByText('সব সংখ্যা আগের মতোই আছে।')).toBeVisible()
    await page.getByRole('button', { name: 'অন্য ফাইল দিন' }).click()
    await expect(file).toBeFocused()
    await page.getByRole('link', { name: 'ছাত্রীসংখ্যার পাতায় ফিরে যান' }).click()
  }
})
