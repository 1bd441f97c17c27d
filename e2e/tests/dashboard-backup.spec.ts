import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { ADMIN } from '../support/school-server.ts'

const BACKUP = '/admin/dashboard/backup'

const running = (page: Page) => page.getByRole('progressbar')

/** Restores a backup in the open dialog. */
async function confirm(page: Page, word = 'পুনরুদ্ধার') {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/পুনরুদ্ধার/).fill(word)
  await dialog
    .getByLabel(/পাসওয়ার্ড/)
    .first()
    .fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(dialog).toHaveCount(0)
}

test('makes, verifies, downloads and restores a backup, then undoes the restore', async ({
  page,
  school,
  signIn,
}) => {
  // A restore ends all other sessions.
  const visitor = createHttpApi(fetchSend(school.url))
  const titles = async () =>
    (await visitor.listEntries({ params: { collection: 'notices' } })).map(({ title }) => title)
  await publish(school.admin, 'notices', 'আগের নোটিশ')
  await signIn(page, school.url + BACKUP)
  await page.getByRole('button', { name: 'এখনই ব্যাকআপ নিন' }).click()
  await expect(page.getByText(/ব্যাকআপ তৈরি হয়েছে/)).toBeVisible()

  await page.getByRole('button', { name: /পরীক্ষা করুন/ }).click()
  await expect(page.getByText(/সম্পূর্ণ ও অক্ষত/)).toBeVisible()

  await page
    .getByRole('main')
    .getByRole('button', { name: /ডাউনলোড/ })
    .click()
  const asking = page.getByRole('dialog')
  const password = asking.getByLabel(/পাসওয়ার্ড/).first()
  await password.fill('not this one')
  await asking.getByRole('button', { name: 'ডাউনলোড' }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'before a download')
  await password.fill(ADMIN.password)
  const download = page.waitForEvent('download')
  await asking.getByRole('button', { name: 'ডাউনলোড' }).click()
  const file = await (await download).path()
  expect((await download).suggestedFilename()).toMatch(/^bidyaloy-.+-manual\.zip$/)
  await expect(asking).toHaveCount(0)

  await page.getByLabel('ব্যাকআপ ফাইল বেছে নিন').setInputFiles(file)
  await page.getByRole('button', { name: 'সার্ভারে তুলুন' }).click()
  await password.fill(ADMIN.password)
  await asking.getByRole('button', { name: 'সার্ভারে তুলুন' }).click()
  await expect(page.getByText(`এনেছেন ${ADMIN.username}`)).toBeVisible()

  await publish(school.admin, 'notices', 'পরের নোটিশ')
  await page
    .getByRole('button', { name: /ফিরিয়ে আনুন/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(dialog.getByText('শব্দটি হুবহু লিখুন।')).toBeVisible()
  await expectAccessible(page, 'before a restore')
  // As typed with Bijoy.
  await confirm(page, 'cybiæ×vi')
  const undo = page.getByRole('button', { name: 'আগের অবস্থায় ফিরে যান' })
  await expect(undo).toBeVisible()
  await expect(running(page)).toHaveCount(0)
  expect(await titles()).toEqual(['আগের নোটিশ'])

  await undo.click()
  await confirm(page)
  await expect.poll(titles).toEqual(['পরের নোটিশ', 'আগের নোটিশ'])
})
