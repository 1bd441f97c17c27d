import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, type Page } from '@playwright/test'
import { chooseFromMenu, fillEntry, paper, pdf, takePhotos } from '../support/dashboard-papers.ts'
import { test as base } from '../support/desktop-fixtures.ts'
import { connect, signIn, stateOf } from '../support/desktop-walks.ts'
import { paperPhoto } from '../support/phone-photo.ts'
import { ADMIN, type SchoolServer } from '../support/school-server.ts'
import { openScreen } from '../support/sidebar.ts'

const NOTICES = { collection: 'notices' } as const
const PHOTO = path.join(import.meta.dirname, '../../web/public/icon-512.png')

const test = base.extend({
  /** With a signed-in admin. */
  desktopApp: async ({ desktopApp, school }, use) => {
    await connect(desktopApp.page, school.url)
    await signIn(desktopApp.page)
    await use(desktopApp)
  },
})

const emptyList = (page: Page) => page.locator('.entrylist .state__t')
const outboxRow = (page: Page, text: string) =>
  page.locator('.outbox > li').filter({ hasText: text })
const noticeRow = (page: Page, text: string) =>
  page.locator('.entrytable tbody tr').filter({ hasText: text })
const rename = async (page: Page, before: string, after: string) => {
  await chooseFromMenu(noticeRow(page, before), 'নাম বদলান')
  await page.getByRole('dialog').getByRole('textbox').fill(after)
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
const notice = () => new File([new Uint8Array(pdf())], 'notice.pdf', { type: 'application/pdf' })
const titles = async ({ admin }: SchoolServer) =>
  (await admin.listEntries({ params: NOTICES })).map(({ title }) => title).sort()

test('marks a notice written offline as waiting, not as published', async ({
  desktopApp: { page },
  school,
}) => {
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(emptyList(page)).toBeVisible()
  await school.stop()
  await fillEntry(page, 'বার্ষিক ক্রীড়া', paper('ক্রীড়া.pdf', 50_000))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()

  await expect(page.locator('.toast')).toContainText('এই কম্পিউটারে জমা আছে')
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toHaveCount(0)
  const row = noticeRow(page, 'বার্ষিক ক্রীড়া')
  await expect(row).toContainText('অপেক্ষমাণ')
  await page.getByRole('button', { name: 'সাজান ও বাছুন' }).click()
  await page.getByRole('menuitem', { name: 'বাছাই করুন' }).click()
  await expect(row.getByRole('checkbox')).toBeDisabled()

  await openScreen(page, 'অপেক্ষমাণ পরিবর্তন')
  const waiting = outboxRow(page, 'নোটিশ যোগ: বার্ষিক ক্রীড়া')
  await expect(waiting).toContainText('ক্রীড়া.pdf')
  // A paused change is not sent before the user resumes it.
  await waiting.getByRole('button', { name: 'থামান' }).click()
  await expect(waiting).toContainText('থামানো আছে')
  await school.start()
  await page.getByRole('button', { name: 'এখনই পাঠান' }).click()
  await expect(outboxRow(page, 'বার্ষিক ক্রীড়া')).toContainText('পৌঁছেছে')

  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('অপেক্ষমাণ')
  expect(await titles(school)).toEqual(['বার্ষিক ক্রীড়া'])
})

test('adds the holidays of a year offline, and takes all back with one undo', async ({
  desktopApp: { page },
  school,
}) => {
  const year = toBengaliDigits(new Date().getFullYear() + 1)
  await openScreen(page, 'শিক্ষাপঞ্জি')
  await page.getByRole('radio', { name: year }).check()
  const boxes = page.locator('.yearrows').getByRole('checkbox')
  await expect(boxes).toHaveCount(7)
  await school.stop()
  await page.getByRole('button', { name: `এই ৭টি ${year} সালে যোগ করুন` }).click()
  await expect(page.locator('.toast')).toContainText('এই কম্পিউটারে জমা আছে')
  await expect(page.getByText(`${year} সালের তালিকায় যোগ করার মতো আর কিছু নেই।`)).toBeVisible()
  await page.locator('.toast').getByRole('button', { name: 'যোগ করা বাতিল করুন' }).click()
  await expect(boxes).toHaveCount(7)
  await page.locator('.yearrows li').filter({ hasText: 'মে দিবস' }).getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: `এই ৬টি ${year} সালে যোগ করুন` }).click()
  await expect(boxes).toHaveCount(1)
  await school.start()
  const events = { params: { collection: 'events' } } as const
  await expect
    .poll(async () => (await school.admin.listEntries(events)).length, { timeout: 20_000 })
    .toBe(6)
})

