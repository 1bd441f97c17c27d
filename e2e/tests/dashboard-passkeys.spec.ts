import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { ADMIN, type SchoolServer } from '../support/school-server.ts'
import { signInThroughForm } from '../support/sign-in.ts'

const ACCOUNT = '/admin/dashboard/account?tab=login'
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

/** A host that is a name: passkeys do not work at IP addresses. */
async function withPublicUrl(school: SchoolServer): Promise<string> {
  const { origin } = new URL(school.url.replace('127.0.0.1', 'localhost'))
  await school.stop()
  await school.start({ PUBLIC_URL: origin })
  return origin
}

/** A phone that checks its owner's finger. */
async function addPhone(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'পাসকি: পাসওয়ার্ড ছাড়া লগইন' })
const welcome = (page: Page) => page.getByRole('heading', { name: 'স্বাগতম' })

async function addPasskey(page: Page, name: string): Promise<void> {
  await cardOf(page).getByRole('button', { name: 'এই ফোন বা কম্পিউটার যোগ করুন' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('পাসকির নাম').fill(name)
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(cardOf(page).getByText(name, { exact: true })).toBeVisible()
}

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a passkey signs in without a password, and the password alone no longer does', async ({
  page,
  school,
}) => {
  const url = await withPublicUrl(school)
  const { cdp, authenticatorId } = await addPhone(page)
  await page.goto(url + ACCOUNT)
  await signInThroughForm(page)
  await expect(cardOf(page)).toContainText('এখনো কোনো পাসকি নেই।')

  await cardOf(page).getByRole('button', { name: 'এই ফোন বা কম্পিউটার যোগ করুন' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('পাসকির নাম')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('লিনাক্স কম্পিউটার, গুগল ক্রোম')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `adding a passkey, ${size.width}`)
  }
  await name.fill('অফিসের ফোন')
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('বর্তমান পাসওয়ার্ড সঠিক নয়।')).toBeVisible()
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('region', { name: 'নতুন একবারের কোড' })
  await expect(codes).toBeFocused()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expect(cardOf(page)).toContainText('এখনো ব্যবহার হয়নি')
  await codes.getByRole('button', { name: 'লিখে নিয়েছি' }).click()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `the account with a passkey, ${size.width}`)
  }

  // The same device cannot be added twice.
  await cardOf(page).getByRole('button', { name: 'এই ফোন বা কম্পিউটার যোগ করুন' }).click()
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('এই ফোন বা কম্পিউটারের পাসকি আগেই যোগ করা আছে।')
  await dialog.getByRole('button', { name: 'না, থাক' }).click()

  await page.context().clearCookies()
  await page.goto(`${url}/admin/login`)
  const button = page.getByRole('button', { name: 'পাসকি দিয়ে লগইন' })
  await expect(button).toBeFocused()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `signing in with a passkey, ${size.width}`)
  }
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.keyboard.press('Enter')
  await expect(page.getByText('পাসকির কাজটি শেষ হয়নি। আবার চেষ্টা করুন।')).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()
  await page.goto(url + ACCOUNT)
  await expect(cardOf(page)).toContainText('শেষ ব্যবহার')
  await expect(page.getByText('দুই ধাপে', { exact: true })).toBeVisible()

  // A browser that has not used it yet asks for the password first.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/admin/login`)
  await expect(button).toHaveCount(0)
  await typePassword(page)
  await expect(page.getByText('এই অ্যাকাউন্টে শুধু পাসওয়ার্ডে লগইন করা যায় না।')).toBeVisible()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()

  await page.goto(url + ACCOUNT)
  await cardOf(page)
    .getByRole('button', { name: /^সরান.*অফিসের ফোন$/ })
    .click()
  await expect(dialog).toContainText('এরপর শুধু পাসওয়ার্ডেই লগইন করা যাবে')
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('“অফিসের ফোন” পাসকি সরানো হয়েছে।')).toBeVisible()
  await expect(cardOf(page).getByRole('heading')).toBeFocused()
  await page.context().clearCookies()
  await page.goto(`${url}/admin/login`)
  await page.getByRole('button', { name: 'পাসকি দিয়ে লগইন' }).click()
  await expect(page.getByText('পাসকি দিয়ে লগইন করা যায়নি।')).toBeVisible()
  await typePassword(page)
  await expect(welcome(page)).toBeVisible()
})

test('a passkey continues the work after the session has ended', async ({ page, school }) => {
  const url = await withPublicUrl(school)
  await addPhone(page)
  await page.goto(url + ACCOUNT)
  await signInThroughForm(page)
  await addPasskey(page, 'আমার ফোন')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'নতুন ১০টি কোড বানান' }).click()
  const renewal = page.getByRole('dialog', { name: 'নতুন একবারের কোড বানাবেন?' })
  await renewal.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'আবার লগইন করুন' })
  await asked.getByRole('button', { name: 'পাসকি দিয়ে লগইন' }).click()
  await expect(page.getByRole('region', { name: 'নতুন একবারের কোড' })).toBeFocused()
})

test('says where passkeys work, and how to sign in without them', async ({
  page,
  browser,
  school,
  signIn,
}) => {
  await signIn(page, school.url + ACCOUNT)
  await expect(cardOf(page)).toContainText('এখানে আঙুলের ছাপে লগইন এখনো চালু নয়।')
  // Only what to tell the operator.
  await expect(cardOf(page).getByRole('button')).toHaveText(['বার্তা কপি করুন'])

  const url = await withPublicUrl(school)
  await page.reload()
  await expect(cardOf(page)).toContainText(`পাসকি চলে শুধু ${url} ঠিকানায়।`)
  await expect(cardOf(page).getByRole('button')).toHaveCount(0)

  const other = await (await browser.newContext()).newPage()
  await addPhone(other)
  await other.goto(url + ACCOUNT)
  await signInThroughForm(other)
  await addPasskey(other, 'আমার ফোন')
  const oneTime = await other
    .getByRole('region', { name: 'নতুন একবারের কোড' })
    .getByRole('listitem')
    .first()
    .innerText()

  const old = await (await browser.newContext()).newPage()
  await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await old.goto(`${url}/admin/login`)
  await typePassword(old)
  await expect(old.getByText('কিন্তু এখানে পাসকি চলে না।')).toBeVisible()
  await expect(old.getByRole('button', { name: 'পাসকি দিয়ে লগইন' })).toHaveCount(0)
  await expect(old.getByLabel('কোড', { exact: true })).toBeFocused()
  await old.keyboard.type(oneTime)
  await old.keyboard.press('Enter')
  await expect(welcome(old)).toBeVisible()
  await old.goto(url + ACCOUNT)
  await expect(cardOf(old)).toContainText('এই ব্রাউজারে পাসকি চলে না।')
})
