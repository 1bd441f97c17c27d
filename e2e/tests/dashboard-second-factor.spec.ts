import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { ADMIN } from '../support/school-server.ts'
import { totpCode } from '../support/totp-code.ts'

const ACCOUNT = '/admin/dashboard/account?tab=login'
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

async function typePassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/login`)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('কোড', { exact: true })).toBeFocused()
}

test('asks for a code of the app, or a one-time code, from the day it is switched on', async ({
  page,
  browser,
  school: { url },
  signIn,
}) => {
  await signIn(page, url + ACCOUNT)
  const card = page.getByRole('region', { name: 'দুই ধাপে লগইন: ফোনের ৬ অঙ্কের কোড' })
  await expect(card).toContainText('এখন বন্ধ আছে')
  await card.getByRole('button', { name: 'দুই ধাপ চালু করুন' }).click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByRole('img', { name: 'Google Authenticator-এর জন্য কিউআর কোড' }),
  ).toBeVisible()
  const code = dialog.getByLabel('৬ অঙ্কের কোড')
  await expect(dialog.getByRole('heading')).toBeFocused()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `setting up a code app, ${size.width}`)
  }
  const secret = (await dialog.locator('.totp b').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('কোডটি ঠিক নয়')).toBeVisible()
  const used = totpCode(secret)
  await code.fill(used)
  await page.keyboard.press('Enter')

  const codes = page.getByRole('region', { name: 'নতুন একবারের কোড' })
  await expect(codes).toBeFocused()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const oneTime = await codes.getByRole('listitem').first().innerText()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `one-time codes, ${size.width}`)
  }
  await codes.getByRole('button', { name: 'লিখে নিয়েছি' }).click()
  await expect(page.getByText(oneTime)).toHaveCount(0)
  await expect(page.getByText('১০টির মধ্যে ১০টি বাকি আছে।')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await typePassword(other, url)
  await expectAccessible(other, 'signing in with a code')
  const field = other.getByLabel('কোড', { exact: true })
  await field.fill(used)
  await other.keyboard.press('Enter')
  // It has switched the factor on.
  await expect(other.getByText('কোডটি ঠিক নয়')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(oneTime)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()
  await other.goto(url + ACCOUNT)
  await expect(other.getByText('১০টির মধ্যে ৯টি বাকি আছে।')).toBeVisible()
  await expect(other.getByText('দুই ধাপে', { exact: true })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'দুই ধাপ বন্ধ করুন' }).click()
  await page.getByRole('dialog').getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('দুই ধাপে লগইন বন্ধ হয়েছে।')).toBeVisible()
  await expect(card).toContainText('এখন বন্ধ আছে')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('opens the code app by a link, or copies its key, and folds the picture for other phones', async ({
    page,
    school: { url },
    signIn,
  }) => {
    await signIn(page, url + ACCOUNT)
    await page.getByRole('button', { name: 'দুই ধাপ চালু করুন' }).tap()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toBeInViewport()
    await expect(dialog).toContainText('Google Authenticator')
    const secret = (await dialog.locator('.totp b').innerText()).replaceAll(' ', '')
    const link = dialog.getByRole('link', { name: 'অ্যাপে খুলুন' })
    const address = await link.getAttribute('href')
    expect(address).toMatch(/^otpauth:\/\/totp\/[^:]+:admin\?/)
    expect(new URL(address ?? '').searchParams.get('secret')).toBe(secret)
    await dialog.getByRole('button', { name: 'চাবি কপি করুন' }).tap()
    await expect(dialog.getByRole('status')).toHaveText('কপি করা হয়েছে।')
    const picture = dialog.getByRole('img', { name: 'Google Authenticator-এর জন্য কিউআর কোড' })
    await expect(picture).toBeHidden()
    await expectAccessible(page, 'setting up a code app on a phone')
    await dialog.getByText('অন্য ফোনে বসাতে ছবিটি দেখুন').tap()
    await expect(picture).toBeVisible()
  })
})