test('publishes a text with two sheets once, written offline before a power cut', async ({
  desktopApp,
  school,
}) => {
  await openScreen(desktopApp.page, 'নোটিশ বোর্ড')
  await expect(emptyList(desktopApp.page)).toBeVisible()
  await school.stop()
  const title = 'পরীক্ষার রুটিন'
  const written = await desktopApp.page.evaluate(
    async (notice) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(notice)) form.set(name, value)
      for (const name of ['১.txt', '২.txt']) form.append('file', new File([name], name))
      return (await fetch('/api/notices', { method: 'POST', body: form })).status
    },
    { title, body: 'দুই পাতার রুটিন **আজ** দেওয়া হলো।' },
  )
  expect(written).toBe(201)
  await desktopApp.restart()

  const { page } = desktopApp
  await openScreen(page, 'অপেক্ষমাণ পরিবর্তন')
  await expect(outboxRow(page, title)).toContainText('লেখা ও ২টি ফাইল')
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(noticeRow(page, title)).toContainText('অপেক্ষমাণ')
  await school.start()
  await expect.poll(async () => (await stateOf(page)).waiting, { timeout: 30_000 }).toBe(0)
  const [notice, ...others] = await school.admin.listEntries({ params: NOTICES })
  expect(others).toEqual([])
  expect(notice).toMatchObject({ title, excerpt: 'দুই পাতার রুটিন আজ দেওয়া হলো।' })
  expect(notice?.files?.map(({ fileName }) => fileName)).toEqual(['১.txt', '২.txt'])
})

test('lets the admin decide between two changes of one record', async ({
  desktopApp: { page },
  school,
}) => {
  for (const title of ['প্রথম', 'দ্বিতীয়']) {
    await school.admin.createEntry({ params: NOTICES, body: { title }, file: notice() })
  }
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(noticeRow(page, 'প্রথম')).toBeVisible()
  for (const { _id: id, title } of await school.admin.listEntries({ params: NOTICES })) {
    const change = { title: `${title}, তাঁর লেখা` }
    await school.admin.updateEntry({ params: { ...NOTICES, id }, body: change })
  }
  await school.stop()
  await rename(page, 'প্রথম', 'প্রথম, আমার লেখা')
  await rename(page, 'দ্বিতীয়', 'দ্বিতীয়, আমার লেখা')
  await openScreen(page, 'অপেক্ষমাণ পরিবর্তন')
  await school.start()

  const dialog = page.getByRole('dialog')
  for (const [title, choice] of [
    ['প্রথম', 'আমার পরিবর্তন রাখুন'],
    ['দ্বিতীয়', 'সার্ভারের তথ্য রাখুন'],
  ] as const) {
    const row = outboxRow(page, title)
    await row.getByRole('button', { name: 'মিলিয়ে দেখুন' }).click()
    await expect(dialog).toContainText(`${title}, আমার লেখা`)
    await expect(dialog).toContainText(`${title}, তাঁর লেখা`)
    await dialog.getByRole('button', { name: choice }).click()
    await expect(dialog).toBeHidden()
  }
  await expect.poll(() => titles(school)).toEqual(['দ্বিতীয়, তাঁর লেখা', 'প্রথম, আমার লেখা'])
  expect(await stateOf(page)).toMatchObject({ waiting: 0 })
})

test('publishes a photo added offline after reconnecting', async ({
  desktopApp: { page },
  school,
}) => {
  await openScreen(page, 'সুবর্ণজয়ন্তীর ছবি')
  await expect(emptyList(page)).toBeVisible()
  await school.stop()
  await page.locator('.dropzone input').setInputFiles(PHOTO)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('বিদ্যালয়ের মাঠ')
  await page.getByRole('button', { name: 'ছবি যোগ করুন' }).click()
  await expect(page.locator('.entrytable')).toContainText('অপেক্ষমাণ')
  await school.start()
  await expect.poll(async () => (await stateOf(page)).waiting, { timeout: 30_000 }).toBe(0)
  await expect(page.locator('.entrytable')).not.toContainText('অপেক্ষমাণ')
  const [photo] = await school.admin.listEntries({ params: { collection: 'gallery' } })
  expect(photo).toMatchObject({ title: 'বিদ্যালয়ের মাঠ' })
})

