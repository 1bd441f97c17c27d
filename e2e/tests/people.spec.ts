import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'

const screen = (url: string) => `${url}/admin/dashboard/people`
const rows = (page: Page) => page.locator('.peoplelist > li')

/** Thirty teachers as copied from a spreadsheet; two mobile numbers are not whole. */
const PASTED = [
  'শিক্ষকদের তালিকা\t\t\t\t\t',
  'ক্রমিক নং\tশিক্ষকের নাম\tপদবী\tবিষয়\tশিক্ষাগত যোগ্যতা\tমোবাইল নম্বর',
  ...Array.from({ length: 30 }, (_, at) => {
    const phone = at === 3 || at === 7 ? '০১৭০০০০' : `০১৭০০-০০০০${10 + at}`
    return `${at + 1}\tশিক্ষক ${at + 1}\tসহকারী শিক্ষক\tগণিত\tবিএসসি\t${phone}`
  }),
].join('\n')

test('adds a pasted list of teachers, a photo and another order, and shows them to visitors', async ({
  page,
  school,
  signIn,
  browser,
}) => {
  await signIn(page, screen(school.url))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED)
  await page.getByLabel('পেস্ট করার ঘর').press('Control+V')
  await expect(page.getByRole('heading', { name: 'মিলিয়ে দেখুন' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'মিলিয়ে দেখুন' })).toBeInViewport()
  await expect(page.getByText('৫টি কলাম চেনা গেছে, ৩০ জন পাওয়া গেছে।')).toBeVisible()
  await expect(page.getByText('১১ অঙ্কের নয়')).toHaveCount(2)
  await expectAccessible(page, 'preview')
  await page.getByRole('link', { name: 'সারি ৪: শিক্ষক 4, ফোন' }).click()
  const cell = page.getByRole('textbox', { name: 'ফোন: শিক্ষক 4', exact: true })
  await expect(cell).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('০০০০')
  await expect(cell).toBeFocused()
  await expect(cell).toHaveValue('০১৭০০০০০০০০')
  await expect(page.getByText('১১ অঙ্কের নয়')).toHaveCount(1)

  // The connection breaks after the twelfth person, and the response of the thirteenth is lost.
  let requests = 0
  await page.route('**/api/people', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests += 1
    if (requests < 13) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: '৩০ জনকে যোগ করুন' }).click()
  await expect(page.getByText('১২ জন যোগ হয়েছেন, বাকি ১৮ জন হননি।')).toBeVisible()
  await page.unroute('**/api/people')
  await page.getByRole('button', { name: /^বাকি/ }).click()
  await expect(page.getByText('জনকে যোগ করা হয়েছে।')).toBeVisible()
  await expect(rows(page)).toHaveCount(30)
  // Undone below: the person whose number is not whole keeps a remark until then.
  await expect(rows(page).filter({ hasText: 'ফোন নম্বর দেখে নিন' })).toHaveText([/শিক্ষক 8/])
  const people = () =>
    school.admin.listEntries({ params: { collection: 'people' }, query: { sort: 'order' } })
  expect((await people()).map(({ title }) => title)).toEqual(
    Array.from({ length: 30 }, (_, at) => `শিক্ষক ${at + 1}`),
  )

  // One undo takes all of them back; the same list can then be added again.
  await page.getByRole('button', { name: 'যোগ করা বাতিল করুন' }).click()
  await expect(rows(page)).toHaveCount(0)
  expect(await people()).toEqual([])
  await page.getByLabel('পেস্ট করার ঘর').fill(PASTED)
  await page.getByRole('button', { name: '৩০ জনকে যোগ করুন' }).click()
  await expect(rows(page)).toHaveCount(30)
  await page.getByLabel('পেস্ট করার ঘর').fill(PASTED)
  await expect(page.getByText('৩০টি সারি বাদ যাবে।')).toBeVisible()

  const third = rows(page).nth(2)
  await third.getByRole('button', { name: 'উপরে নিন: শিক্ষক 3', exact: true }).click()
  await expect(page.getByText('“শিক্ষক 3” এখন ২ নম্বরে।')).toBeAttached()
  await expect(page.getByRole('button', { name: 'উপরে নিন: শিক্ষক 3', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('শিক্ষক 3')
  await expect(page.getByRole('button', { name: 'নিচে নিন: শিক্ষক 3', exact: true })).toBeFocused()
  await expect.poll(async () => (await people())[0]?.title).toBe('শিক্ষক 3')

  const photo = rows(page).first().getByLabel('শিক্ষক 3: ছবি দিন', { exact: true })
  await photo.focus()
  await photo.setInputFiles(await smallPhoto(page, 'ছবি.png', { color: 'olive' }))
  await expect(rows(page).first().locator('.face img')).toBeVisible()
  await expect(rows(page).first().locator('.entryline__title')).toBeFocused()
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: width === 768 ? 'dark' : 'light' })
    await expectAccessible(page, `${width} px`)
    expect(await sidewaysScroll(page)).toBe(0)
  }
  // The long form of a person on a phone: its buttons stay in view, and cover no focused field.
  await rows(page).first().locator('.entryline__title').click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'সংরক্ষণ করুন' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await expect(dialog.locator('input[type=date]')).toHaveCount(0)
  await expect(dialog.getByRole('radio', { name: 'ধরন নেই' })).toHaveCount(0)
  await dialog.getByLabel(/^বিষয়/).focus()
  await page.keyboard.press('Tab')
  const field = await dialog.locator('input:focus').boundingBox()
  const foot = await dialog.locator('.dialog__f').boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  await page.keyboard.press('Escape')

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const visitor = await context.newPage()
  for (const path of ['/people', '/officers_teachers']) {
    await visitor.goto(school.url + path)
    await expect(visitor.locator('.person')).toHaveCount(30)
    const first = visitor.locator('.person').first()
    await expect(first.getByRole('heading')).toHaveText('শিক্ষক 3')
    await expect(first.locator('img')).toBeVisible()
    await expect(first.locator('.phone')).toHaveAttribute('href', 'tel:01700000012')
    expect(await sidewaysScroll(visitor)).toBe(0)
  }
  await context.close()

  // A result of the search leads to the person.
  await open(page, `${school.url}/search?q=${encodeURIComponent('শিক্ষক 3')}&kind=people`)
  await page.getByRole('link', { name: 'শিক্ষক 3', exact: true }).click()
  await expect(page.locator('.person:target')).toContainText('শিক্ষক 3')
})

