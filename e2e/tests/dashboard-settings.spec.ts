import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { signedInApi } from '../support/school-server.ts'
import { openScreen, sidebar } from '../support/sidebar.ts'

const SETTINGS = '/admin/dashboard/settings'
const save = (page: Page) => page.getByRole('button', { name: /Save Changes/ })
const saved = (page: Page) => page.getByText('সেটিংস সংরক্ষণ করা হয়েছে।')
const tabs = (page: Page) => page.getByRole('navigation', { name: 'এই পাতায় যা আছে' })
const tab = (page: Page, name: string) =>
  tabs(page).getByRole('link', { name: new RegExp(`^${name}`) })
/** Opens a folded list of links. */
async function openList(page: Page, name: string) {
  await tab(page, 'লিংক ও মেনু').click()
  await page.locator('summary').filter({ hasText: name }).click()
  return page.getByRole('group', { name, exact: true })
}

/** The smallest picture a browser shows: one red pixel. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('shows the settings on every page: identity, ordered links, head teacher', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, `${url}/admin/dashboard`)
  await openScreen(page, 'চেহারা ও মেনু')
  await page.getByLabel('মূলমন্ত্র').fill('আলোকিত মেয়ে, আলোকিত দেশ')
  await page.getByLabel('প্রধান শিক্ষকের নাম').fill('মোছা. রওশন আরা বেগম')

  const list = await openList(page, 'গুরুত্বপূর্ণ সরকারি লিংক')
  await expect(list).toContainText('এখন সাধারণ ৮টি লিংক দেখানো হচ্ছে')
  await list.getByRole('button', { name: 'সাধারণ লিংকগুলো এখানে আনুন' }).click()
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(8)
  const labels = () =>
    list
      .getByLabel(/লিংকের নাম/)
      .evaluateAll((inputs) =>
        inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
      )
  await rows
    .nth(1)
    .getByRole('button', { name: /উপরে নিন/ })
    .press('Enter')
  expect((await labels()).slice(0, 2)).toEqual(['মাধ্যমিক ও উচ্চ শিক্ষা বিভাগ', 'শিক্ষা মন্ত্রণালয়'])
  // At the top the up button is disabled; the down button has the focus.
  await expect(rows.first().getByRole('button', { name: /নিচে নিন/ })).toBeFocused()
  await rows.nth(2).getByRole('button', { name: /সরান/ }).press('Enter')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(2).getByRole('button', { name: /সরান/ })).toBeFocused()
  await expect(
    list.getByText('“মাধ্যমিক ও উচ্চ শিক্ষা অধিদপ্তর” সরানো হয়েছে।', { exact: true }),
  ).toBeVisible()
  await list.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(rows).toHaveCount(8)
  expect((await labels())[2]).toBe('মাধ্যমিক ও উচ্চ শিক্ষা অধিদপ্তর')

  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByText('সংরক্ষণ না করা পরিবর্তন আছে')).toHaveCount(0)
  await open(page, `${url}/`)
  await expect(page.getByText('আলোকিত মেয়ে, আলোকিত দেশ').first()).toBeVisible()
  const heading = page.getByRole('heading', { name: 'গুরুত্বপূর্ণ সরকারি লিংক' })
  const panel = page.getByRole('complementary').locator('details').filter({ has: heading })
  await expect(panel.getByRole('link').first()).toContainText('মাধ্যমিক ও উচ্চ শিক্ষা বিভাগ')
  await expect(page.getByText('মোছা. রওশন আরা বেগম').first()).toBeVisible()
})

test('shows errors beside their fields and links to them from the summary', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, url + SETTINGS)
  const list = await openList(page, 'এপিএ')
  await list.getByRole('button', { name: /লিংক যোগ করুন/ }).click()
  await expect(list.getByLabel(/লিংকের নাম/)).toBeFocused()
  await page.keyboard.type('চুক্তিসমূহ')
  await list.getByLabel(/ঠিকানা/).fill('javascript:alert(1)')
  await tab(page, 'ই-সেবা ও মানচিত্র').click()
  await page.getByLabel('দৈনিক উপস্থিতি').fill('www')
  await tab(page, 'ধরন').click()
  await expect(tab(page, 'লিংক ও মেনু')).toContainText('সংরক্ষণ বাকি')
  await save(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('২টি ঘর ঠিক করতে হবে।')
  // The tab of the first wrong field opens; each tab says that it has one.
  await expect(tab(page, 'ই-সেবা ও মানচিত্র')).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('.fielderror:visible')).toHaveText('সঠিক ওয়েব ঠিকানা লিখুন।')
  await expect(tabs(page).getByText('ঠিক করতে হবে')).toHaveCount(2)
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `refused settings, ${width}`)
  }
  await summary.getByRole('link', { name: /এপিএ/ }).click()
  await expect(list.getByLabel(/ঠিকানা/)).toBeFocused()
  await page.goBack()
  await expect(page.getByLabel('দৈনিক উপস্থিতি')).toHaveValue('www')
  await summary.getByRole('link', { name: /এপিএ/ }).click()
  await expect(list.getByLabel(/ঠিকানা/)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('/allDownloads')
  await tab(page, 'ই-সেবা ও মানচিত্র').click()
  await page.getByLabel('দৈনিক উপস্থিতি').fill('')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
})

test('formats the history with buttons and keys, as visitors see it', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, url + SETTINGS)
  await tab(page, 'পরিচিতি ও ইতিহাস').click()
  const text = page.getByLabel('সংক্ষিপ্ত ইতিহাস', { exact: true })
  await text.click()
  await expect(text).toHaveAttribute('role', 'textbox')
  await page.keyboard.insertText('শুরুর কথা')
  await page.getByRole('button', { name: 'বড় লেখা', exact: true }).click()
  await expect(text.getByRole('heading', { name: 'শুরুর কথা' })).toBeVisible()
  await expect(text).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('১৯৭২ সালে শুরু')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await page.keyboard.press('ControlOrMeta+b')
  await expect(text.locator('strong')).toHaveText('শুরু')
  await page.keyboard.press('ControlOrMeta+b')
  await expect(text.locator('strong')).toHaveCount(0)

  await text.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'লিংক যোগ করুন' })
  await expect(dialog.getByLabel('লিংকের লেখা')).toBeFocused()
  await page.keyboard.type('মাউশি')
  await dialog.getByLabel('ঠিকানা').fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/ঠিকানা https:\/\/ অথবা/)).toBeVisible()
  await dialog.getByLabel('ঠিকানা').fill('www.dshe.gov.bd')
  await page.keyboard.press('Enter')
  await expect(text.getByRole('link', { name: /মাউশি/ })).toHaveAttribute(
    'href',
    'https://www.dshe.gov.bd',
  )
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await open(page, `${url}/schoolDescription`)
  await expect(page.getByRole('heading', { name: 'শুরুর কথা' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /মাউশি/ })).toBeVisible()
})

test('sets a picture as soon as it is chosen, and gives the former one back', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  await signIn(page, url + SETTINGS)
  const crest = async () => (await admin.getSettings()).pictures.crest
  const toast = page.getByText(/^বিদ্যালয়ের লোগো \(মনোগ্রাম\) বসানো হয়েছে।/u)
  const undo = page.getByRole('button', { name: 'আগের ছবি ফেরান' })
  const choose = page.getByLabel(/ছবি বেছে নিন ?: বিদ্যালয়ের লোগো/)
  await choose.setInputFiles({ name: 'crest.png', mimeType: 'image/png', buffer: POINT })
  await expect(toast).toBeVisible()
  await expect(page.getByText(/ঝাপসা দেখাতে পারে/)).toBeVisible()
  const first = await crest()
  expect(first).not.toBeNull()
  await expect(save(page).or(page.getByRole('button', { name: /বসান/ }))).toHaveCount(1)
  await page.reload()
  await tab(page, 'পরিচিতি ও ইতিহাস').click()
  await page.getByLabel('স্থান').fill('শাপলানগর')
  await tab(page, 'নাম ও প্রধান শিক্ষক').click()
  const now = page.getByRole('img', { name: 'এখনকার ছবি: বিদ্যালয়ের লোগো (মনোগ্রাম)' })
  await expect(now).toHaveAttribute('src', `/${first?.filePath}`)

  const replace = page.getByLabel(/ছবি বদলান ?: বিদ্যালয়ের লোগো/)
  await replace.setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: POINT })
  await expect(toast).toBeVisible()
  await expect(now).not.toHaveAttribute('src', `/${first?.filePath}`)
  await undo.click()
  await expect(page.getByText('আগের ছবি ফিরে এসেছে।')).toBeVisible()
  await expect(now).toHaveAttribute('src', `/${first?.filePath}`)
  expect(await crest()).toEqual(first)

  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const settings = await admin.getSettings()
  expect([settings.identity.place, settings.pictures.crest]).toEqual(['শাপলানগর', first])

  await page.getByRole('button', { name: /ছবি সরান ?: বিদ্যালয়ের লোগো/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'না, থাক' })).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'ছবি সরান' }).click()
  await expect(page.getByText('বিদ্যালয়ের লোগো (মনোগ্রাম) সরানো হয়েছে।')).toBeVisible()
  expect(await crest()).toBeNull()
})

test('takes back no more than the picture, and nothing once the settings have changed again', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  await signIn(page, url + SETTINGS)
  const crest = async () => (await admin.getSettings()).pictures.crest
  const file = { name: 'crest.png', mimeType: 'image/png', buffer: POINT }
  const undo = page.getByRole('button', { name: 'আগের ছবি ফেরান' })
  const choose = page.getByLabel(/: বিদ্যালয়ের লোগো/)
  await choose.setInputFiles(file)
  await undo.click()
  await expect(page.getByText('আগের ছবি ফিরে এসেছে।')).toBeVisible()
  expect(await crest()).toBeNull()
  await choose.setInputFiles(file)
  await expect(undo).toHaveCount(1)
  const before = await crest()
  await choose.setInputFiles(file)
  await expect(page.getByRole('img', { name: /: বিদ্যালয়ের লোগো/ })).not.toHaveAttribute(
    'src',
    `/${before?.filePath}`,
  )
  await page.getByLabel('মূলমন্ত্র').fill('শিক্ষাই আলো')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const after = await admin.getSettings()
  await undo.click()
  await expect(page.getByText(/এর পরে আবার বদলানো হয়েছে/)).toBeVisible()
  expect(await admin.getSettings()).toEqual(after)
})

test('keeps a picture that could not be sent until it is sent or taken away', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + SETTINGS)
  const choose = page.getByLabel(/: বিদ্যালয়ের লোগো/)
  await choose.setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('ছবিটি বসানো যায়নি।')
  await page.getByRole('button', { name: /^সরান : notes/u }).click()
  await expect(alert).toHaveCount(0)
  await expect(choose).toBeFocused()

  await school.stop()
  await choose.setInputFiles({ name: 'crest.png', mimeType: 'image/png', buffer: POINT })
  await expect(alert).toContainText('ছবিটি বসানো যায়নি।')
  await openScreen(page, 'কে কী করেছেন')
  await page.getByRole('dialog').getByRole('button', { name: 'এখানেই থাকুন' }).click()
  await school.start()
  await alert.getByRole('button', { name: 'আবার চেষ্টা করুন' }).click()
  await expect(page.getByText(/^বিদ্যালয়ের লোগো \(মনোগ্রাম\) বসানো হয়েছে।/u)).toBeVisible()
  expect((await school.admin.getSettings()).pictures.crest).not.toBeNull()
})

test('keeps typed text through a reload and an outage, and loses nothing when two admins save', async ({
  page,
  school,
  signIn,
}) => {
  const { url } = school
  await signIn(page, url + SETTINGS)
  await page.getByLabel('মূলমন্ত্র').fill('শিক্ষাই আলো')
  await openScreen(page, 'কে কী করেছেন')
  await page.getByRole('dialog').getByRole('button', { name: 'এখানেই থাকুন' }).click()

  await school.stop()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('সার্ভারের সঙ্গে সংযোগ করা যাচ্ছে না')
  await expect(page.getByLabel('মূলমন্ত্র')).toHaveValue('শিক্ষাই আলো')
  await school.start()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('খসড়া ফেরানো হয়েছে।')).toBeVisible()
  await expect(page.getByLabel('মূলমন্ত্র')).toHaveValue('শিক্ষাই আলো')

  const other = await signedInApi(url)
  const { pictures: _, updatedAt: __, ...present } = await other.getSettings()
  await other.updateSettings({
    body: { ...present, identity: { ...present.identity, motto: 'জ্ঞানই শক্তি', eiin: '১২৩৪৫৬' } },
  })
  await save(page).click()
  const conflict = page.getByRole('dialog', { name: /অন্য কেউ/ })
  await expect(conflict).toContainText('জ্ঞানই শক্তি')
  await conflict.getByRole('button', { name: 'এভাবে সংরক্ষণ করুন' }).click()
  await expect(saved(page)).toBeVisible()
  const { identity } = await other.getSettings()
  expect(identity).toMatchObject({ motto: 'শিক্ষাই আলো', eiin: '১২৩৪৫৬' })
})

test('explains a screen that failed to load and shows it once the server is back', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}/admin/dashboard`)
  await expect(sidebar(page)).toBeVisible()
  await school.stop()
  await openScreen(page, 'চেহারা ও মেনু')
  await expect(page.getByRole('alert')).toContainText('পাতাটি আনা যায়নি। সংযোগ দেখে পাতাটি আবার আনুন।')
  await school.start()
  await page.getByRole('button', { name: 'আবার আনুন' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('চেহারা ও মেনু')
})

test('adds the school’s first own link and accepts an address without a scheme', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  await signIn(page, url + SETTINGS)
  const list = await openList(page, 'গুরুত্বপূর্ণ সরকারি লিংক')
  await list.getByRole('button', { name: /লিংক যোগ করুন/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(9)
  await expect(list.getByLabel(/লিংকের নাম/).last()).toBeFocused()
  await page.keyboard.type('কুমিল্লা শিক্ষা বোর্ড')
  await page.keyboard.press('Tab')
  await page.keyboard.type('comillaboard.portal.gov.bd')
  await tab(page, 'ই-সেবা ও মানচিত্র').click()
  await page.getByLabel('দৈনিক উপস্থিতি').fill('www.example.com/attendance')
  await page.getByLabel('ওয়েব মেইল').fill('mail.example.com')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const { sideLinks, services } = await admin.getSettings()
  expect(sideLinks.government).toHaveLength(9)
  expect(sideLinks.government[8]?.href).toBe('https://comillaboard.portal.gov.bd')
  expect(services.attendance).toBe('https://www.example.com/attendance')
  expect(services.webmail).toBe('https://mail.example.com')
})

test('shows six tabs of one screen, with their present values; loses nothing between them', async ({
  page,
  demoSchool: { url },
  signIn,
}) => {
  await page.setViewportSize({ width: 1366, height: 625 })
  await signIn(page, url + SETTINGS)
  const links = tabs(page).getByRole('link')
  await expect(links).toHaveCount(6)
  await expect(links.first()).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('মূলমন্ত্র').fill('শিক্ষাই আলো')
  for (const link of await links.all()) {
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, await link.innerText()).toBeLessThanOrEqual(2 * 625)
    await expectAccessible(page, await link.innerText())
  }
  await expect(page).toHaveURL(/\?tab=kinds$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?tab=links$/)
  await page.reload()
  await expect(tab(page, 'লিংক ও মেনু')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'নাম ও প্রধান শিক্ষক').click()
  await expect(page.getByLabel('মূলমন্ত্র')).toHaveValue('শিক্ষাই আলো')
})
