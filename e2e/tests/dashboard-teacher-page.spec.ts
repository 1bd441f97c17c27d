import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'

const TEACHERS = '/admin/dashboard/teachers'
const rows = (page: Page) => page.getByRole('table', { name: 'তালিকা' }).locator('tbody tr')
const save = (page: Page) => page.getByRole('button', { name: 'তালিকা সংরক্ষণ করুন' })

/** Opens the editor of the school's own page, which is collapsed until the school has one. */
const openEditor = (page: Page) => page.getByText('নিজের তৈরি তালিকা বা HTML দিতে চাই').click()

/** Pastes as if from a spreadsheet. */
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

test('builds the page from a list: typed, pasted, reordered, undone', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, `${url}/admin/dashboard`)
  await page.getByRole('link', { name: 'কর্মকর্তা ও শিক্ষকবৃন্দ' }).click()
  await expect(save(page)).toBeHidden()
  await openEditor(page)
  await save(page).click()
  await expect(page.getByRole('alert')).toBeFocused()

  await page.getByRole('button', { name: 'একজন যোগ করুন' }).click()
  await expect(rows(page).first().getByLabel(/নাম/)).toBeFocused()
  await paste(
    page,
    'নাম\tপদবি\tবিষয়\nরওশন আরা বেগম\tপ্রধান শিক্ষক\tবাংলা\nসুমিতা রানী\tসহকারী শিক্ষক\tগণিত\nনাসরিন\tসহকারী শিক্ষক\r\n',
  )
  await expect(page.getByText('৩টি সারি বসানো হয়েছে।')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(2).getByLabel(/পদবি/)).toHaveValue('সহকারী শিক্ষক')
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `list of teachers, ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await rows(page)
    .nth(2)
    .getByRole('button', { name: /উপরে নিন/ })
    .press('Enter')
  await expect(rows(page).nth(1).getByLabel(/নাম/)).toHaveValue('নাসরিন')
  await expect(
    rows(page)
      .nth(1)
      .getByRole('button', { name: /উপরে নিন/ }),
  ).toBeFocused()
  await rows(page).nth(0).getByRole('button', { name: /সরান/ }).press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(rows(page)).toHaveCount(3)
  await rows(page).nth(1).getByLabel(/নাম/).fill('')
  await save(page).click()
  await page.getByRole('alert').getByRole('link').click()
  await expect(rows(page).nth(1).getByLabel(/নাম/)).toBeFocused()
  await page.keyboard.type('নাসরিন সুলতানা')
  await save(page).click()
  await expect(page.getByText('তালিকা সংরক্ষণ করা হয়েছে।')).toBeVisible()
  await open(page, `${url}/officers_teachers`)
  await expect(page.getByRole('row').nth(2)).toContainText('নাসরিন সুলতানা')
})

test('converts a pasted Bijoy list, and gives it back until a cell is edited', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, url + TEACHERS)
  await openEditor(page)
  await page.getByRole('button', { name: 'একজন যোগ করুন' }).click()
  const first = rows(page).first()
  await expect(first.getByLabel(/নাম/)).toBeFocused()
  await paste(page, '‡gvQvt iIkb Aviv †eMg\tcÖavb wkÿK\n')
  await expect(first.getByLabel(/পদবি/)).toHaveValue('প্রধান শিক্ষক')
  const undo = page.getByRole('button', { name: 'যেমন ছিল' })
  await undo.click()
  await expect(first.getByLabel(/পদবি/)).toHaveValue('cÖavb wkÿK')
  await first.getByLabel(/নাম/).focus()
  await paste(page, '‡gvQvt iIkb Aviv †eMg\tcÖavb wkÿK\n')
  await expect(undo).toBeVisible()
  // The rows as pasted do not contain what is typed afterwards.
  await first.getByLabel(/বিষয়/).fill('বাংলা')
  await expect(undo).toBeHidden()
  await expect(first.getByLabel(/বিষয়/)).toHaveValue('বাংলা')
})

test('previews a file before it replaces the page, and can be undone', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  const html = '<table><tr><th>নাম</th></tr><tr><td>আগের শিক্ষক</td></tr></table>'
  await admin.updateTeacherPage({ body: { html } })
  await signIn(page, url + TEACHERS)
  await expect(page.getByRole('radio', { name: 'ফাইল দেব' })).toBeChecked()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({
    name: 'list.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('PK\u0003\u0004\0\0'),
  })
  await expect(page.getByRole('alert')).toContainText('“list.docx” এইচটিএমএল ফাইল নয়।')

  const word = `<html><head><meta charset=unicode></head><body><script>alert(1)</script><h2>নতুন তালিকা</h2><p onclick="x()">নতুন শিক্ষক</p><p>cÖavb wkÿK</p></body></html>`
  await input.setInputFiles({
    name: 'teachers.htm',
    mimeType: 'text/html',
    buffer: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(word, 'utf16le')]),
  })
  await expect(page.getByRole('heading', { name: 'পাতাটি এমন দেখাবে' })).toBeFocused()
  const preview = page.getByRole('region', { name: 'পাতাটি এমন দেখাবে' })
  await expect(preview).toContainText('নতুন শিক্ষক')
  await expect(preview).toContainText('প্রধান শিক্ষক')
  await page.getByRole('button', { name: 'যেমন ছিল' }).click()
  await expect(preview).toContainText('cÖavb wkÿK')
  expect((await admin.getTeacherPage()).html).toContain('আগের শিক্ষক')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `preview of a file, ${width}`)
  }

  await page.getByRole('button', { name: 'এই পাতাটি বসান' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'না, থাক' }).click()
  expect((await admin.getTeacherPage()).html).toContain('আগের শিক্ষক')
  await page.getByRole('button', { name: 'এই পাতাটি বসান' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'হ্যাঁ, বদলান' }).click()
  await expect(page.getByText('পাতাটি ওয়েবসাইটে বসানো হয়েছে।')).toBeVisible()
  expect((await admin.getTeacherPage()).html).toContain('নতুন শিক্ষক')
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(page.getByText('আগের পাতাটি ফিরিয়ে আনা হয়েছে।')).toBeVisible()
  expect((await admin.getTeacherPage()).html).toContain('আগের শিক্ষক')
})

test('does not overwrite a concurrent change without asking', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  await signIn(page, url + TEACHERS)
  await openEditor(page)
  await page.getByRole('radio', { name: 'ফাইল দেব' }).check()
  await page.locator('input[type=file]').setInputFiles({
    name: 'teachers.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<p>আমার তালিকা</p>'),
  })
  await expect(page.getByText('আমার তালিকা')).toBeVisible()
  await admin.updateTeacherPage({ body: { html: '<p>অন্যের তালিকা</p>' } })
  await page.getByRole('button', { name: 'এই পাতাটি বসান' }).click()
  await expect(page.getByText('এর মধ্যে অন্য কেউ পাতাটি বদলেছেন।')).toBeVisible()
  await expect(page.getByText('অন্যের তালিকা')).toBeVisible()
  await page.getByRole('button', { name: 'এই পাতাটি বসান' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'হ্যাঁ, বদলান' }).click()
  await expect(page.getByText('পাতাটি ওয়েবসাইটে বসানো হয়েছে।')).toBeVisible()
  expect((await admin.getTeacherPage()).html).toContain('আমার তালিকা')
})
