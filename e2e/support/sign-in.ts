import type { Page } from '@playwright/test'
import { ADMIN } from './school-server.ts'

/** Signs in through the visible form; resolves in the dashboard. */
export async function signInThroughForm(page: Page): Promise<void> {
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: /Login/ }).click()
  await page.waitForURL(/\/admin\/dashboard/)
}
