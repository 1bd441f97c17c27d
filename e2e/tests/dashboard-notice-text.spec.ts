import { chooseFromMenu, paper } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'

const NOTICES = '/admin/dashboard/createNotice'
const notices = { collection: 'notices' } as const

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
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('')
  await expect(text).toHaveCount(0)
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  const params = { collection: 'notices', id: notice?._id ?? '' } as const
  expect((await school.admin.getEntry({ params })).body).toBe('কাল বিদ্যালয় বন্ধ থাকবে।')

  const edit = page.getByRole('dialog')
  await page.getByRole('button', { name: /^আগামীকালের ছুটি/ }).click()
  await edit.getByLabel('লেখা', { exact: true }).fill('পরশু বিদ্যালয় বন্ধ থাকবে।')
  await school.admin.updateEntry({ params, body: { title: 'ছুটির নোটিশ' } })
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') reads.push(new URL(request.url()).pathname)
  })
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  const reload = edit.getByRole('button', { name: 'এখনকার অবস্থা আনুন' })
  await expect(reload).toBeVisible()
  await expect(page.locator('tbody').getByText('ছুটির নোটিশ').first()).toBeAttached()
  // The lists are read again; what is being edited is not, and stays on the screen.
  expect(reads).not.toContain(`/api/notices/${params.id}`)
  await expect(edit.getByLabel('লেখা', { exact: true })).toHaveText('পরশু বিদ্যালয় বন্ধ থাকবে।')
  await reload.click()
  await expect(edit.getByText('কাল বিদ্যালয় বন্ধ থাকবে।', { exact: true })).toBeVisible()
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  expect(await school.admin.getEntry({ params })).toMatchObject({
    title: 'ছুটির নোটিশ',
    body: 'পরশু বিদ্যালয় বন্ধ থাকবে।',
  })
})

test('opens the present text of an entry that was changed since its list was read', async ({
  page,
  school,
  signIn,
}) => {
  const body = { title: 'ছুটি', body: 'কাল বন্ধ।' }
  const { _id: id } = await school.admin.createEntry({ params: notices, body })
  const params = { ...notices, id }
  await signIn(page, school.url + NOTICES)
  const row = page.getByRole('button', { name: 'ছুটি', exact: true })
  await expect(row).toBeVisible()
  await school.admin.updateEntry({ params, body: { title: 'ছুটির নোটিশ', body: 'পরশু বন্ধ।' } })
  await row.click()
  const edit = page.getByRole('dialog')
  await expect(edit.getByLabel('লেখা', { exact: true })).toHaveValue('পরশু বন্ধ।')
  await expect(edit.getByLabel('শিরোনাম', { exact: true })).toHaveValue('ছুটির নোটিশ')
  await edit.getByLabel('লেখা', { exact: true }).fill('পরশুও বন্ধ।')
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  expect(await school.admin.getEntry({ params })).toMatchObject({
    title: 'ছুটির নোটিশ',
    body: 'পরশুও বন্ধ।',
  })
})

