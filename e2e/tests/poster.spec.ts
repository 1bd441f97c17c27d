import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

test('a poster leads phones to a page, needs no script, and never leads elsewhere', async ({
  page,
  demoSchool,
  browser,
}) => {
  const { url, admin } = demoSchool
  const [notice] = await admin.listEntries({ params: { collection: 'notices' } })
  const path = `/n/${notice?._id}`
  await page.goto(url + path)
  await page.getByText('আরও', { exact: true }).click()
  await page.getByRole('link', { name: 'QR পোস্টার' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notice?.title ?? '')
  await expectAccessible(page, 'a poster')
  const code = page.getByRole('img', { name: /QR কোড/ })
  const { data, info } = await sharp(await code.screenshot())
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url + path)

  const reader = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const phone = await reader.newPage()
  await phone.goto(`${url}/qr?to=/class/9`)
  await expect(phone.locator('.poster')).toContainText('এই শ্রেণির নোটিশ পেতে')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/নবম/)
  expect(await sidewaysScroll(phone)).toBe(0)
  for (const to of [
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    '/n/none',
    '/admin',
  ]) {
    const answer = await phone.goto(`${url}/qr?to=${encodeURIComponent(to)}`)
    expect([to, answer?.status()]).toEqual([to, 404])
    await expect(phone.locator('.poster')).toHaveCount(0)
  }
  await reader.close()
})
