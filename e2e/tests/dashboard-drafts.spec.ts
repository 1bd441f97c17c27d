import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { Locator, Page } from '@playwright/test'
import { chooseFromMenu, openEntry } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { admissionNotice } from '../support/papers.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import { ADMIN, type SchoolServer } from '../support/school-server.ts'
import { openTab } from '../support/sidebar.ts'

const NOTICES = '/admin/dashboard/createNotice'
const notices = { collection: 'notices' } as const
const saved = entriesCopy['draft.saved']

test('keeps what is typed and chosen on the server, where another device goes on', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await title.fill('অভিভাবক সভা')
  await page.getByLabel('লেখা', { exact: true }).fill('শনিবার সকাল ১০টায়।')
  await page
    .locator('.dropzone input')
    .setInputFiles(await smallPhoto(page, 'চিঠি.png', { color: 'red' }))
  await expect(page.getByText(saved)).toBeVisible()
  expect(await school.admin.listEntries({ params: notices })).toEqual([])

  // Another device sees it, and changes it.
  const [draft] = await school.admin.listEntries({ params: notices, query: { state: 'draft' } })
  expect(draft).toMatchObject({ title: 'অভিভাবক সভা', fileName: expect.stringMatching(/^চিঠি/) })

  // A reload loses nothing, not even the file.
  await page.reload()
  await expect(title).toHaveValue('অভিভাবক সভা')
  await expect(page.locator('.upfile')).toContainText('চিঠি')
  await title.fill('অভিভাবক সভার নোটিশ')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const shown = await school.admin.listEntries({ params: notices })
  expect(shown).toMatchObject([{ _id: draft?._id, title: 'অভিভাবক সভার নোটিশ' }])
  expect(shown[0]?.filePath).toBe(draft?.filePath)
  const left = await school.admin.listEntries({ params: notices, query: { state: 'draft' } })
  expect(left).toEqual([])
})

test('a file that is removed from the form leaves the draft', async ({ page, school, signIn }) => {
  await signIn(page, school.url + NOTICES)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('ছুটি')
  const file = await smallPhoto(page, 'চিঠি.png', { color: 'red' })
  await page.locator('.dropzone input').setInputFiles(file)
  const drafts = () => school.admin.listEntries({ params: notices, query: { state: 'draft' } })
  await expect.poll(drafts).toMatchObject([{ fileName: expect.stringMatching(/^চিঠি/) }])
  await expect(page.getByText(saved)).toBeVisible()
  await page.getByRole('button', { name: adminCopy['form.file.remove'] }).click()
  await expect(page.locator('.upfile')).toHaveCount(0)
  await expect.poll(async () => (await drafts())[0]?.filePath).toBeUndefined()
})

test('goes on after the browser has closed its storage, as Safari does in the background', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await title.fill('সভা')
  const drafts = () => school.admin.listEntries({ params: notices, query: { state: 'draft' } })
  await expect.poll(drafts).toMatchObject([{ title: 'সভা' }])
  const devtools = await page.context().newCDPSession(page)
  const origin = new URL(school.url).origin
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await title.fill('অভিভাবক সভা')
  await expect(title).toHaveValue('অভিভাবক সভা')
  await expect.poll(drafts).toMatchObject([{ title: 'অভিভাবক সভা' }])
  await expect(page.getByText(saved)).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('অভিভাবক সভা')
})

