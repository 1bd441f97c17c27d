import type { Api } from '@bidyaloy/shared/api/api'
import type { Page } from '@playwright/test'
import { chooseFromMenu, openEntry, paper, pdf } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'

type Collection = 'notices' | 'news' | 'downloads'

const publish = (admin: Api, collection: Collection, title: string, date?: string) =>
  admin.createEntry({
    params: { collection },
    body: { title, ...(date && { date }) },
    file: new File([new Uint8Array(pdf())], 'কাগজ.pdf', { type: 'application/pdf' }),
  })

const rowOf = (page: Page, title: string | RegExp) => page.getByRole('row', { name: title })

test('renames a notice and ignores blank or cancelled input', async ({ page, school, signIn }) => {
  await publish(school.admin, 'notices', 'পুরোনো শিরোনাম')
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  const row = rowOf(page, /পুরোনো শিরোনাম/)
  const rename = () => chooseFromMenu(row, 'নাম বদলান')
  const title = page.getByRole('dialog').getByLabel('নোটিশের নতুন শিরোনাম লিখুন')

  await rename()
  await expect(title).toBeFocused()
  await title.fill('   ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row.getByRole('button', { name: /আরও কাজ/ })).toBeFocused()

  await rename()
  await title.fill('লেখা হলো কিন্তু বাতিল')
  await page.getByRole('button', { name: 'বাতিল' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, /পুরোনো শিরোনাম/)).toBeVisible()

  await rename()
  await title.fill('নতুন শিরোনাম')
  await page.getByRole('button', { name: 'বদলান', exact: true }).click()
  await expect(page.getByText('নোটিশের শিরোনাম বদলানো হয়েছে।')).toBeVisible()
  await expect(rowOf(page, /নতুন শিরোনাম/)).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notice).toMatchObject({ title: 'নতুন শিরোনাম', __v: 1 })
})