test('publishes photos as one notice, and rearranges them in its edit dialog', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  const photo = (name: string, color: string) => smallPhoto(page, `${name}.png`, { color })
  const photos = [await photo('লাল', 'red'), await photo('সবুজ', 'green'), await photo('নীল', 'blue')]
  await page.locator('.dropzone input').setInputFiles(photos)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('পরীক্ষার রুটিন')
  // The title says what it is.
  await expect(page.getByRole('button', { name: 'পরীক্ষা', exact: true })).toBeVisible()
  const publish = page.getByRole('button', { name: 'প্রকাশ করুন' })
  await expect(page.getByRole('radio', { name: 'এক নোটিশে' })).toBeChecked()
  const sheets = page.getByRole('list', { name: 'পাতার ক্রম' }).getByRole('listitem')
  await page.getByRole('button', { name: 'পাতা ৩ আগে নিন' }).click()
  await expect(page.getByRole('button', { name: 'পাতা ২ আগে নিন' })).toBeFocused()
  await expect(page.getByText('এখন পাতা ২।')).toBeAttached()

  // The picture in the text follows its file, also over a removal and its undo.
  const text = page.getByLabel('লেখা', { exact: true })
  const pictures = text.locator('figure')
  await text.fill('রুটিন দেখুন।')
  await page.getByRole('button', { name: 'ছবি', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'নীল.png' }).click()
  await expect(pictures).toHaveAttribute('data-file', '2')
  await expect(pictures.locator('img')).toBeVisible()
  await expect(pictures).toHaveText('নীল')
  await page.getByRole('button', { name: 'পাতা ২ সরান' }).click()
  await expect(pictures).toHaveCount(0)
  await expect(text).toHaveText('রুটিন দেখুন।')
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await page.getByRole('button', { name: 'পাতা ১ পরে নিন' }).click()
  await expect(pictures).toHaveAttribute('data-file', '1')
  await page.getByRole('button', { name: 'পাতা ৩ সরান' }).click()
  await expect(sheets).toContainText(['নীল.png', 'লাল.png'])
  await publish.click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [notice, ...others] = await school.admin.listEntries({ params: notices })
  expect(others).toEqual([])

  const edit = page.getByRole('dialog').filter({ hasText: 'সম্পাদনা' })
  const row = page.getByRole('row', { name: /পরীক্ষার রুটিন/ })
  await expect(row).toContainText(/২টি ফাইল/)
  await chooseFromMenu(row, 'ফাইল বদলান')
  await edit.locator('.sheets').getByLabel('পাতা ২ বদলান').setInputFiles(paper('রুটিন.pdf'))
  await edit.locator('.dropzone input').setInputFiles(photos.slice(1, 2))
  await edit.getByRole('button', { name: 'পাতা ৩ আগে নিন' }).click()
  await edit.getByRole('button', { name: 'পাতা ১ পরে নিন' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  // The foot covers part of what is below the fold.
  await edit.locator('[data-chip]').last().scrollIntoViewIfNeeded()
  await expectAccessible(page, 'the edit dialog')
  // Another admin adds a sheet meanwhile; it comes last.
  const params = { ...notices, id: notice?._id ?? '' }
  const present = notice?.files?.map(({ filePath }) => filePath) ?? []
  const { buffer, ...form } = paper('ফরম.pdf')
  const file = new File([new Uint8Array(buffer)], form.name, { type: form.mimeType })
  await school.admin.updateEntry({ params, body: { files: [...present, null] }, file })
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await edit.getByRole('button', { name: 'এখনকার অবস্থা আনুন' }).click()
  await expect(edit.getByText('ফরম.pdf')).toBeVisible()
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  const changed = await school.admin.getEntry({ params })
  expect(changed.files?.map(({ fileName }) => fileName)).toEqual([
    'সবুজ.png',
    'নীল.png',
    'রুটিন.pdf',
    'ফরম.pdf',
  ])
  expect(changed.body).toContain('![নীল](file 2)')

  await page.goto(`${school.url}/n/${changed._id}`)
  await expect(page.getByRole('img', { name: 'নীল' })).toBeVisible()
  await expect(page.locator('.docview__name')).toHaveText(['সবুজ.png', 'রুটিন.pdf', 'ফরম.pdf'])
})

test('publishes several files separately, converts Bijoy in a text, and requires a part', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  await page.locator('.dropzone input').setInputFiles([paper('ভর্তি.pdf'), paper('ছুটি.pdf')])
  await page.getByRole('radio', { name: 'আলাদা আলাদা' }).check()
  await page.getByRole('button', { name: '২টি প্রকাশ করুন' }).click()
  const done = page.getByRole('region', { name: '২টি নোটিশ প্রকাশিত হয়েছে' })
  await expect(done).toBeFocused()
  await expect(done.getByRole('link', { name: /^দেখুন/ })).toHaveAttribute('href', '/allNotices')
  await expect(done.getByRole('link', { name: /হোয়াটসঅ্যাপ|ফেসবুক/ })).toHaveCount(0)
  const published = await school.admin.listEntries({ params: notices })
  expect(published.map(({ title }) => title).sort()).toEqual(['ছুটি', 'ভর্তি'].sort())

  const edit = page.getByRole('dialog')
  await page.getByRole('button', { name: /^ভর্তি/ }).click()
  await edit.getByRole('button', { name: /^সরান/ }).click()
  const save = edit.getByRole('button', { name: 'সংরক্ষণ করুন' })
  await save.click()
  await expect(edit.locator('.dropzone input')).toBeFocused()
  await expect(edit.locator('.fielderror')).toHaveText('লেখা লিখুন, অথবা একটি ফাইল দিন।')
  const text = edit.getByLabel('লেখা', { exact: true })
  await text.fill('cixÿv ïiæ n‡e|')
  await text.blur()
  await edit.getByRole('button', { name: 'ইউনিকোড লেখাটি ব্যবহার করুন' }).click()
  await expect(text).toHaveText('পরীক্ষা শুরু হবে।')
  await save.click()
  await expect(edit).toHaveCount(0)
  const [former] = published.filter(({ title }) => title === 'ভর্তি')
  const changed = await school.admin.getEntry({ params: { ...notices, id: former?._id ?? '' } })
  expect(changed).toMatchObject({ body: 'পরীক্ষা শুরু হবে।' })
  expect(changed).not.toHaveProperty('filePath')
})
