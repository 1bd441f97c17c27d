import { openValue } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { ADMIN } from '../support/school-server.ts'
import { openUserMenu, sidebar, sidebarEntries } from '../support/sidebar.ts'

const DASHBOARD = '/admin/dashboard'
const CLERK = { username: 'rahima', password: 'নদীর ধারে শাপলা ফুল' }
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

test('shows a clerk only what a clerk may do, and says so at other addresses', async ({
  page,
  browser,
  school: { url, admin },
  signIn,
}) => {
  await signIn(page, `${url}${DASHBOARD}/account?tab=colleagues`)
  await page.getByRole('button', { name: 'নতুন অ্যাডমিন যোগ করুন' }).click()
  const dialog = page.getByRole('dialog', { name: 'নতুন অ্যাডমিন' })
  await expect(dialog.getByLabel('ভূমিকা')).toHaveValue('clerk')
  await dialog.getByLabel('তাঁর ব্যবহারকারীর নাম').fill(CLERK.username)
  await dialog.getByLabel('তাঁর পাসওয়ার্ড').fill(CLERK.password)
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'যোগ করুন' }).click()
  await expect(
    page.getByText('অফিস সহকারী: লেখেন, অনুমোদন চালু থাকলে প্রধান শিক্ষক দেখে ছাড়েন'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'অনুমোদন চালু করুন' }).click()
  await expect(page.getByText('এখন চালু আছে।')).toBeVisible()

  const hers = await (await browser.newContext()).newPage()
  await hers.goto(`${url}/admin/login`)
  await hers.getByLabel('ব্যবহারকারীর নাম').fill(CLERK.username)
  await hers.getByLabel('পাসওয়ার্ড', { exact: true }).fill(CLERK.password)
  await hers.getByRole('button', { name: 'Login' }).click()
  await expect(hers.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()
  await openUserMenu(hers)
  const own = hers.locator('.admin__me').getByRole('link')
  await expect(own).toHaveText(['অ্যাকাউন্ট', 'কে কী করেছেন'])
  for (const name of ['ব্যাকআপ ও পুনরুদ্ধার', 'চেহারা ও মেনু', 'ছাত্রীসংখ্যা']) {
    const link = sidebar(hers).getByRole('link', { name, includeHidden: true })
    await expect(link).toHaveCount(0)
  }
  // The button to publish counts as well.
  await expect(sidebarEntries(hers)).toHaveText([
    'প্রকাশ করুন',
    'শুরু',
    'যা প্রকাশিত',
    'বিদ্যালয়',
    'শিক্ষাপঞ্জি',
  ])
  for (const screen of ['backup', 'settings', 'studentcount/import', 'contactus']) {
    await hers.goto(`${url}${DASHBOARD}/${screen}`)
    await expect(hers.getByRole('heading', { name: 'এই পাতার কাজ আপনার অ্যাকাউন্টে নেই' })).toBeVisible()
  }
  await expectAccessible(hers, 'a screen without the right')
  // Nothing says that what she writes is published at once.
  for (const screen of ['createNotice', 'calendar']) {
    await hers.goto(`${url}${DASHBOARD}/${screen}`)
    await expect(hers.getByText('আপনার লেখা প্রধান শিক্ষক দেখে প্রকাশ করবেন।')).toBeVisible()
    await hers.getByLabel('শিরোনাম', { exact: true }).click()
    await openValue(hers, 'publish')
    await expect(hers.getByText('না দিলে অনুমোদনের পরেই দেখা যাবে।')).toHaveCount(1)
  }
  // She can change what is published, and not delete it.
  await admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'অভিভাবক সভা', body: 'শনিবার।' },
  })
  await hers.goto(`${url}${DASHBOARD}/createNotice`)
  await hers.getByRole('button', { name: /আরও কাজ/ }).click()
  await expect(hers.getByRole('menuitem', { name: /ফাইল বদলান/ })).toBeVisible()
  await expect(hers.getByRole('menuitem', { name: /মুছুন/ })).toHaveCount(0)
  await hers.keyboard.press('Escape')
  await hers.getByRole('button', { name: 'সাজান ও বাছুন' }).click()
  await expect(hers.getByRole('menuitem', { name: 'নতুন আগে' })).toBeVisible()
  await expect(hers.getByRole('menuitem', { name: 'বাছাই করুন' })).toHaveCount(0)
  await hers.goto(`${url}${DASHBOARD}/people`)
  await hers.getByLabel('পেস্ট করার ঘর').fill('নাম\tপদবি\nরহিমা বেগম\tসহকারী শিক্ষক')
  await hers.getByRole('button', { name: '১ জনকে যোগ করুন' }).click()
  await expect(hers.getByText('অনুমোদনের জন্য পাঠানো হয়েছে।')).toBeVisible()
  await hers.goto(`${url}${DASHBOARD}/account`)
  await expect(hers.getByRole('heading', { name: 'পাসওয়ার্ড বদলানো' })).toBeVisible()
  await expect(hers.getByText('যাঁরা ড্যাশবোর্ডে কাজ করতে পারেন')).toHaveCount(0)

  await page.getByRole('button', { name: /ভূমিকা বদলান ?: rahima/ }).click()
  const role = page.getByRole('dialog', { name: 'ভূমিকা বদলাবেন?' })
  await role.getByLabel('ভূমিকা').selectOption('editor')
  await role.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('সম্পাদক: সরাসরি প্রকাশ করেন', { exact: true })).toBeVisible()
  await hers.goto(`${url}${DASHBOARD}/contactus`)
  await expect(hers.getByRole('heading', { name: /যোগাযোগ/ }).first()).toBeVisible()
})