test('keeps one draft although responses are lost', async ({ page, school, signIn }) => {
  await signIn(page, school.url + NOTICES)
  const title = page.getByLabel('শিরোনাম', { exact: true })
  const drafts = () => school.admin.listEntries({ params: notices, query: { state: 'draft' } })
  let isLost = false
  await page.route(/\/api\/notices(\/\w+)?$/, async (route) => {
    if (!isLost || route.request().method() === 'GET') return route.continue()
    isLost = false
    await route.fetch()
    await route.abort()
  })
  for (const [lost, next] of [
    ['ছুটি', 'কাল ছুটি'],
    ['কাল ছুটি থাকবে', 'পরশু ছুটি'],
  ] as const) {
    isLost = true
    await title.fill(lost)
    await expect(page.getByText(entriesCopy['draft.offline'])).toBeVisible()
    expect(await drafts()).toMatchObject([{ title: lost }])
    await title.fill(next)
    await expect(page.getByText(saved)).toBeVisible()
    expect(await drafts()).toMatchObject([{ title: next }])
  }
  isLost = true
  await page.getByLabel('লেখা', { exact: true }).fill('বৃষ্টির জন্য।')
  await expect(page.getByText(entriesCopy['draft.offline'])).toBeVisible()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  expect(await drafts()).toEqual([])
  expect(await school.admin.listEntries({ params: notices })).toHaveLength(1)

  // What is discarded does not stay on the server either.
  isLost = true
  await title.fill('বাদ')
  await expect(page.getByText(entriesCopy['draft.offline'])).toBeVisible()
  expect(await drafts()).toHaveLength(1)
  await page.getByRole('button', { name: composeCopy['compose.discard'] }).click()
  await expect.poll(drafts).toEqual([])
})

test.describe('where papers are read', () => {
  test.use({ readsPapers: true })

  test('offers what the paper calls itself as long as there is no title', async ({
    page,
    school,
    signIn,
  }) => {
    await signIn(page, school.url + NOTICES)
    const title = page.getByLabel('শিরোনাম', { exact: true })
    const take = page.getByRole('button', { name: entriesCopy['form.title.take'] })
    const file = { name: 'scan 0001.pdf', mimeType: 'application/pdf', buffer: admissionNotice() }
    await page.locator('.dropzone input').setInputFiles(file)
    await expect(title).toHaveValue('')
    const offer = page.getByRole('status').filter({ hasText: entriesCopy['form.title.offer'] })
    await expect(offer).toContainText('ভর্তি', { timeout: 30_000 })
    for (const width of [1366, 360]) {
      await page.setViewportSize({ width, height: 768 })
      await expectAccessible(page, `${width} px`)
      expect(await sidewaysScroll(page)).toBe(0)
    }
    // Something typed is better.
    await title.fill('আমার শিরোনাম')
    await expect(take).toHaveCount(0)
    await title.fill('')
    const heading = (await offer.locator('b').innerText()).replaceAll(/[“”]/g, '')
    await take.click()
    await expect(title).toHaveValue(heading)
    await expect(title).toBeFocused()
    await expect(take).toHaveCount(0)
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
    expect(await school.admin.listEntries({ params: notices })).toMatchObject([{ title: heading }])
  })
})

test('lists drafts, to go on with, publish or put aside', async ({ page, school, signIn }) => {
  for (const title of ['প্রথম', 'দ্বিতীয়', 'তৃতীয়']) {
    await school.admin.createEntry({
      params: notices,
      body: { title, body: 'লেখা', status: 'draft' },
    })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, school.url + NOTICES)
  await openTab(page, 'খসড়া ৩')
  const row = (title: string) => page.locator('.drafts > li').filter({ hasText: title })
  await expect(row('প্রথম').getByText(entriesCopy['draft.badge.draft'])).toBeVisible()
  await expectAccessible(page, 'drafts at 360')

  await openEntry(row('প্রথম'))
  const edit = page.getByRole('dialog')
  await edit.getByLabel('শিরোনাম', { exact: true }).fill('প্রথম, সংশোধিত')
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(page.getByText(entriesCopy['draft.kept'])).toBeVisible()
  await chooseFromMenu(row('সংশোধিত'), entriesCopy['draft.publish'])
  await expect(page.getByText(entriesCopy['notices.created'])).toBeVisible()
  await chooseFromMenu(row('দ্বিতীয়'), entriesCopy['draft.delete'])
  await expect(row('দ্বিতীয়')).toHaveCount(0)
  await expectAccessible(page, 'a discarded draft at 360')
  await expect(page.getByRole('heading', { name: /নোটিশের তালিকা/ })).toBeFocused()
  const shown = await school.admin.listEntries({ params: notices })
  expect(shown.map(({ title }) => title)).toEqual(['প্রথম, সংশোধিত'])
})

