import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import { ADMIN } from '../support/school-server.ts'
import { openUserMenu, sidebar } from '../support/sidebar.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

test('leads a new school through its first steps, one after the other', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  await signIn(page, `${url}/admin/dashboard`)
  const todo = page.getByRole('region', { name: 'এখন যা করার আছে' })
  // Until the first notice, the five steps are all there is to do.
  await expect(page.getByRole('link', { name: 'শুরু করুন' })).toBeVisible()
  await expect(todo).toHaveCount(0)
  const notice = { title: 'প্রথম নোটিশ', body: 'ওয়েবসাইট চালু হলো।' }
  await admin.createEntry({ params: { collection: 'notices' }, body: notice })
  await page.reload()
  await expect(page.getByRole('link', { name: 'শুরু করুন' })).toHaveCount(0)
  await expect(todo).toContainText('৮টির মধ্যে ১টি হয়েছে')
  await expect(todo).toContainText('ওয়েবসাইটের ঠিকানাটি লিখে দিন।')
  await todo.getByRole('link', { name: 'ঠিকানার ঘরে যান' }).click()
  await expect(page.getByLabel('ওয়েবসাইট', { exact: true })).toBeFocused()
  await page.goBack()
  await todo.getByRole('link', { name: /পাসওয়ার্ডটি বদলে নিন/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('অ্যাকাউন্ট')
  await admin.changePassword({
    body: { currentPassword: ADMIN.password, newPassword: 'শাপলা ফুল আর নদীর জল' },
  })
  await page.goto(`${url}/admin/dashboard`)
  await page.getByLabel('ব্যবহারকারীর নাম').fill(ADMIN.username)
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill('শাপলা ফুল আর নদীর জল')
  await page.getByRole('button', { name: /Login/ }).click()
  await expect(todo).toContainText('৮টির মধ্যে ২টি হয়েছে')
  await todo.getByRole('link', { name: /বিদ্যালয়ের নাম, ঠিকানা ও ফোন/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('যোগাযোগ')
})

test('fits one screen of a sample school in ninety words, and opens the question to the sheet', async ({
  page,
  demoSchool: { url },
  signIn,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, `${url}/admin/dashboard`)
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').first()).toBeVisible()
  await expect(page.locator('.spin, .skel')).toHaveCount(0)
  const words = (await main.innerText()).trim().split(/\s+/)
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(90)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(768)
  // The line has room for a title, and opens to the whole sheet.
  await expect(main.getByPlaceholder('কী জানাতে চান?')).toBeVisible()
  await expect(main.getByLabel('লেখা', { exact: true })).toHaveCount(0)
  await main.getByRole('button', { name: 'লিখুন' }).click()
  await expect(main.getByLabel('শিরোনাম', { exact: true })).toBeFocused()
  await expect(main.getByLabel('লেখা', { exact: true })).toBeVisible()
  for (const [hash, selector] of [
    ['#title', 'textarea'],
    ['#paper', '.paperfield button'],
    ['#file', 'input[type=file]'],
  ] as const) {
    await page.goto(`${url}/admin/dashboard/createNotice${hash}`)
    await expect(main.locator(`form ${selector}`).first()).toBeFocused()
    await page.goto(`${url}/admin/dashboard`)
  }
})

test('lists scheduled, expiring and outdated entries, one click from their lists', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  const change = async (title: string, body: object, date?: string) => {
    const params = { collection: 'notices' } as const
    const text = { title, body: 'নোটিশের লেখা।', ...(date && { date }) }
    const { _id } = await admin.createEntry({ params, body: text })
    await admin.updateEntry({ params: { ...params, id: _id }, body })
  }
  await change('আগামী সপ্তাহের নোটিশ', { publishAt: inDays(5) })
  await change('শিগগিরই সরবে', { expiresAt: inDays(3) })
  await change('দুই বছর ধরে উপরে', { pinnedUntil: inDays(30) }, inDays(-800))
  for (const names of [['এক.png'], ['দুই.png', 'তিন.png']]) {
    const photos = await Promise.all(names.map((name) => smallPhoto(page, name)))
    const file = photos.map(
      ({ name, buffer }) => new File([new Uint8Array(buffer)], name, { type: 'image/png' }),
    )
    await admin.createEntry({ params: { collection: 'albums' }, body: { title: 'ক্রীড়া' }, file })
  }
  await signIn(page, `${url}/admin/dashboard`)
  await page.getByText('সব সংখ্যা', { exact: true }).click()
  const totals = page.getByRole('region', { name: 'এখন ওয়েবসাইটে যা আছে' })
  await expect(totals.locator('div').filter({ hasText: 'মোট ছবি' }).last()).toContainText('৩')
  const todo = page.getByRole('region', { name: 'এখন যা করার আছে' })
  await todo.locator('summary').click()
  await expect(todo.getByRole('link', { name: 'শিগগিরই সরবে' })).toBeVisible()
  await expect(todo).toContainText('পর্যন্ত দেখা যাবে')
  await expect(todo.getByRole('link', { name: 'দুই বছর ধরে উপরে' })).toBeVisible()
  await expect(todo).toContainText('এখনো কোনো ব্যাকআপ নেওয়া হয়নি। প্রথমটি এখনই নিন।')
  const latest = page.getByRole('region', { name: 'দর্শকেরা এখন যা দেখছেন' })
  await expect(latest.getByRole('link', { name: 'শিগগিরই সরবে' })).toBeVisible()
  await expect(latest.getByRole('link', { name: 'আগামী সপ্তাহের নোটিশ' })).toHaveCount(0)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, `overview, ${width}`)
  }
  await todo.getByRole('link', { name: 'আগামী সপ্তাহের নোটিশ' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('আগামী সপ্তাহের নোটিশ')
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('keeps the theme and text size chosen below the name', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, `${url}/admin/dashboard`)
  const look = () =>
    page.getByRole('main').evaluate((main) => {
      const { color, fontSize } = getComputedStyle(main)
      return `${color} ${fontSize}`
    })
  const usual = await look()
  await openUserMenu(page)
  await page.getByRole('radio', { name: 'কালো' }).check({ force: true })
  await page.getByRole('radio', { name: 'বড়', exact: true }).check({ force: true })
  const chosen = await look()
  expect(chosen).not.toBe(usual)
  await page.reload()
  await expect.poll(look).toBe(chosen)
})

test('opens typed addresses at their top, marks them in the sidebar, and says which are unknown', async ({
  page,
  school: { url },
  signIn,
}) => {
  await page.setViewportSize({ width: 1366, height: 625 })
  await signIn(page, `${url}/admin/dashboard/backup`)
  const active = sidebar(page).locator('[aria-current="page"]')
  await expect(active).toHaveText('ব্যাকআপ ও পুনরুদ্ধার')
  // Above the fade over links that a low window cuts off.
  const isClear = () =>
    active.evaluate((link) => {
      const { bottom } = link.getBoundingClientRect()
      const side = link.closest('.admin__side')
      const nav = link.closest('nav')
      if (!side || !nav) throw new Error('No sidebar')
      const fade = Number.parseFloat(getComputedStyle(nav, '::after').blockSize)
      return side.getBoundingClientRect().bottom - bottom >= fade
    })
  await expect.poll(isClear).toBe(true)
  await page.goto(`${url}/admin/dashboard/`)
  await expect(active).toHaveText('শুরু')
  await page.goto(`${url}/admin/dashbord`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('পাতাটি পাওয়া যায়নি')
  await expectAccessible(page, 'unknown address')
  await page.getByRole('link', { name: 'শুরু' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('স্বাগতম')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${url}/admin/dashboard/backup`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ব্যাকআপ ও পুনরুদ্ধার')
  const scrollY = () => page.evaluate(() => scrollY)
  await expect.poll(() => page.evaluate(() => scrollTo(0, 400)).then(scrollY)).toBe(400)
  await page.goto(`${url}/admin/dashboard/createNotice`)
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toBeVisible()
  expect(await scrollY()).toBe(0)
})
