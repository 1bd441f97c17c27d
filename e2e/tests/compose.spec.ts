import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, formatDay } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { Page } from '@playwright/test'
import { openValue, paper } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import { entriesText } from '../support/texts.ts'

const HOME = '/admin/dashboard'
const titleOf = (page: Page) => page.getByLabel('শিরোনাম', { exact: true })
const kind = (page: Page, name: string) =>
  page.locator('.kindline').getByRole('radio', { name, exact: true })
const chip = (page: Page, name: string) => page.locator(`[data-chip=${name}]`)

test('proposes the kind, classes and days of what is written, and follows a choice by hand', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + HOME)
  const first = addDays(dhakaTime(new Date()).iso, 20)
  const day = `${formatDay(first)} ${toBengaliDigits(first.slice(0, 4))}`
  await titleOf(page).fill(`${day} নবম শ্রেণির ক্লাস বন্ধ থাকবে`)
  await expect(kind(page, 'নোটিশ')).toBeChecked()
  await expect(page.locator('.kindline')).toContainText('এটি নোটিশ মনে হচ্ছে:')
  await expect(chip(page, 'classes')).toHaveText('নবম শ্রেণি')
  await expect(chip(page, 'kind')).toHaveText('ছুটি')
  await expect(chip(page, 'days')).toHaveText(formatDay(first))

  // What is chosen by hand stays, whatever is written then.
  await openValue(page, 'classes')
  await page.getByRole('checkbox', { name: 'দশম' }).check()
  await page.keyboard.press('Escape')
  await expect(chip(page, 'classes')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'দশম' })).toHaveCount(0)
  await titleOf(page).fill('অষ্টম শ্রেণির ভর্তি ফরম')
  await expect(chip(page, 'classes')).toHaveText('নবম, দশম শ্রেণি')
  await expect(kind(page, 'ডাউনলোড')).toBeChecked()
  await kind(page, 'খবর').check()
  await expect(page.locator('.kindline')).not.toContainText('মনে হচ্ছে')
  await titleOf(page).fill('ছুটির নোটিশ')
  await expect(kind(page, 'খবর')).toBeChecked()
  // News have no classes, and lose none: they are there again with the next kind.
  await expect(chip(page, 'classes')).toHaveCount(0)
  await kind(page, 'নোটিশ').check()
  await expect(chip(page, 'classes')).toHaveText('নবম, দশম শ্রেণি')
})

test('moves a draft with its file to the kind that is chosen, also after a reload', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + HOME)
  await titleOf(page).fill('বিজ্ঞান মেলা')
  await page.getByLabel('লেখা', { exact: true }).fill('জেলা পর্যায়ে প্রথম।')
  await page.locator('.dropzone input').setInputFiles(paper('মেলা.pdf'))
  const drafts = (collection: 'notices' | 'news' | 'downloads') =>
    school.admin.listEntries({ params: { collection }, query: { state: 'draft' } })
  await expect.poll(() => drafts('notices')).toMatchObject([{ fileName: 'মেলা.pdf' }])
  const [draft] = await drafts('notices')
  await kind(page, 'খবর').check()
  await expect.poll(() => drafts('news')).toMatchObject([{ _id: draft?._id }])
  expect(await drafts('notices')).toEqual([])

  await page.reload()
  await expect(titleOf(page)).toHaveValue('বিজ্ঞান মেলা')
  await expect(kind(page, 'খবর')).toBeChecked()
  // At once with the request that publishes it.
  await kind(page, 'ডাউনলোড').check()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('region', { name: entriesText('downloads.created') })).toBeFocused()
  const [published] = await school.admin.listEntries({ params: { collection: 'downloads' } })
  expect(published).toMatchObject({ _id: draft?._id, title: 'বিজ্ঞান মেলা', fileName: 'মেলা.pdf' })
  expect(await drafts('news')).toEqual([])
})

