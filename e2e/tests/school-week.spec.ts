import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { Browser, Page } from '@playwright/test'
import { openEntry } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { ADMIN } from '../support/school-server.ts'
import { openTab, sidebar } from '../support/sidebar.ts'

const DASHBOARD = '/admin/dashboard'
const NOTICES = `${DASHBOARD}/createNotice`
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const OFFICE_PC = { viewport: { width: 1366, height: 768 } }
const CLERK = { username: 'rahima', password: 'নদীর ধারে শাপলা ফুল' }
const EDITOR = { username: 'shirin', password: 'বকুলতলার সবুজ মাঠ' }
const OWN = 'শাপলা ফুল আর নদীর জল'

async function openPage(browser: Browser, device: object): Promise<Page> {
  return (await browser.newContext(device)).newPage()
}

async function typeSignIn(page: Page, url: string, admin: typeof CLERK): Promise<void> {
  await page.goto(url)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(admin.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function addColleague(page: Page, person: typeof CLERK, role: string): Promise<void> {
  await page.getByRole('button', { name: 'নতুন অ্যাডমিন যোগ করুন' }).click()
  const dialog = page.getByRole('dialog', { name: 'নতুন অ্যাডমিন' })
  await dialog.getByLabel('তাঁর ব্যবহারকারীর নাম').fill(person.username)
  await dialog.getByLabel('তাঁর পাসওয়ার্ড').fill(person.password)
  await dialog.getByLabel('ভূমিকা').selectOption(role)
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'যোগ করুন' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: person.username })).toBeVisible()
}

const title = (page: Page) => page.getByLabel('শিরোনাম', { exact: true })
const text = (page: Page) => page.getByLabel('লেখা', { exact: true })
const drafts = (page: Page) => page.locator('.drafts')
const row = (page: Page, name: string) =>
  drafts(page).getByRole('listitem').filter({ hasText: name })
const approve = (page: Page) => page.getByRole('button', { name: 'অনুমোদন', exact: true })