test('closes a dialog with Back or Escape and asks before losing typed text', async ({
  page,
  school,
  signIn,
}) => {
  await publish(school.admin, 'notices', 'ক্রীড়া প্রতিযোগিতা')
  await signIn(page, `${school.url}/admin/dashboard`)
  // The first history entry of its document: Back from here unloads the page.
  await page.goto(`${school.url}/admin/dashboard/createNotice`)
  const edit = rowOf(page, /ক্রীড়া/).locator('.entryline__title')
  const dialog = page.getByRole('dialog', { name: 'সম্পাদনা' })
  const question = page.getByRole('dialog', { name: 'লেখা ফেলে দেবেন?' })
  const title = dialog.getByLabel('শিরোনাম', { exact: true })

  // The router returns to this entry after Back has closed a dialog.
  const isAtDialog = () => expect.poll(() => page.evaluate(() => Number(history.state.idx))).toBe(1)

  await edit.click()
  await expect(title).toBeFocused()
  await isAtDialog()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(edit).toBeFocused()

  await edit.click()
  await title.fill('বার্ষিক ক্রীড়া প্রতিযোগিতা ২০২৭')
  await isAtDialog()
  await page.goBack()
  await expect(question.getByRole('button', { name: 'না, লিখতে থাকি' })).toBeFocused()
  await isAtDialog()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(title).toHaveValue('বার্ষিক ক্রীড়া প্রতিযোগিতা ২০২৭')
  await expect(title).toBeFocused()

  // Browsers close a dialog at the second Escape in a row, even if the first was prevented.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expect(title).toHaveValue('বার্ষিক ক্রীড়া প্রতিযোগিতা ২০২৭')
  await question.getByRole('button', { name: 'হ্যাঁ, ফেলে দিন' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/createNotice/)
  await expect(rowOf(page, /ক্রীড়া প্রতিযোগিতা/)).toBeVisible()
})

test('shows a concurrent change instead of overwriting it', async ({ page, school, signIn }) => {
  const { _id: id } = await publish(school.admin, 'downloads', 'ভর্তি ফরম')
  await signIn(page, `${school.url}/admin/dashboard/createDownload`)
  await chooseFromMenu(rowOf(page, /ভর্তি ফরম/), /নাম বদলান/)
  const dialog = page.getByRole('dialog')
  await school.admin.updateEntry({
    params: { collection: 'downloads', id },
    body: { title: 'ভর্তি ফরম (সংশোধিত)' },
  })
  await dialog.getByRole('textbox').fill('ভর্তি ফরম ২০২৭')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('অন্য কেউ এটি বদলেছেন')

  await dialog.getByRole('button', { name: 'এখনকার অবস্থা আনুন' }).click()
  await expect(dialog).toContainText('ভর্তি ফরম (সংশোধিত)')
  await expect(dialog.getByRole('textbox')).toHaveValue('ভর্তি ফরম ২০২৭')
  await dialog.getByRole('button', { name: 'বদলান', exact: true }).click()
  await expect(rowOf(page, /ভর্তি ফরম ২০২৭/)).toBeVisible()
})

test('replaces the file of a notice', async ({ page, school, signIn }) => {
  const before = await publish(school.admin, 'notices', 'সংশোধনযোগ্য নোটিশ')
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await chooseFromMenu(rowOf(page, /সংশোধনযোগ্য/), /ফাইল বদলান/)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('এখনকার ফাইল: কাগজ.pdf')
  await dialog.getByRole('button', { name: 'ফাইল বদলান' }).click()
  await expect(dialog).toContainText('একটি ফাইল বেছে নিন।')
  const page404 = { ...paper('নকল.pdf'), buffer: Buffer.from('<html>404</html>') }
  await dialog.locator('.dropzone input').setInputFiles(page404)
  const refusal = dialog.getByText('ফাইলের নাম .pdf, কিন্তু ভেতরে PDF নয়।')
  await expect(refusal).toBeVisible()
  await dialog.getByRole('button', { name: 'ফাইল বদলান' }).click()
  await expect(dialog.locator('.dropzone input')).toBeFocused()
  await dialog.locator('.dropzone input').setInputFiles(paper('সংশোধিত.pdf', 4096))
  await expect(refusal).toHaveCount(0)
  await dialog.getByRole('button', { name: 'ফাইল বদলান' }).click()
  await expect(page.getByText('নোটিশের ফাইল বদলানো হয়েছে।')).toBeVisible()

  const after = await school.admin.getEntry({ params: { collection: 'notices', id: before._id } })
  expect(after.fileName).toBe('সংশোধিত.pdf')
  expect(after.filePath).not.toBe(before.filePath)
  expect(after.title).toBe(before.title)

  await page.getByRole('button', { name: 'আগের ফাইল ফেরান' }).click()
  await expect(page.getByText('আগের ফাইলটি ফেরানো হয়েছে।')).toBeVisible()
  const back = await school.admin.getEntry({ params: { collection: 'notices', id: before._id } })
  expect(back.filePath).toBe(before.filePath)

  // While it is edited as well, in place of the present one.
  await openEntry(rowOf(page, /সংশোধনযোগ্য/))
  await dialog.getByLabel(/^বদলান ?: কাগজ\.pdf/).setInputFiles(paper('নতুন.pdf'))
  await expect(dialog.getByText('নতুন.pdf', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(dialog).toHaveCount(0)
  const edited = await school.admin.getEntry({ params: { collection: 'notices', id: before._id } })
  expect([edited.fileName, edited.files?.length ?? 1]).toEqual(['নতুন.pdf', 1])
})

test('deletes a news item after confirmation and restores it by undo', async ({
  page,
  school,
  signIn,
}) => {
  await publish(school.admin, 'news', 'বিজ্ঞান মেলায় প্রথম স্থান')
  await signIn(page, `${school.url}/admin/dashboard/createNews`)
  const remove = () => chooseFromMenu(rowOf(page, /বিজ্ঞান মেলায়/), /Delete/)
  const titles = async () =>
    (await school.admin.listEntries({ params: { collection: 'news' } })).map(({ title }) => title)

  await remove()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete this news item?')
  await expect(dialog.getByRole('button', { name: 'না, থাক' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await titles()).toHaveLength(1)

  await remove()
  await dialog.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await expect(page.getByText('খবরটি মুছে ফেলা হয়েছে।')).toBeVisible()
  await expect(page.getByText('এই মুহূর্তে কোনো খবর নেই।')).toBeVisible()
  expect(await titles()).toEqual([])

  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(page.getByText('খবরটি ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  await expect(page.getByRole('heading', { name: /খবরের তালিকা/ })).toBeFocused()
  await expect(rowOf(page, /বিজ্ঞান মেলায়/)).toBeVisible()
  expect(await titles()).toEqual(['বিজ্ঞান মেলায় প্রথম স্থান'])
})

test('reports a failed deletion and changes nothing', async ({ page, school, signIn }) => {
  await publish(school.admin, 'notices', 'থেকে যাওয়া নোটিশ')
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await chooseFromMenu(rowOf(page, /থেকে যাওয়া/), /Delete/)
  await school.stop()
  await page.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('নোটিশটি মুছে ফেলা যায়নি।')
  await school.start()
  await page.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await expect(page.getByText('নোটিশটি মুছে ফেলা হয়েছে।')).toBeVisible()
})

test('pages a long list and searches it by title', async ({ page, school, signIn }) => {
  for (let day = 1; day <= 27; day += 1) {
    const date = `2026-01-${String(day).padStart(2, '0')}`
    await publish(school.admin, 'notices', `Notice number ${day}`, date)
  }
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(24)
  await expect(page.getByRole('heading', { name: 'নোটিশের তালিকা' })).toContainText('মোট ২৭টি')
  await expect(rows.first()).toContainText('Notice number 27')

  await page.getByRole('link', { name: 'পরের পাতা' }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('পাতা ২ / ২')).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(3)

  await page.getByRole('searchbox').fill('NUMBER ২৬')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Notice number 26')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByText('পাতা ২ / ২')).toBeVisible()

  await page.getByRole('searchbox').fill('বনভোজন')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“বনভোজন” এর সঙ্গে মেলে এমন কিছু পাওয়া যায়নি।')).toBeVisible()
  await page.getByRole('button', { name: 'সব দেখুন' }).click()
  await expect(rows).toHaveCount(24)
})