test('makes a paper of a photo offline and sends it after reconnecting', async ({
  desktopApp: { page },
  school,
}) => {
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(emptyList(page)).toBeVisible()
  await school.stop()
  await page.getByLabel('শিরোনাম', { exact: true }).fill('ছুটির নোটিশ')
  await takePhotos(page, 'ছবি তুলুন', await paperPhoto(page, 'ONE.jpg'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('১ পাতা তৈরি।')).toBeVisible()
  await dialog.getByRole('button', { name: 'দেখে নিন' }).click()
  await dialog.getByRole('button', { name: '১ পাতা দিন' }).click()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(noticeRow(page, 'ছুটির নোটিশ')).toContainText('অপেক্ষমাণ')
  await school.start()
  await expect.poll(async () => (await stateOf(page)).waiting, { timeout: 30_000 }).toBe(0)
  const [sent] = await school.admin.listEntries({ params: NOTICES })
  expect(sent).toMatchObject({ title: 'ছুটির নোটিশ', mimeType: 'application/pdf' })
})

test('sends a change once after a new sign-in', async ({ desktopApp: { page }, school }) => {
  await openScreen(page, 'নোটিশ বোর্ড')
  // A pending list request would ask for the sign-in before the change does.
  await expect(emptyList(page)).toBeVisible()
  await school.admin.signOutElsewhere()
  await fillEntry(page, 'ছুটির নোটিশ')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/পাসওয়ার্ড/)
    .first()
    .fill(ADMIN.password)
  await dialog.getByRole('button', { name: /Login/ }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  expect(await titles(school)).toEqual(['ছুটির নোটিশ'])
  expect(await stateOf(page)).toMatchObject({ waiting: 0, needsSignIn: false })
})

test('discards a waiting change after confirmation', async ({ desktopApp: { page }, school }) => {
  await school.admin.createEntry({ params: NOTICES, body: { title: 'আগের নাম' }, file: notice() })
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(noticeRow(page, 'আগের নাম')).toBeVisible()
  await school.stop()
  await rename(page, 'আগের নাম', 'ভুল নাম')
  await openScreen(page, 'অপেক্ষমাণ পরিবর্তন')
  await outboxRow(page, 'ভুল নাম').getByRole('button', { name: 'থামান' }).click()
  await expect(outboxRow(page, 'ভুল নাম')).toContainText('থামানো আছে')
  const discard = outboxRow(page, 'ভুল নাম').getByRole('button', { name: 'বাদ দিন' })
  await discard.click()
  await page.getByRole('dialog').getByRole('button', { name: 'না, থাক' }).click()
  await discard.click()
  await page.getByRole('dialog').getByRole('button', { name: 'বাদ দিন' }).click()
  await expect(page.getByText('কোনো পরিবর্তন অপেক্ষমাণ নেই।')).toBeFocused()
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(noticeRow(page, 'আগের নাম')).toBeVisible()
  await school.start()
  expect(await titles(school)).toEqual(['আগের নাম'])
})

test('marks counts written offline as waiting', async ({ desktopApp: { page }, school }) => {
  const group = { className: 'Six', shift: 'Morning', section: 'A' } as const
  await school.admin.createStudentCount({ body: { ...group, girls: 50 } })
  await openScreen(page, 'ছাত্রীসংখ্যা')
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'প্রভাতী' })
  await expect(row).toBeVisible()
  await school.stop()
  await row.getByRole('button', { name: /সম্পাদনা/ }).click()
  await page.locator('[name="girls"]').fill('৫৫')
  await page.getByRole('button', { name: 'পরিবর্তন সংরক্ষণ করুন' }).click()
  await expect(page.locator('.toast')).toContainText('এই কম্পিউটারে জমা আছে')
  await expect(row).toContainText('অপেক্ষমাণ')

  await page.getByRole('link', { name: 'এক্সেল থেকে আনুন' }).click()
  const sheet = 'শ্রেণি,শিফট,শাখা,ছাত্রী\nসপ্তম,প্রভাতী,ক,৪০\n'
  const file = { name: 'সংখ্যা.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
  await page.locator('.dropzone input').setInputFiles(file)
  await page.getByRole('button', { name: '১টি সারি সংরক্ষণ করুন' }).click()
  await expect(page.locator(':focus')).toContainText(sheetCopy['import.queued'])
  await school.start()
  await expect.poll(async () => (await stateOf(page)).waiting, { timeout: 30_000 }).toBe(0)
  const counts = await school.admin.listStudentCounts()
  expect(counts.map(({ girls }) => girls).sort()).toEqual([40, 55])
})

test('starts a notice from a file given to the app, and opens a linked screen', async ({
  desktopApp,
}) => {
  const { page } = desktopApp
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-given-'))
  const file = path.join(folder, 'ভর্তির ফল.pdf')
  await fs.writeFile(file, pdf(3000))
  await desktopApp.give('/admin/dashboard/contactus')
  await page.waitForURL(/contactus$/)
  await desktopApp.give(file)
  await page.waitForURL(/createNotice$/)
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('ভর্তির ফল')
  await expect(page.locator('.upfile')).toContainText('ভর্তির ফল.pdf')
  await fs.rm(folder, { recursive: true })
})
