import { readFile } from 'node:fs/promises'
import { verifyCopy } from '@bidyaloy/shared/features/verify/copy'
import { verifyHref } from '@bidyaloy/shared/features/verify/paths'
import type { Browser, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'

/** Returns the text of the only QR code in a picture. */
async function codeIn(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const verdict = (page: Page) => page.locator('.verdict')
const submit = (page: Page) => page.getByRole('button', { name: verifyCopy['verify.submit'] })
const fileField = (page: Page) => page.getByLabel(verifyCopy['verify.file'])

/** A small phone without script. */
async function plainPhone(browser: Browser) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  return { context, phone: await context.newPage() }
}

test('a file is compared on the phone, and only its hash is sent', async ({ page, demoSchool }) => {
  const { url, admin } = demoSchool
  const notices = await admin.listEntries({ params: { collection: 'notices' } })
  const notice = notices.find(({ mimeType }) => mimeType === 'application/pdf')
  const bytes = Buffer.from(await (await fetch(`${url}/${notice?.filePath}`)).arrayBuffer())
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method())
  })
  await open(page, `${url}/verify`)
  await expectAccessible(page, 'the form of the check')
  await expect(page.getByText(verifyCopy['verify.file.local'])).toBeVisible()
  const file = { name: 'WhatsApp.pdf', mimeType: 'application/pdf', buffer: bytes }
  await fileField(page).setInputFiles(file)
  // By keyboard, from the field to the button.
  await fileField(page).focus()
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toContainText(/এই বিদ্যালয় .+ ২০.. তারিখে প্রকাশ করেছে/)
  await expect(verdict(page).getByRole('link')).toHaveText(notice?.title ?? '')
  await expect(page.locator('#main')).toBeFocused()
  await expectAccessible(page, 'the answer of the check')
  expect(sent).toEqual([])
  const address = page.url()
  await page.goto(address)
  await expect(verdict(page)).toContainText('তারিখে প্রকাশ করেছে')

  // One bit further.
  await page.getByRole('link', { name: verifyCopy['verify.again'] }).click()
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
  await fileField(page).setInputFiles(file)
  await submit(page).click()
  await expect(verdict(page)).toContainText('এই ফাইল এই ওয়েবসাইটে প্রকাশিত হয়নি')
  await expect(verdict(page)).toContainText('ভুয়া বলা যায় না')

  await page.getByRole('link', { name: verifyCopy['verify.again'] }).click()
  await submit(page).click()
  await expect(page.getByText(verifyCopy['verify.nothing'])).toBeVisible()
  await page.getByLabel(verifyCopy['verify.address']).fill('https://evil.example/n/1')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toContainText('এই ওয়েবসাইটের ঠিকানা নয়')

  await open(page, `${url}/n/${notice?._id}`)
  await page.getByText('আরও', { exact: true }).click()
  await page.getByRole('link', { name: 'যাচাই', exact: true }).click()
  await expect(verdict(page).getByRole('link')).toHaveText(notice?.title ?? '')
})

test('a file is compared without script', async ({ browser, demoSchool }) => {
  const { url, admin } = demoSchool
  const [notice] = await admin.listEntries({ params: { collection: 'notices' } })
  const { context, phone } = await plainPhone(browser)
  await phone.goto(url + verifyHref(`/n/${notice?._id}`))
  await expect(verdict(phone)).toContainText('তারিখে প্রকাশ করেছে')
  await expect(verdict(phone).getByRole('link')).toHaveText(notice?.title ?? '')

  await phone.getByRole('contentinfo').getByRole('link', { name: 'নোটিশ যাচাই' }).click()
  expect(await sidewaysScroll(phone)).toBe(0)
  await expect(phone.getByText(verifyCopy['verify.file.sent'])).toBeVisible()
  const buffer = Buffer.from(await (await fetch(`${url}/${notice?.filePath}`)).arrayBuffer())
  await fileField(phone).setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
  await submit(phone).click()
  await expect(phone).toHaveURL(/\/verify\?sha256=[0-9a-f]{64}$/)
  await expect(verdict(phone)).toContainText('তারিখে প্রকাশ করেছে')
  expect(await sidewaysScroll(phone)).toBe(0)
  await context.close()
})

test('paper and share cards carry the address and its code', async ({ page, demoSchool }, info) => {
  const { url, admin } = demoSchool
  const notices = await admin.listEntries({ params: { collection: 'notices' } })
  const drawn = notices.toSorted(
    (one, other) => (other.pages?.length ?? 0) - (one.pages?.length ?? 0),
  )[0]
  expect(drawn?.pages?.length).toBeGreaterThan(1)
  const written = notices.find(({ excerpt, filePath }) => excerpt && !filePath)
  for (const notice of [drawn, written]) {
    const path = `/n/${notice?._id}`
    await open(page, url + path)
    await expect(page.locator('.printfoot').first()).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    const foot = page.locator('.printfoot').first()
    await expect(foot).toContainText(`${new URL(url).host}${path}`)
    const code = foot.locator('.printfoot__code svg')
    await expect(code).toBeVisible()
    expect(await codeIn(await code.screenshot())).toBe(url + path)
    await page.emulateMedia({ media: null })
  }
  // One sheet of paper for each page of the document, with the address on each.
  await open(page, `${url}/n/${drawn?._id}`)
  const feet = page.locator('.printfoot')
  expect(await feet.count()).toBe(drawn?.pages?.length)
  const file = info.outputPath('notice.pdf')
  await page.pdf({ preferCSSPageSize: true, path: file })
  const sheets = (await readFile(file, 'latin1')).match(/\/Type\s*\/Page\b/g)
  expect(sheets?.length).toBe(drawn?.pages?.length)
})

test('paper carries the address also where its code does not load', async ({
  page,
  demoSchool,
}) => {
  await page.route('**/qr-code-*.js', (route) => route.abort())
  await open(page, `${demoSchool.url}/allNotices`)
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/qr-code-'))
  await page.locator('main a[href*="/n/"]').first().click()
  await asked
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.printfoot').first()).toContainText(new URL(page.url()).pathname)
})