test('adds one person with a photo and all facts by the form', async ({ page, school, signIn }) => {
  await signIn(page, screen(school.url))
  await page.getByRole('button', { name: 'একজন যোগ করুন' }).click()
  await page.getByLabel('নাম', { exact: true }).fill('রাবেয়া খাতুন')
  await page.getByLabel('পদবি').fill('সহকারী শিক্ষক')
  await page.getByLabel('ই-মেইল').fill('rabeya@school.example.bd')
  await expect(page.getByRole('button', { name: 'বিজয় থেকে ইউনিকোড' })).toHaveCount(0)
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles(await smallPhoto(page, 'রাবেয়া.png'))
  await page.getByRole('button', { name: 'যোগ করুন', exact: true }).click()
  await expect(rows(page)).toHaveText([/রাবেয়া খাতুন/])
  const [person] = await school.admin.listEntries({ params: { collection: 'people' } })
  expect(person).toMatchObject({
    fields: { post: 'সহকারী শিক্ষক', email: 'rabeya@school.example.bd' },
    mimeType: 'image/png',
  })
})

test('opens the form again with what was typed before a reload', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, screen(school.url))
  const add = page.getByRole('button', { name: 'একজন যোগ করুন' })
  await add.click()
  await page.reload()
  await expect(add).toHaveAttribute('aria-expanded', 'false')
  await add.click()
  await page.getByLabel('পদবি').fill('সহকারী শিক্ষক')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByLabel('পদবি')).toHaveValue('সহকারী শিক্ষক')
})