test('shows what is in the form as visitors will see it, and says where it is once it is emptied', async ({
  page,
  school,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, school.url + NOTICES)
  const preview = page.getByRole('button', { name: entriesCopy['draft.preview'] })
  await expect(preview).toHaveCount(0)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('অভিভাবক সভা')
  await page.getByLabel('লেখা', { exact: true }).fill('শনিবার সকাল ১০টায়।')
  await expect(page.getByText(saved)).toBeVisible()
  await expectAccessible(page, 'a draft in the form at 360')
  expect(await sidewaysScroll(page)).toBe(0)
  const opened = page.waitForEvent('popup')
  await preview.click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('অভিভাবক সভা')

  await page.getByRole('button', { name: composeCopy['compose.discard'] }).click()
  await expect(page.getByText(entriesCopy['draft.deleted'])).toBeVisible()
  await expect(page.getByRole('button', { name: 'ফিরিয়ে আনুন' })).toBeVisible()
  await expect(preview).toHaveCount(0)
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toBeFocused()
})

for (const { collection, screen, body } of [
  { collection: 'events', screen: 'calendar', body: { startsOn: '2026-12-20' } },
  { collection: 'people', screen: 'people', body: {} },
] as const) {
  test(`leads to the drafts of ${collection}`, async ({ page, school, signIn }) => {
    const params = { collection }
    for (const title of ['প্রথম', 'দ্বিতীয়']) {
      await school.admin.createEntry({ params, body: { ...body, title, status: 'draft' } })
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, `${school.url}/admin/dashboard/${screen}`)
    await page.getByRole('link', { name: 'খসড়া ২' }).last().click()
    const list = page.locator('.drafts')
    const row = (title: string) => list.getByRole('listitem').filter({ hasText: title })
    await openEntry(row('প্রথম'))
    const edit = page.getByRole('dialog')
    await edit.getByLabel(/^(শিরোনাম|নাম)$/).fill('প্রথম, সংশোধিত')
    await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
    await expect(row('সংশোধিত')).toBeVisible()
    await expectAccessible(page, `drafts of ${collection} at 360`)
    expect(await sidewaysScroll(page)).toBe(0)
    await chooseFromMenu(row('দ্বিতীয়'), entriesCopy['draft.delete'])
    await expect(row('দ্বিতীয়')).toHaveCount(0)
    await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
    await expect(row('দ্বিতীয়')).toBeVisible()
    await chooseFromMenu(row('দ্বিতীয়'), entriesCopy['draft.delete'])
    await expect(row('দ্বিতীয়')).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
    await chooseFromMenu(row('সংশোধিত'), entriesCopy['draft.publish'])
    await expect(list).toHaveCount(0)
    const shown = await school.admin.listEntries({ params })
    expect(shown).toMatchObject([{ title: 'প্রথম, সংশোধিত' }])
  })
}

test('a draft that is restored from the trash is not called discarded any more', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.createEntry({ params: notices, body: { title: 'রুটিন', status: 'draft' } })
  await signIn(page, `${school.url}/admin/dashboard/published?state=draft`)
  await chooseFromMenu(page.locator('.drafts > li'), entriesCopy['draft.delete'])
  const toasts = page.locator('.toast')
  await expect(toasts).toContainText(entriesCopy['draft.deleted'])
  await openTab(page, 'মুছে ফেলা')
  await page.getByRole('button', { name: /ফিরিয়ে আনুন ?: রুটিন/ }).click()
  await expect(page.getByRole('button', { name: /ফিরিয়ে আনুন ?: রুটিন/ })).toHaveCount(0)
  await expect(toasts.filter({ hasText: entriesCopy['draft.deleted'] })).toHaveCount(0)
})

