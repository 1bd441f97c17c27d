import { CLERK, withApproval } from '../support/approval.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { ADMIN, signedInApi } from '../support/school-server.ts'
import { openUserMenu } from '../support/sidebar.ts'
import { signInThroughForm } from '../support/sign-in.ts'

const ACCOUNT = '/admin/dashboard/account'
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

test('signs out one device, and all other devices at once', async ({
  page,
  browser,
  school: { url },
}) => {
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/115.0.0.0 Mobile Safari/537.36',
  })
  const onPhone = await phone.newPage()
  await onPhone.goto(`${url}/admin/login`)
  await signInThroughForm(onPhone)
  await signedInApi(url)
  await page.goto(`${url}/admin/login`)
  await signInThroughForm(page)
  await openUserMenu(page)
  await page.locator('.admin__me').getByRole('link', { name: 'অ্যাকাউন্ট' }).click()
  await page.getByRole('link', { name: 'লগইন', exact: true }).click()
  const devices = page.getByRole('region', { name: 'যে ফোন ও কম্পিউটারে লগইন চালু আছে' })
  const lines = devices.getByRole('listitem')
  // Two sessions of the test, the phone's and this one.
  await expect(lines).toHaveCount(4)
  await expect(lines.first()).toContainText('এই ফোন বা কম্পিউটার')

  await devices
    .getByRole('button', { name: /^লগইন বন্ধ করুন ?: অ্যান্ড্রয়েড ফোন বা ট্যাব, গুগল ক্রোম/ })
    .click()
  await expect(page.getByText('অ্যান্ড্রয়েড ফোন বা ট্যাব, গুগল ক্রোম: লগইন বন্ধ করা হয়েছে।')).toBeVisible()
  await expect(lines).toHaveCount(3)
  // The next row has moved up.
  await expect(devices.getByRole('button', { name: /^লগইন বন্ধ করুন/ }).last()).toBeFocused()
  await onPhone.goto(url + ACCOUNT)
  await expect(onPhone.getByRole('heading', { name: 'অ্যাডমিন লগইন' })).toBeVisible()
  await phone.close()

  await devices.getByRole('button', { name: 'অন্য সব জায়গায় লগইন বন্ধ করুন' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('অন্য ২টি ফোন বা কম্পিউটারে')
  await expect(dialog.getByRole('button', { name: 'না, থাক' })).toBeFocused()
  await dialog.getByRole('button', { name: 'অন্য সব জায়গায় লগইন বন্ধ করুন' }).click()
  await expect(lines).toHaveCount(1)
  await expect(page.getByText('অন্য কোনো ফোন বা কম্পিউটারে লগইন চালু নেই।')).toBeVisible()
})

test('adds a second admin after a password check, and disables the account', async ({
  page,
  browser,
  school: { url },
  signIn,
}) => {
  await signIn(page, `${url}${ACCOUNT}?tab=colleagues`)
  const add = page.getByRole('button', { name: 'নতুন অ্যাডমিন যোগ করুন' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'নতুন অ্যাডমিন' })
  const username = dialog.getByLabel('তাঁর ব্যবহারকারীর নাম')
  const own = dialog.getByLabel('আপনার নিজের পাসওয়ার্ড')
  const submit = dialog.getByRole('button', { name: 'যোগ করুন' })
  const shownName = dialog.getByLabel('যে নামে দেখা যাবে')
  await expect(shownName).toBeFocused()
  await shownName.fill('রহিমা খাতুন')
  await submit.click()
  await expect(dialog.getByText('এই ঘরটি পূরণ করুন।').first()).toBeVisible()
  await username.fill(ADMIN.username)
  await dialog.getByLabel('তাঁর পাসওয়ার্ড').fill('নদীর ধারে শাপলা ফুল')
  await own.fill('not mine at all')
  await submit.click()
  await expect(dialog.getByText('বর্তমান পাসওয়ার্ড সঠিক নয়।')).toBeVisible()
  await expect(own).toBeFocused()
  await own.fill(ADMIN.password)
  await submit.click()
  // A user name must be unique.
  await expect(username).toBeFocused()
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await username.fill('rahima')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `adding an admin, ${size.width}`)
  }
  await submit.click()
  await expect(page.getByText('“rahima” এখন লগইন করতে পারবেন।')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
  await expect(page.getByText('রহিমা খাতুন')).toBeVisible()

  const other = await browser.newContext()
  const hers = await other.newPage()
  await hers.goto(`${url}/admin/login`)
  await hers.getByLabel('ব্যবহারকারীর নাম').fill('rahima')
  await hers.getByLabel('পাসওয়ার্ড', { exact: true }).fill('নদীর ধারে শাপলা ফুল')
  await hers.getByRole('button', { name: 'Login' }).click()
  await expect(hers.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()

  await page.getByRole('button', { name: /লগইন বন্ধ করুন ?: rahima/ }).click()
  const stop = page.getByRole('dialog', { name: 'লগইন বন্ধ করবেন?' })
  await stop.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('“rahima”-এর লগইন বন্ধ করা হয়েছে।')).toBeVisible()
  await hers.goto(`${url}/admin/dashboard/createnews`)
  await expect(hers.getByRole('heading', { name: 'অ্যাডমিন লগইন' })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: /আবার চালু করুন ?: rahima/ }).click()
  await page.getByRole('dialog').getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('“rahima” আবার লগইন করতে পারবেন।')).toBeVisible()
  await expect(page.getByRole('button', { name: /লগইন বন্ধ করুন ?: rahima/ })).toBeVisible()
})

test('has three tabs, which lose nothing that is typed; a clerk has two', async ({
  page,
  browser,
  school,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await withApproval(school)
  await signIn(page, school.url + ACCOUNT)
  const tabs = page.getByRole('navigation', { name: 'এই পাতায় যা আছে' }).getByRole('link')
  await expect(tabs).toHaveText(['নাম ও পাসওয়ার্ড', 'লগইন', 'সহকর্মী'])
  const current = page.getByLabel('বর্তমান পাসওয়ার্ড', { exact: true })
  await current.fill('নদীর ধারে')
  for (const [at, text] of [
    [1, 'দুই ধাপে লগইন: ফোনের ৬ অঙ্কের কোড'],
    [2, 'যাঁরা ড্যাশবোর্ডে কাজ করতে পারেন'],
  ] as const) {
    await tabs.nth(at).click()
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
    await expect(current).toBeHidden()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expectAccessible(page, `tab ${at} of the account, ${size.width}`)
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1700)
  }
  await tabs.first().click()
  await expect(current).toHaveValue('নদীর ধারে')

  const hers = await (await browser.newContext()).newPage()
  await hers.goto(`${school.url}/admin/login`)
  await signInThroughForm(hers, CLERK)
  await hers.goto(`${school.url}${ACCOUNT}?tab=colleagues`)
  await expect(hers.getByRole('heading', { name: 'পাসওয়ার্ড বদলানো' })).toBeVisible()
  await expect(hers.locator('.screentabs').getByRole('link')).toHaveCount(2)
})
