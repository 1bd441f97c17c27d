import { paper } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'

const NOTICES = '/admin/dashboard/createNotice'

test('publishes a notice of text alone, keeps it over a reload, and changes it', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('আগামীকালের ছুটি')
  const text = page.getByLabel('লেখা', { exact: true })
  await text.fill('কাল বিদ্যালয় বন্ধ থাকবে।')
  await page.reload()
  await expect(text).toHaveValue('কাল বিদ্যালয় বন্ধ থাকবে।')
  // The toolbar is one tab stop.
  await text.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'শিরোনাম', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'উপশিরোনাম' })).toBeFocused()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশ প্রকাশ করা হয়েছে।')).toBeVisible()
  await expect(text).toHaveValue('')
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  const params = { collection: 'notices', id: notice?._id ?? '' } as const
  expect((await school.admin.getEntry({ params })).body).toBe('কাল বিদ্যালয় বন্ধ থাকবে।')

  const edit = page.getByRole('dialog')
  await page.getByRole('button', { name: /^সম্পাদনা ?: আগামীকালের ছুটি/ }).click()
  await edit.getByLabel('লেখা', { exact: true }).fill('পরশু বিদ্যালয় বন্ধ থাকবে।')
  await school.admin.updateEntry({ params, body: { title: 'ছুটির নোটিশ' } })
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await edit.getByRole('button', { name: 'এখনকার অবস্থা আনুন' }).click()
  await expect(edit.getByText('কাল বিদ্যালয় বন্ধ থাকবে।', { exact: true })).toBeVisible()
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  expect(await school.admin.getEntry({ params })).toMatchObject({
    title: 'ছুটির নোটিশ',
    body: 'পরশু বিদ্যালয় বন্ধ থাকবে।',
  })
})

test('publishes several sheets as one notice in the chosen order', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  const files = ['এক.pdf', 'দুই.pdf', 'তিন.pdf'].map((name) => paper(name))
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('radio', { name: 'এক নোটিশে' }).check()
  await page.getByLabel('শিরোনাম', { exact: true }).fill('পরীক্ষার রুটিন')
  const sheets = page.getByRole('list', { name: 'পাতার ক্রম' })
  await page.getByRole('button', { name: 'আগে নিন: পাতা ৩' }).click()
  await expect(page.getByRole('button', { name: 'আগে নিন: পাতা ২' })).toBeFocused()
  await page.getByRole('button', { name: 'সরান: পাতা ১' }).click()
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(sheets.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'সরান: পাতা ৩' }).click()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশ প্রকাশ করা হয়েছে।')).toBeVisible()
  await expect(page.getByRole('row', { name: /পরীক্ষার রুটিন/ })).toContainText(/২টি ফাইল/)
  const notices = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notices).toHaveLength(1)
  expect(notices[0]?.files?.map(({ fileName }) => fileName)).toEqual(['এক.pdf', 'তিন.pdf'])
})