test.describe('a change of a published notice', () => {
  const rowOf = (page: Page) => page.getByRole('row', { name: /রুটিন/ })
  const openChange = async (page: Page) => {
    await openEntry(rowOf(page))
    return page.getByRole('dialog')
  }
  const titleIn = (dialog: Locator) => dialog.getByLabel('শিরোনাম', { exact: true })
  const publish = ({ admin }: SchoolServer) =>
    admin.createEntry({ params: notices, body: { title: 'রুটিন', body: 'আগের লেখা' } })
  const shownTitles = async ({ admin }: SchoolServer) =>
    (await admin.listEntries({ params: notices })).map(({ title }) => title)

  test('is kept while it is typed, and another device goes on with it', async ({
    page,
    school,
    signIn,
    browser,
  }) => {
    const { _id: id } = await publish(school)
    const params = { ...notices, id }
    await signIn(page, school.url + NOTICES)
    const dialog = await openChange(page)
    await titleIn(dialog).fill('রুটিন, নতুন')
    const file = await smallPhoto(page, 'নতুন.png', { color: 'red' })
    await dialog.locator('input[type=file]').first().setInputFiles(file)
    await expect(dialog.getByText(saved)).toBeVisible()
    await expect
      .poll(() => school.admin.getDraft({ params }))
      .toMatchObject({ title: 'রুটিন, নতুন', fileName: expect.stringMatching(/^নতুন/) })
    expect(await shownTitles(school)).toEqual(['রুটিন'])

    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const phone = await context.newPage()
    await signIn(phone, school.url + NOTICES)
    await expect(rowOf(phone).getByText(entriesCopy['change.badge'])).toBeVisible()
    const onPhone = await openChange(phone)
    await expect(onPhone.getByText(entriesCopy['change.resumed'])).toBeVisible()
    await expect(titleIn(onPhone)).toHaveValue('রুটিন, নতুন')
    await expect(onPhone).toContainText('নতুন.')
    await expectAccessible(phone, 'a change at 360')
    await onPhone.getByLabel('লেখা', { exact: true }).fill('ফোনে লেখা')
    await expect.poll(() => school.admin.getDraft({ params })).toHaveProperty('body', 'ফোনে লেখা')

    // The later write of the first device does not overwrite it.
    await titleIn(dialog).fill('রুটিন, আরও নতুন')
    await expect(dialog.getByText(entriesCopy['draft.elsewhere'])).toBeVisible()
    const save = dialog.getByRole('button', { name: 'সংরক্ষণ করুন' })
    await save.click()
    await expect(dialog.getByText(adminCopy['dialog.conflict'])).toBeVisible()
    await dialog.getByRole('button', { name: adminCopy['dialog.conflict.reload'] }).click()
    await expect(dialog.getByLabel('লেখা', { exact: true })).toHaveValue('ফোনে লেখা')
    await expect(titleIn(dialog)).toHaveValue('রুটিন, আরও নতুন')
    await save.click()
    await expect(dialog).toHaveCount(0)
    expect(await school.admin.listEntries({ params: notices })).toMatchObject([
      { title: 'রুটিন, আরও নতুন', excerpt: 'ফোনে লেখা', fileName: expect.stringMatching(/^নতুন/) },
    ])
    await expect(rowOf(page).getByText(entriesCopy['change.badge'])).toHaveCount(0)
    await expect(school.admin.getDraft({ params })).rejects.toMatchObject({ status: 404 })
    await context.close()
  })

  test('is discarded by its button, or by the cancel button while it is new', async ({
    page,
    school,
    signIn,
  }) => {
    const { _id: id } = await publish(school)
    const params = { ...notices, id }
    const isKept = () =>
      school.admin.getDraft({ params }).then(
        () => true,
        () => false,
      )
    await signIn(page, school.url + NOTICES)
    const dialog = await openChange(page)
    await titleIn(dialog).fill('অন্য')
    await expect(dialog.getByText(saved)).toBeVisible()
    await dialog.getByRole('button', { name: 'বাতিল' }).click()
    await expect.poll(isKept).toBe(false)

    await openChange(page)
    await titleIn(dialog).fill('অন্য')
    await expect(dialog.getByText(saved)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page).getByText(entriesCopy['change.badge'])).toBeVisible()

    await openChange(page)
    await expect(titleIn(dialog)).toHaveValue('অন্য')
    await dialog.getByRole('button', { name: entriesCopy['draft.delete'] }).click()
    const question = page.getByRole('dialog', { name: entriesCopy['draft.discard.change'] })
    await question.getByRole('button', { name: entriesCopy['draft.discard.yes'] }).click()
    await expect(titleIn(dialog)).toHaveValue('রুটিন')
    await expect(dialog.getByText(entriesCopy['change.resumed'])).toHaveCount(0)
    expect(await isKept()).toBe(false)
    await page.keyboard.press('Escape')
    await expect(rowOf(page).getByText(entriesCopy['change.badge'])).toHaveCount(0)
    expect(await shownTitles(school)).toEqual(['রুটিন'])
  })

  test('is kept although the response to a request is lost', async ({ page, school, signIn }) => {
    await publish(school)
    await signIn(page, school.url + NOTICES)
    const dialog = await openChange(page)
    let isLost = false
    await page.route('**/api/notices/*', async (route) => {
      if (isLost || route.request().method() !== 'PUT') return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await titleIn(dialog).fill('রুটিন, নতুন')
    await expect(dialog.getByText(entriesCopy['draft.offline'])).toBeVisible()
    await titleIn(dialog).fill('রুটিন, আরও নতুন')
    await expect(dialog.getByText(saved)).toBeVisible()
    await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await shownTitles(school)).toEqual(['রুটিন, আরও নতুন'])
  })
})

