import { paths } from '@bidyaloy/shared/api/paths'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { ENDPOINT, withPushService } from '../support/push-in-page.ts'
import { ADMIN } from '../support/school-server.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true })

test('a head has the phone told from the home, and stops it among the devices', async ({
  page,
  request,
  school: { url, admin, tamper },
  signIn,
}) => {
  await withPushService(page)
  await signIn(page, `${url}/admin/dashboard`)
  const todo = page.getByRole('region', { name: overviewCopy['overview.todo.title'] })
  const offer = todo.getByRole('button', { name: overviewCopy['overview.alerts.start'] })
  await expect(offer).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, 'the home with the offer')
  const sent = page.waitForRequest('**/api/admin/alerts')
  await offer.tap()
  expect((await sent).postDataJSON()).toMatchObject({ endpoint: ENDPOINT })
  await expect(page.locator('.toast')).toContainText(overviewCopy['overview.alerts.started'])
  await expect(offer).toHaveCount(0)

  await page.goto(`${url}/admin/dashboard/account?tab=login`)
  await page.getByRole('button', { name: /^জানানো বন্ধ করুন/ }).press('Enter')
  await expect(page.locator('.toast')).toContainText('আর জানানো হবে না।')
  await expect(page.getByRole('button', { name: /^জানানো বন্ধ করুন/ })).toHaveCount(0)
  await page.goto(`${url}/admin/dashboard`)
  await expect(offer).toBeVisible()
  expect((await admin.listDevices()).some(({ alerts }) => alerts)).toBe(false)

  await tamper("UPDATE admin SET devices = json_set(devices, '$.quietUntil', '2000')")
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile' }
  await request.post(new URL(paths.login.path, url).href, { data: ADMIN, headers })
  await page.reload()
  const events = page.getByRole('region', { name: overviewCopy['overview.events'] })
  await expect(events).toContainText('নতুন ফোন বা কম্পিউটার থেকে লগইন হয়েছে: অ্যান্ড্রয়েড ফোন')
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, 'the home with what happened to the account')
  await events.getByRole('button', { name: overviewCopy['overview.events.seen'] }).tap()
  await expect(events).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
