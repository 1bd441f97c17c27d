import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

const TEACHERS = '/admin/dashboard/teachers'
/** Opens the form of the school's own page, which is collapsed until the school has one. */
const openEditor = (page: Page) => page.getByText('ওয়ার্ডে বানানো নিজেদের পাতা (HTML) দিতে চাই').click()

test('previews a file before it replaces the page, and can be undone', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  const html = '<table><tr><th>নাম</th></tr><tr><td>আগের শিক্ষক</td></tr></table>'
  await admin.updateTeacherPage({ body: { html } })
  await signIn(page, url + TEACHERS)
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
