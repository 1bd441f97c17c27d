import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { expect } from '@playwright/test'
import { test } from '../support/desktop-fixtures.ts'
import { connect, signIn } from '../support/desktop-walks.ts'
import { ADMIN, type SchoolServer } from '../support/school-server.ts'
import { openScreen, openTab } from '../support/sidebar.ts'

const NOTICES = { collection: 'notices' } as const
const CLERK = { username: 'rahima', password: 'নদীর ধারে শাপলা ফুল' }

/** Switches approval on. */
async function withApproval({ admin }: SchoolServer): Promise<void> {
  await admin.createAdmin({ body: { ...CLERK, role: 'clerk', currentPassword: ADMIN.password } })
  const { __v, pictures, updatedAt, ...settings } = await admin.getSettings()
  await admin.updateSettings({ body: { ...settings, approval: true } })
}

const shown = async ({ url }: SchoolServer) => {
  const entries = await createHttpApi(fetchSend(url)).listEntries({ params: NOTICES })
  return entries.map(({ title }) => title)
}

test('what a clerk writes offline waits for approval once it has arrived', async ({
  desktopApp: { page },
  school,
}) => {
  await withApproval(school)
  await connect(page, school.url)
  await signIn(page, CLERK)
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toBeVisible()
  await school.stop()
  await page.getByLabel('শিরোনাম', { exact: true }).fill('বার্ষিক ক্রীড়া')
  await page.getByLabel('লেখা', { exact: true }).fill('শনিবার সকাল ৯টায়।')
  await page.getByRole('button', { name: entriesCopy['draft.submit'] }).click()
  await expect(page.locator('.toast')).toContainText('এই কম্পিউটারে জমা আছে')

  await school.start()
  const waiting = () => school.admin.listEntries({ params: NOTICES, query: { state: 'waiting' } })
  await expect
    .poll(async () => (await waiting()).map(({ title }) => title), { timeout: 30_000 })
    .toEqual(['বার্ষিক ক্রীড়া'])
  expect(await shown(school)).toEqual([])
  await page.reload()
  await openTab(page, 'অপেক্ষায় ১')
  await expect(page.locator('.drafts')).toContainText(entriesCopy['draft.badge.waiting'])
})

test('a head reads what waits, and approves it in the program', async ({
  desktopApp: { page },
  school,
}) => {
  await withApproval(school)
  await school.admin.createEntry({
    params: NOTICES,
    body: { title: 'কাল ছুটি', body: 'বৃষ্টির জন্য।', status: 'waiting' },
  })
  await connect(page, school.url)
  await signIn(page)
  await openScreen(page, 'অপেক্ষায় ১টি')
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { name: 'কাল ছুটি' })).toBeVisible()
  // The page itself opens in the system's browser.
  await expect(card.getByText('বৃষ্টির জন্য।')).toBeVisible()
  const preview = card.getByRole('link', { name: approvalCopy['approval.preview.open'] })
  await expect(preview).toHaveAttribute('href', /\/preview\//)
  await card.getByRole('button', { name: 'অনুমোদন', exact: true }).click()
  await expect(page.getByText(approvalCopy['approval.empty'])).toBeVisible()
  expect(await shown(school)).toEqual(['কাল ছুটি'])
})
