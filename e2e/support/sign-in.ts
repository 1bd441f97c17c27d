import type { Credentials } from '@bidyaloy/shared/school/admin-session'
import type { Page } from '@playwright/test'
import { ADMIN } from './school-server.ts'

/** Signs in through the visible form; resolves in the dashboard. */
export async function signInThroughForm(
  page: Page,
  { username, password }: Credentials = ADMIN,
): Promise<void> {
  await page.getByLabel('ব্যবহারকারীর নাম').fill(username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(password)
  await page.getByRole('button', { name: /Login/ }).click()
  await page.waitForURL(/\/admin\/dashboard/)
}