test('takes four photos for an album, and says which files another kind refuses', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + HOME)
  const photos = await Promise.all(
    ['এক', 'দুই', 'তিন', 'চার'].map((name) => smallPhoto(page, `${name}.png`)),
  )
  await page.locator('.dropzone input').setInputFiles(photos)
  await expect(kind(page, 'ছবি/অ্যালবাম')).toBeChecked()
  await titleOf(page).fill('বার্ষিক ক্রীড়া')
  await page.locator('.dropzone input').setInputFiles(paper('সূচি.pdf'))
  await expect(kind(page, 'নোটিশ')).toBeChecked()
  await kind(page, 'ছবি/অ্যালবাম').check()
  await expect(page.getByText('এই ফাইল দেওয়া যাবে না। ছবি দিন।').first()).toBeVisible()
  await kind(page, 'নোটিশ').check()
  await expect(page.getByText('এই ফাইল দেওয়া যাবে না।')).toHaveCount(0)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })).toBeFocused()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notice?.files).toHaveLength(5)
})

test('is a line at first, fits every size, and is walked by keyboard', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  const sheet = page.getByRole('form', { name: 'নতুন নোটিশ যোগ করুন' })
  for (const [width, height] of [
    [1366, 625],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    const camera = await sheet.getByRole('button', { name: 'ছবি তুলুন' }).boundingBox()
    expect(camera?.y).toBeLessThan(width === 360 ? 320 : 240)
    expect((await sheet.innerText()).split(/\s+/).length).toBeLessThanOrEqual(45)
    expect(await sheet.locator('button, input, textarea, select').count()).toBeLessThanOrEqual(8)
  }
  await titleOf(page).press('S')
  await expect(titleOf(page)).toBeFocused()
  // Enter publishes nothing.
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('লেখা', { exact: true })).toBeFocused()
  // Each way to a file stands in the sheet once.
  await expect(sheet.getByRole('button', { name: /ছবি তুলুন|ক্যামেরা|ফাইল/ })).toHaveCount(2)
  await page.keyboard.type('পরশু ছুটি।')
  await openValue(page, 'publish')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sidewaysScroll(page)).toBe(0)
      await expectAccessible(page, `the sheet, ${colorScheme}, ${width} px`)
    }
  }
  const preview = page.getByRole('complementary', { name: 'ফোনে যেমন দেখাবে' })
  await expect(preview).toContainText('পরশু ছুটি।')
  await sheet.getByRole('button', { name: 'ফেলে দিন' }).click()
  await expect(titleOf(page)).toBeFocused()
  await expect(preview).toHaveCount(0)
})

test('makes a notice of every year of two blanks', async ({ page, school, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, school.url + HOME)
  await titleOf(page).click()
  await page.getByRole('button', { name: 'তৈরি নোটিশ' }).click()
  const dialog = page.getByRole('dialog', { name: 'তৈরি নোটিশ' })
  await dialog.getByRole('button', { name: 'বসান' }).click()
  await expect(dialog.getByText('এই ঘরটি পূরণ করুন।')).toHaveCount(1)
  await dialog.getByLabel('কোন নোটিশ').selectOption('অভিভাবক সমাবেশ')
  await dialog.getByLabel('কখন').fill('৫ ডিসেম্বর সকাল ১১টায়')
  await dialog.getByLabel('কোথায়').fill('বিদ্যালয় মাঠে')
  await expect(dialog).toContainText('৫ ডিসেম্বর সকাল ১১টায় বিদ্যালয় মাঠে অভিভাবক সমাবেশ হবে।')
  await expectAccessible(page, 'a ready notice')
  expect(await sidewaysScroll(page)).toBe(0)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(titleOf(page)).toHaveValue('অভিভাবক সমাবেশ: ৫ ডিসেম্বর সকাল ১১টায়')
  await expect(titleOf(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'তৈরি নোটিশ' })).toHaveCount(0)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })).toBeFocused()
})

test('hands the picture of a notice with its text to another app, where the device can', async ({
  page,
  school,
  signIn,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file], text }: { files: File[]; text: string }) => {
        const { width } = file ? await createImageBitmap(file) : { width: 0 }
        shared.push({ type: file?.type, width, text })
      },
    })
  })
  await signIn(page, school.url + HOME)
  await titleOf(page).fill('কাল ছুটি')
  await page.getByLabel('লেখা', { exact: true }).fill('বৃষ্টির জন্য।')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await page.getByRole('button', { name: entriesText('published.picture') }).click()
  const shared = () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'shared')))
  await expect.poll(shared).toContain('"type":"image/jpeg","width":1200,"text":"কাল ছুটি')
})
