import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import type { Page } from '@playwright/test'
import { fileOf, officeBytes } from '../../server/src/test/sample-files.ts'
import { chooseFromMenu, fillEntry } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, expectReadableColours, sidewaysScroll } from '../support/page-checks.ts'
import { squarePicture } from '../support/papers.ts'
import type { SchoolServer } from '../support/school-server.ts'

const notices = { collection: 'notices' } as const
const word = (text: string, sureness = 96) => ({ text, sureness })
const lines: ReadLine[] = [
  ['বিষয়:', 'বার্ষিক', 'পরীক্ষা'].map((text) => word(text)),
  [word('সকলকে'), { ...word('সময়সুচি', 61), box: [400, 500, 120, 20] }, word('মানতে'), word('হবে')],
  [word('শনিবার'), word('১০টা'), word('বিজ্ঞন', 70), word('█')],
]

/** Publishes two photographed pages; the text of the first was recognised. */
async function publish(school: SchoolServer) {
  const file = [squarePicture('এক.png'), squarePicture('দুই.png')]
  const entry = await school.admin.createEntry({ params: notices, body: { title: 'Scan 3' }, file })
  const [first] = filesOf(entry)
  await school.storeReadPage({ filePath: first?.filePath ?? '', lines })
  return { ...notices, id: entry._id }
}

const field = (page: Page) => page.getByLabel('কাগজে যা আছে, তা-ই কি এখানে?')
const state = (page: Page) => page.locator('.papertext__text .badge')
const selected = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
    return isField ? at.value.slice(at.selectionStart ?? 0, at.selectionEnd ?? 0) : null
  })
const shown = async ({ url }: SchoolServer, params: { collection: 'notices'; id: string }) => {
  const { pages } = await createHttpApi(fetchSend(url)).getEntryText({ params })
  return pages.map(({ text }) => text)
}

test('compares the doubtful words of a page by keyboard, and shows parents the whole text', async ({
  page,
  school,
  signIn,
}) => {
  const params = await publish(school)
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await chooseFromMenu(page.getByRole('row', { name: /Scan 3/ }), 'লেখা দেখুন ও ঠিক করুন')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('কাগজের লেখা')
  await expect(state(page)).toContainText('৩টি জায়গা দেখা বাকি, ০টি দেখা হয়েছে')

  await expect(page.getByText('কিছু লেখা দাগ বা অন্য কিছুতে ঢাকা (█)')).toBeVisible()

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `${width} px`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColours(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })

  await field(page).focus()
  await expect(field(page)).toHaveValue('সময়সুচি')
  const place = page.getByRole('img', { name: 'কাগজের সেই জায়গা' })
  await expect(place).toBeVisible()
  await field(page).fill('সময়সূচি')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('১০টা')
  // The position of the word was not stored.
  await expect(place).toHaveCount(0)
  expect(await selected(page)).toBe('১০টা')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('বিজ্ঞন')
  await expect(state(page)).toContainText('১টি জায়গা দেখা বাকি, ২টি দেখা হয়েছে')

  // Compared words survive a reload.
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(state(page)).toContainText('১টি জায়গা দেখা বাকি, ২টি দেখা হয়েছে')
  await page.getByRole('button', { name: /১০টা.*দেখা হয়েছে/ }).click()
  await expect(field(page)).toHaveValue('১০টা')
  expect(await selected(page)).toBe('১০টা')

  await page.getByRole('button', { name: 'সব লেখা বদলান' }).click()
  await page.getByRole('button', { name: 'পরের অনিশ্চিত শব্দ' }).click()
  expect(await selected(page)).toBe('বিজ্ঞন')
  await page.keyboard.type('বিজ্ঞান')
  await expect(state(page)).toContainText('এই পাতার সব জায়গা দেখা হয়েছে')
  expect(await shown(school, params)).not.toContain(expect.stringContaining('বিজ্ঞান'))

  await page.getByRole('button', { name: 'লেখা ঠিক আছে' }).click()
  await expect(page.locator('.toast')).toContainText('পাতার লেখা রাখা হয়েছে।')
  await expect(state(page)).toContainText('অফিসে মিলিয়ে দেখা লেখা')
  const text = 'বিষয়: বার্ষিক পরীক্ষা\nসকলকে সময়সূচি মানতে হবে\nশনিবার ১০টা বিজ্ঞান …'
  const normal = (texts: string[]) => texts.map((one) => one.normalize('NFC'))
  expect(normal(await shown(school, params))).toEqual(normal([text]))

  await page.getByRole('button', { name: 'লেখা দেখাবেন না' }).click()
  await expect(state(page)).toContainText('এই পাতার লেখা ওয়েবসাইটে দেখানো হচ্ছে না')
  expect(await shown(school, params)).toEqual([])
  await page.locator('.toast').getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(state(page)).toContainText('অফিসে মিলিয়ে দেখা লেখা')
  expect(await shown(school, params)).toHaveLength(1)
})

