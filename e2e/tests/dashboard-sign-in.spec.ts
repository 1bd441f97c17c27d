import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { fillEntry } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { ADMIN } from '../support/school-server.ts'
import { openUserMenu } from '../support/sidebar.ts'

const NOTICES = '/admin/dashboard/createNotice'

test('asks for sign-in and returns to the requested page', async ({ page, school }) => {
  await page.goto(`${school.url}/admin/dashboard/createnews?q=${encodeURIComponent('ছুটি')}`)
  await expect(page.getByRole('heading', { name: 'অ্যাডমিন লগইন' })).toBeVisible()

  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('ব্যবহারকারীর নাম বা পাসওয়ার্ড সঠিক নয়।')
  await expect(page.getByLabel('পাসওয়ার্ড', { exact: true })).toHaveValue('not the password')
  await expect(page.getByLabel('পাসওয়ার্ড', { exact: true })).toBeFocused()

  await page
    .getByLabel('পাসওয়ার্ড', { exact: true })
    .dispatchEvent('keydown', { key: 'CapsLock', modifierCapsLock: true })
  await expect(page.getByText('ক্যাপস লক চালু আছে')).toBeVisible()
  await page.getByRole('button', { name: 'পাসওয়ার্ড দেখান' }).click()
  await expect(page.getByLabel('পাসওয়ার্ড', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'যা প্রকাশিত', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('ছুটি')
  expect(new URL(page.url()).pathname).toBe('/admin/dashboard/createnews')
})

test('rejects a forged cookie and an external return address', async ({ page, school }) => {
  await page.context().addCookies([{ name: 'adminToken', value: 'made-up', url: school.url }])
  await page.goto(`${school.url}/admin`)
  await expect(page.getByRole('heading', { name: 'অ্যাডমিন লগইন' })).toBeVisible()

  await page.goto(`${school.url}/admin/login?next=//evil.example/admin/dashboard`)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()
  expect(new URL(page.url()).href).toBe(`${school.url}/admin/dashboard`)
})

test('says how long to wait after too many failures', async ({ page, school }) => {
  for (let tries = 0; tries < 10; tries += 1) {
    await page.request.post(`${school.url}/api/admin/login`, {
      data: { username: ADMIN.username, password: 'wrong' },
    })
  }
  await page.goto(`${school.url}/admin/login`)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText(/[০-৯]+ মিনিট পর আবার চেষ্টা করুন/)
})

test('distinguishes an unreachable server from a wrong password', async ({ page, school }) => {
  await page.goto(`${school.url}/admin/login`)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await school.stop()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('সার্ভারের সঙ্গে সংযোগ করা যাচ্ছে না')

  await school.start()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()
})

test('resumes work after the session ends', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await fillEntry(page, 'শীতকালীন ছুটির নোটিশ')
  await expect(page.getByText(entriesCopy['draft.saved'])).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()

  const dialog = page.getByRole('dialog', { name: 'আবার লগইন করুন' })
  await expect(dialog.getByLabel('ব্যবহারকারীর নাম')).toHaveValue(ADMIN.username)
  await expect(dialog.getByLabel('পাসওয়ার্ড', { exact: true })).toBeFocused()
  await dialog.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Login' }).click()

  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const notices = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notices.map(({ title }) => title)).toEqual(['শীতকালীন ছুটির নোটিশ'])
})

test('keeps typed and chosen values when sign-in is declined', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await fillEntry(page, 'ছুটি')
  await expect(page.getByText(entriesCopy['draft.saved'])).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toContainText('নোটিশ প্রকাশ করা যায়নি।')
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('ছুটি')
  await expect(page.locator('.upfile')).toContainText('নোটিশ.pdf')

  // No automatic prompt again; the sign-in link stays visible.
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'আবার লগইন করুন' }).click()
  await dialog.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'আবার লগইন করুন' })).toBeHidden()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
})

test('ends the session on the server at sign-out', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}/admin/dashboard`)
  const [cookie] = await page.context().cookies()
  await openUserMenu(page)
  await page.getByRole('button', { name: 'লগআউট' }).click()
  await expect(page.getByRole('heading', { name: 'অ্যাডমিন লগইন' })).toBeVisible()

  const answer = await page.request.get(`${school.url}/api/admin/session`, {
    headers: { authorization: `Bearer ${cookie?.value}` },
  })
  expect(answer.status()).toBe(401)
})

test('changes the own password and reports errors in the form', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}/admin/dashboard`)
  await openUserMenu(page)
  await page.locator('.admin__me').getByRole('link', { name: 'অ্যাকাউন্ট' }).click()
  const current = page.getByLabel('বর্তমান পাসওয়ার্ড')
  const fresh = page.getByLabel('নতুন পাসওয়ার্ড', { exact: true })
  const repeated = page.getByLabel('নতুন পাসওয়ার্ড আবার লিখুন')
  const submit = page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' })

  await current.fill('not mine')
  await fresh.fill('short')
  await repeated.fill('another')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('পাসওয়ার্ডে অন্তত ১২টি অক্ষর থাকতে হবে।')
  await expect(page.getByRole('alert')).toContainText('দুটি পাসওয়ার্ড এক নয়।')
  await expect(page.getByRole('alert')).toBeFocused()

  await fresh.fill('শাপলা ফুল আর নদীর জল')
  await repeated.fill('শাপলা ফুল আর নদীর জল')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('বর্তমান পাসওয়ার্ড সঠিক নয়।')

  await current.fill(ADMIN.password)
  await submit.click()
  await expect(page.getByText('পাসওয়ার্ড বদলানো হয়েছে।')).toBeVisible()
  // Not in a field, which is empty now.
  await expect(page.getByRole('heading', { name: 'পাসওয়ার্ড বদলানো' })).toBeFocused()
  await expect(current).toHaveValue('')

  const login = (password: string) =>
    page.request.post(`${school.url}/api/admin/login`, {
      data: { username: ADMIN.username, password },
    })
  expect((await login(ADMIN.password)).status()).toBe(401)
  expect((await login('শাপলা ফুল আর নদীর জল')).status()).toBe(200)
})