test('a head with a phone, an editor and a clerk work through a week', async ({
  page: head,
  browser,
  school,
  signIn,
}) => {
  test.setTimeout(240_000)
  const { url } = school
  const visitor = createHttpApi(fetchSend(url))
  const shown = async () =>
    (await visitor.listEntries({ params: { collection: 'notices' } })).map((one) => one.title)
  const clerk = await openPage(browser, OFFICE_PC)
  const editor = await openPage(browser, OFFICE_PC)
  const parent = await openPage(browser, PHONE)
  await head.setViewportSize(PHONE.viewport)

  await test.step('Sunday: the head adds two colleagues and wants to approve', async () => {
    await signIn(head, `${url}${DASHBOARD}/account?tab=colleagues`)
    await addColleague(head, CLERK, 'clerk')
    await addColleague(head, EDITOR, 'editor')
    await head.getByRole('button', { name: 'অনুমোদন চালু করুন' }).click()
    await expect(head.getByText('এখন চালু আছে।')).toBeVisible()
  })

  await test.step('Monday: the clerk writes, the power fails, and the notice waits', async () => {
    await typeSignIn(clerk, url + NOTICES, CLERK)
    await title(clerk).fill('অভিভাবক সভা')
    await text(clerk).fill('শনিবার সকাল ১০টায়।')
    await expect(clerk.getByText(entriesCopy['draft.saved'])).toBeVisible()
    await clerk.reload()
    await expect(title(clerk)).toHaveValue('অভিভাবক সভা')
    await clerk.getByRole('button', { name: entriesCopy['draft.submit'] }).click()
    await openTab(clerk, 'অপেক্ষায় ১')
    await expect(row(clerk, 'অভিভাবক সভা')).toContainText(entriesCopy['draft.badge.waiting'])
    expect(await shown()).toEqual([])
  })

  await test.step('Monday: the head sends it back from the phone, and approves it then', async () => {
    await head.goto(url + DASHBOARD)
    await expect(
      head
        .getByRole('main')
        .getByText(/অনুমোদনের অপেক্ষায়/)
        .first(),
    ).toBeVisible()
    await head.goto(`${url}${DASHBOARD}/approval`)
    const card = head.getByRole('article')
    await card.getByRole('button', { name: 'ফেরত', exact: true }).click()
    await card.getByLabel('কী ঠিক করতে হবে').fill('কোন শ্রেণির জন্য, লিখুন।')
    await card.getByRole('button', { name: 'ফেরত পাঠান' }).click()
    await expect(head.getByText(approvalCopy['approval.empty'])).toBeVisible()

    // The home leads to it, and the sentence stays beside the fields.
    await clerk.goto(url + DASHBOARD)
    await clerk.getByRole('link', { name: /ফেরত এসেছে: অভিভাবক সভা/ }).click()
    await expect(row(clerk, 'অভিভাবক সভা')).toContainText('কোন শ্রেণির জন্য, লিখুন।')
    await openEntry(row(clerk, 'অভিভাবক সভা'))
    const edit = clerk.getByRole('dialog')
    await expect(edit).toContainText('কোন শ্রেণির জন্য, লিখুন।')
    await title(clerk).last().fill('নবম শ্রেণির অভিভাবক সভা')
    await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
    await row(clerk, 'নবম').getByRole('button', { name: entriesCopy['draft.submit'] }).click()
    await openTab(clerk, 'অপেক্ষায় ১')
    await expect(row(clerk, 'নবম')).toContainText(entriesCopy['draft.badge.waiting'])

    await head.reload()
    await expect(head.getByRole('heading', { name: 'নবম শ্রেণির অভিভাবক সভা' }).first()).toBeVisible()
    await approve(head).click()
    await expect(head.getByText(approvalCopy['approval.empty'])).toBeVisible()
    expect(await shown()).toEqual(['নবম শ্রেণির অভিভাবক সভা'])
    await parent.goto(url)
    await parent.getByRole('link', { name: 'নবম শ্রেণির অভিভাবক সভা' }).first().click()
    await expect(parent.getByText('শনিবার সকাল ১০টায়।')).toBeVisible()
  })

  await test.step('Tuesday: a change waits, while parents read the notice as it was', async () => {
    await clerk.goto(url + NOTICES)
    await clerk.getByRole('button', { name: /^নবম শ্রেণির/ }).click()
    const edit = clerk.getByRole('dialog')
    await edit.getByLabel('লেখা', { exact: true }).fill('শনিবার বিকাল ৩টায়।')
    await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
    await openTab(clerk, 'অপেক্ষায় ১')
    await expect(drafts(clerk)).toContainText(entriesCopy['draft.badge.changes'])
    await parent.reload()
    await expect(parent.getByText('শনিবার সকাল ১০টায়।')).toBeVisible()
    await head.goto(`${url}${DASHBOARD}/approval`)
    await approve(head).click()
    await expect(head.getByText(approvalCopy['approval.empty'])).toBeVisible()
    await parent.reload()
    await expect(parent.getByText('শনিবার বিকাল ৩টায়।')).toBeVisible()
  })

  await test.step('Wednesday: the editor publishes without asking', async () => {
    await typeSignIn(editor, url + NOTICES, EDITOR)
    await title(editor).fill('কাল বিদ্যালয় বন্ধ')
    await text(editor).fill('বৃষ্টির জন্য কাল বিদ্যালয় বন্ধ থাকবে।')
    await editor.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await expect.poll(shown).toEqual(['কাল বিদ্যালয় বন্ধ', 'নবম শ্রেণির অভিভাবক সভা'])
    await expect(
      sidebar(editor).getByRole('link', { name: 'অপেক্ষায়', includeHidden: true }),
    ).toHaveCount(0)
  })

  await test.step('Thursday: the clerk has forgotten her password', async () => {
    await clerk.context().clearCookies()
    await head.goto(`${url}${DASHBOARD}/account?tab=colleagues`)
    await head.getByRole('button', { name: /পাসওয়ার্ড বদলে দিন ?: rahima/ }).click()
    const dialog = head.getByRole('dialog', { name: 'নতুন পাসওয়ার্ড বানাবেন?' })
    await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'নতুন পাসওয়ার্ড বানান' }).click()
    const secret = head.getByRole('region', { name: 'rahima: নতুন পাসওয়ার্ড' })
    const password = await secret.locator('output').innerText()
    await secret.getByRole('button', { name: 'লিখে নিয়েছি' }).click()
    await typeSignIn(clerk, url + NOTICES, { username: CLERK.username, password })
    await clerk.getByLabel('বর্তমান পাসওয়ার্ড').fill(password)
    await clerk.getByLabel('নতুন পাসওয়ার্ড', { exact: true }).fill(OWN)
    await clerk.getByLabel('নতুন পাসওয়ার্ড আবার লিখুন').fill(OWN)
    await clerk.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click()
    await expect(clerk.getByLabel('শিরোনাম', { exact: true })).toBeVisible()
  })

  await test.step('Saturday: the head reads who did what, and lets the clerk publish', async () => {
    await head.goto(`${url}${DASHBOARD}/activity`)
    const main = head.getByRole('main')
    await expect(main).toContainText('নবম শ্রেণির অভিভাবক সভা')
    await expect(main).toContainText('rahima')
    await expect(main).toContainText('shirin')
    await head.goto(`${url}${DASHBOARD}/account?tab=colleagues`)
    await head.getByRole('button', { name: 'অনুমোদন বন্ধ করুন' }).click()
    await clerk.goto(url + NOTICES)
    await title(clerk).fill('বিজয় দিবস')
    await text(clerk).fill('সকাল ৮টায় পতাকা উত্তোলন।')
    await clerk.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await expect.poll(shown).toContain('বিজয় দিবস')
  })
})