test('leaves the school’s own page for the people, and takes its table into the preview', async ({
  page,
  school,
  signIn,
}) => {
  await school.admin.updateTeacherPage({
    body: {
      html: '<table><tr><th>নাম</th><th>পদবি</th></tr><tr><td>ক</td><td>প্রধান শিক্ষক</td></tr></table>',
    },
  })
  await signIn(page, screen(school.url))
  await page.getByRole('button', { name: '‘কর্মকর্তা ও শিক্ষকবৃন্দ’ পাতার তালিকা আনুন' }).click()
  await page.getByRole('button', { name: '১ জনকে যোগ করুন' }).click()
  await expect(rows(page)).toHaveText([/প্রধান শিক্ষক/])

  await page.goto(`${school.url}/admin/dashboard/teachers`)
  await page.getByRole('button', { name: 'তালিকা থেকে তৈরি পাতা দেখান' }).click()
  await page.getByRole('button', { name: 'হ্যাঁ, বদলান' }).click()
  await expect(page.getByText('তালিকা থেকে নিজে নিজে তৈরি হয়', { exact: false })).toBeVisible()
  await open(page, `${school.url}/officers_teachers`)
  await expect(page.locator('.person')).toHaveCount(1)
})

test('publishes a list pasted in Bijoy in Unicode, unless it is to stay as it was', async ({
  page,
  school,
  signIn,
}) => {
  const bijoy = [
    'bvg\tc`ex\twelq',
    '†gvQvt mvwgqv Av³vi\tmnKvix wkÿK\tBs‡iwR',
    '†gvt iwdKzj Bmjvg\twmwbqi wkÿK\tMwYZ',
  ]
  await signIn(page, screen(school.url))
  await page.getByLabel('পেস্ট করার ঘর').fill(bijoy.join('\n'))
  const preview = page.getByRole('region', { name: 'চেনা কলাম' })
  await expect(preview).toContainText('সহকারী শিক্ষক')
  await page.getByRole('button', { name: 'যেমন ছিল' }).click()
  await expect(preview).toContainText('mnKvix wkÿK')
  await page.getByRole('button', { name: 'ইউনিকোডে বদলান' }).click()
  await page.getByRole('button', { name: '২ জনকে যোগ করুন' }).click()
  await expect(rows(page)).toHaveText([/মোছাঃ সামিয়া আক্তার/, /সিনিয়র শিক্ষক/])
})

test('sorts a pasted list into teachers and staff by their posts', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, screen(school.url))
  const list = ['ক খাতুন\tসহকারী শিক্ষক', 'খ মিয়া\tঅফিস সহকারী', 'গ আলী\tনৈশপ্রহরী', 'ঘ বেগম\tআয়া']
  await page.getByLabel('পেস্ট করার ঘর').fill(list.join('\n'))
  await expect(page.getByText(/আন্দাজে ধরা হয়েছে/)).toBeVisible()
  await expect(page.getByRole('button', { name: '৪ জনকে যোগ করুন' })).toBeVisible()
  await page.getByLabel('পেস্ট করার ঘর').fill(['নাম\tপদবি', ...list].join('\n'))
  await expect(page.getByText(/আন্দাজে ধরা হয়েছে/)).toHaveCount(0)
  const kind = (name: string) => page.getByLabel(`ভাগ: ${name}`)
  await expect(kind('ক খাতুন')).toHaveValue('teacher')
  for (const name of ['খ মিয়া', 'গ আলী', 'ঘ বেগম']) await expect(kind(name)).toHaveValue('staff')
  await kind('ঘ বেগম').selectOption('শিক্ষক')
  await page.getByRole('button', { name: '৪ জনকে যোগ করুন' }).click()
  await expect(rows(page)).toHaveCount(4)
  const people = await school.admin.listEntries({ params: { collection: 'people' } })
  expect(Object.fromEntries(people.map(({ title, kind }) => [title, kind]))).toEqual({
    'ক খাতুন': 'teacher',
    'খ মিয়া': 'staff',
    'গ আলী': 'staff',
    'ঘ বেগম': 'teacher',
  })
})