test('gives a colleague a one-time password, which must become an own one', async ({
  page,
  browser,
  school: { url, admin },
  signIn,
}) => {
  await admin.createAdmin({ body: { ...CLERK, role: 'clerk', currentPassword: ADMIN.password } })
  await signIn(page, `${url}${DASHBOARD}/account?tab=colleagues`)
  await page.getByRole('button', { name: /পাসওয়ার্ড বদলে দিন ?: rahima/ }).click()
  const dialog = page.getByRole('dialog', { name: 'নতুন পাসওয়ার্ড বানাবেন?' })
  await dialog.getByLabel('আপনার নিজের পাসওয়ার্ড').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'নতুন পাসওয়ার্ড বানান' }).click()
  const secret = page.getByRole('region', { name: 'rahima: নতুন পাসওয়ার্ড' })
  await expect(secret).toBeFocused()
  const password = await secret.locator('output').innerText()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessible(page, `a one-time password, ${size.width}`)
  }
  await secret.getByRole('button', { name: 'লিখে নিয়েছি' }).click()
  await expect(page.getByText(password)).toHaveCount(0)

  const hers = await (await browser.newContext()).newPage()
  await hers.goto(`${url}${DASHBOARD}/createNotice`)
  await hers.getByLabel('ব্যবহারকারীর নাম').fill(CLERK.username)
  await hers.getByLabel('পাসওয়ার্ড', { exact: true }).fill(password)
  await hers.getByRole('button', { name: 'Login' }).click()
  await expect(hers.getByRole('heading', { name: 'আগে নিজের পাসওয়ার্ড দিন' })).toBeVisible()
  await expectAccessible(hers, 'setting an own password')
  await hers.getByLabel('বর্তমান পাসওয়ার্ড').fill(password)
  await hers.getByLabel('নতুন পাসওয়ার্ড', { exact: true }).fill('শাপলা ফুল আর নদীর জল')
  await hers.getByLabel('নতুন পাসওয়ার্ড আবার লিখুন').fill('শাপলা ফুল আর নদীর জল')
  await hers.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click()
  await expect(hers.getByRole('heading', { name: 'নোটিশ', exact: false }).first()).toBeVisible()
  await expect(hers.getByRole('button', { name: 'লিখুন' })).toBeVisible()
})