test('writes a page that could not be read, and takes the title from the paper', async ({
  page,
  school,
  signIn,
}) => {
  const params = await publish(school)
  await signIn(page, `${school.url}/admin/dashboard/text/notices/${params.id}`)
  await page.getByRole('button', { name: 'পরের পাতা' }).click()
  await expect(page.getByText('পাতা ২/২')).toBeVisible()
  await expect(state(page)).toContainText('এই পাতায় কোনো লেখা পড়া যায়নি')
  await expect(page.getByRole('button', { name: 'লেখা ঠিক আছে' })).toHaveCount(0)
  const whole = page.getByRole('textbox', { name: 'পাতার লেখা' })
  await whole.fill('রবিবার বাংলা')
  await page.getByRole('button', { name: 'আগের পাতা' }).click()
  await page.getByRole('button', { name: 'পরের পাতা' }).click()
  await expect(whole).toHaveValue('রবিবার বাংলা')
  await page.getByRole('button', { name: 'লেখা ঠিক আছে' }).click()
  await expect(state(page)).toContainText('অফিসে মিলিয়ে দেখা লেখা')
  expect(await shown(school, params)).toContain('রবিবার বাংলা')

  const title = async () => (await school.admin.getEntry({ params })).title
  await page.getByRole('button', { name: 'এটিই শিরোনাম করুন' }).click()
  await expect.poll(title).toBe('বার্ষিক পরীক্ষা')
  await expect(page.getByRole('button', { name: 'এটিই শিরোনাম করুন' })).toHaveCount(0)
  await page.locator('.toast').getByRole('button', { name: 'ফিরিয়ে আনুন' }).last().click()
  await expect.poll(title).toBe('Scan 3')
})

test('corrects a cell of an Office file, which has no picture, and keeps its table', async ({
  page,
  school,
  signIn,
}) => {
  const file = fileOf(officeBytes('docx'), 'সূচি.docx')
  const entry = await school.admin.createEntry({ params: notices, body: { title: 'সূচি' }, file })
  const params = { ...notices, id: entry._id }
  const cells = (...texts: string[]) => texts.map((text) => ({ text, as: 'cell' as const }))
  const rows = [cells('তারিখ', 'বিষয়'), cells('৫ জুন', 'অঙ্ক'), cells('৬ জুন', '')]
  const written = [[{ text: 'পরীক্ষা', as: 'heading' as const }], ...rows]
  const pages = [{ file: entry.filePath ?? '', page: 1, text: '', lines: written }]
  await school.admin.updateEntryText({ params, body: { pages } })
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await chooseFromMenu(page.getByRole('row', { name: /সূচি/ }), 'লেখা দেখুন ও ঠিক করুন')

  await page.getByRole('button', { name: 'অঙ্ক' }).press('Enter')
  const cell = page.getByRole('textbox', { name: 'সারি ২, ঘর ২' })
  await expect(cell).toBeFocused()
  await cell.fill('গণিত')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `office, ${width} px`)
  }
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '৬ জুন' })).toBeFocused()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে')).toBeVisible()
  await page.getByRole('button', { name: 'লেখা ঠিক আছে' }).click()
  await expect(page.locator('.toast')).toContainText('পাতার লেখা রাখা হয়েছে।')
  await page.getByRole('button', { name: 'লেখা দেখাবেন না' }).click()
  await page.locator('.toast').getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(page.getByRole('button', { name: 'গণিত' })).toBeVisible()

  await page.goto(`${school.url}/n/${entry._id}`)
  await expect(page.getByRole('row', { name: '৫ জুন গণিত' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'পরীক্ষা', exact: true })).toBeVisible()
})

test('is reached from the message after publishing', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  const picture = squarePicture('রুটিন.png')
  const buffer = Buffer.from(await picture.arrayBuffer())
  await fillEntry(page, 'রুটিন', { name: picture.name, mimeType: picture.type, buffer })
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const done = page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })
  await done.getByRole('link', { name: 'লেখা দেখুন ও ঠিক করুন' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('কাগজের লেখা')
  await expect(page.getByRole('img', { name: 'কাগজের ১ নম্বর পাতা' })).toBeVisible()
  await page.getByRole('link', { name: 'সহায়তা', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('কাগজের লেখা')
})

test('says that the text of a file is recognised at night, and starts it at once on request', async ({
  page,
  school,
  signIn,
}) => {
  const params = await publish(school)
  // OCR is disabled on this server.
  await page.route('**/text', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), pending: true, atNight: true },
    })
  })
  await signIn(page, `${school.url}/admin/dashboard/text/notices/${params.id}?page=2`)
  await expect(state(page)).toHaveText('রাতে পড়া হবে')
  await expect(page.getByText('রাত ১০টা থেকে ভোর ৫টার মধ্যে')).toBeVisible()
  const asked = page.waitForRequest(/text\/read$/)
  await page.getByRole('button', { name: 'এখনই পড়ুন' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ pages: [{ page: 1 }] })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('says that a PDF has no page previews, and renders them again on request', async ({
  page,
  school,
  signIn,
}) => {
  const damaged = new File(['%PDF-1.7 and no more'], 'রুটিন.pdf', { type: 'application/pdf' })
  const body = { title: 'পরীক্ষার রুটিন' }
  const { _id: id } = await school.admin.createEntry({ params: notices, body, file: damaged })
  const pages = async () =>
    (await school.admin.getEntry({ params: { ...notices, id } })).pages?.length
  await expect.poll(pages, { timeout: 30_000 }).toBe(0)

  await signIn(page, `${school.url}/admin/dashboard`)
  const watched = page.getByRole('region', { name: 'এখন যা করার আছে' })
  await expect(watched.getByText('পিডিএফের পাতার ছবি তৈরি করা যায়নি').first()).toBeVisible()
  await watched.getByRole('link', { name: body.title }).click()
  const row = page.getByRole('row', { name: /পরীক্ষার রুটিন/ })
  await expect(row.getByText('পাতার ছবি নেই')).toBeVisible()
  await chooseFromMenu(row, 'পাতার ছবি আবার তৈরি করুন')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'asking')
  await dialog.getByRole('button', { name: 'পাতার ছবি আবার তৈরি করুন' }).click()
  await expect(page.getByText('পাতার ছবি তৈরি হচ্ছে, একটু পরে দেখা যাবে।')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