test('what a clerk publishes or changes waits for approval', async ({ page, school }) => {
  const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
  await school.admin.updateSettings({ body: { ...settings, approval: true } })
  await school.admin.createAdmin({
    body: { ...CLERK, role: 'clerk', currentPassword: ADMIN.password },
  })
  await school.admin.createEntry({ params: notices, body: { title: 'রুটিন', body: 'আগের' } })
  await page.goto(`${school.url}/admin`)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(CLERK.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(CLERK.password)
  await page.getByRole('button', { name: /Login/ }).click()
  await page.waitForURL(/\/admin\/dashboard/)
  await page.goto(school.url + NOTICES)

  await page.getByLabel('শিরোনাম', { exact: true }).fill('কাল ছুটি')
  await page.getByLabel('লেখা', { exact: true }).fill('কাল বিদ্যালয় বন্ধ।')
  await page.getByRole('button', { name: entriesCopy['draft.submit'] }).click()
  await expect(page.getByText(entriesCopy['draft.sent'])).toBeVisible()
  await openTab(page, 'অপেক্ষায় ১')
  const list = page.locator('.drafts')
  await expect(list).toContainText(entriesCopy['draft.badge.waiting'])
  await openTab(page, 'সব ১')

  await page.getByRole('button', { name: 'রুটিন', exact: true }).click()
  const edit = page.getByRole('dialog')
  await edit.getByLabel('শিরোনাম', { exact: true }).fill('নতুন রুটিন')
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(page.getByRole('row', { name: /রুটিন/ })).toContainText('পরিবর্তন অপেক্ষায়')
  await openTab(page, 'অপেক্ষায় ২')
  await expect(list).toContainText(entriesCopy['draft.badge.changes'])
  const shown = await school.admin.listEntries({ params: notices })
  expect(shown.map(({ title }) => title)).toEqual(['রুটিন'])

  await page.goto(`${school.url}/admin/dashboard`)
  const todo = page.getByRole('region', { name: 'এখন যা করার আছে' })
  await expect(todo).toContainText('২টি প্রধান শিক্ষকের অপেক্ষায়')
  await expect(todo).not.toContainText('কাল ছুটি')
})

const CLERK = { username: 'করণিক', password: 'another long password' }
