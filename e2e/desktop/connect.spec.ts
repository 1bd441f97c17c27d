import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { fillEntry, paper } from '../support/dashboard-papers.ts'
import { startInBrowser } from '../support/desktop-app.ts'
import { test } from '../support/desktop-fixtures.ts'
import { connect, signIn, stateOf } from '../support/desktop-walks.ts'
import { ADMIN, startSchoolServer } from '../support/school-server.ts'
import { openScreen } from '../support/sidebar.ts'
import { signInThroughForm } from '../support/sign-in.ts'

const address = (page: Page) => page.getByLabel(/Site address/)
const check = (page: Page) => page.getByRole('button', { name: 'যাচাই', exact: true })
const openLine = (page: Page) => page.getByText('এই ওয়েবসাইটের সংযোগ সুরক্ষিত (https) নয়।')
const bar = (page: Page) => page.getByRole('status', { name: 'সংযোগের অবস্থা' })

test('asks for the site and the sign-in on first run, then opens the dashboard', async ({
  browser,
  school,
}) => {
  // A computer without a key store, and a site on its own network without a certificate.
  const desktopApp = await startInBrowser(browser, 'memory')
  const { page } = desktopApp
  await expect(page).toHaveURL(/\/admin\/connect$/)
  await expect(page.getByLabel('পাসওয়ার্ড', { exact: true })).toHaveCount(0)

  // By keyboard only.
  await address(page).focus()
  await page.keyboard.type(`school.lan:${new URL(school.url).port}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('পাওয়া গেছে:')).toBeVisible()
  await expect(openLine(page)).toBeVisible()
  await expect(page.getByText('এই কম্পিউটার লগইন নিরাপদে রাখতে পারে না।')).toBeVisible()
  await signInThroughForm(page)

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'সব পাঠানো হয়েছে' })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await desktopApp.restart()
  await expect(page).toHaveURL(/\/admin\/login/)
  await expect(page.getByText('এই কম্পিউটার লগইন নিরাপদে রাখতে পারে না।')).toBeVisible()
  await desktopApp.remove()
})

test('explains each refusal and the next step in Bengali', async ({ desktopApp: { page } }) => {
  const other = await serve('<!doctype html><title>Another site</title>')
  const newer = await serve(JSON.stringify({ product: 'bidyaloy', api: 999, name: '' }))
  const refusals: [string, RegExp][] = [
    ['school example bd', /ঠিকানাটি বোঝা যায়নি/],
    ['http://school.example.bd', /সুরক্ষিত নয় এমন ঠিকানায়/],
    ['http://127.0.0.1:9', /সাড়া পাওয়া যায়নি/],
    [other.address, /অন্য কোনো ওয়েবসাইট/],
    [newer.address, /সংস্করণ মেলে না/],
  ]
  for (const [typed, said] of refusals) {
    await address(page).fill(typed)
    await check(page).click()
    await expect(address(page)).toHaveAccessibleDescription(said)
    await expect(address(page)).toBeFocused()
    await expect(page.getByLabel('পাসওয়ার্ড', { exact: true })).toHaveCount(0)
  }
  expect(await stateOf(page)).toMatchObject({ current: null, profiles: [] })
  await other.close()
  await newer.close()
})

test('switches between two sites, removes one and keeps their data apart', async ({
  desktopApp: { page },
  school,
}) => {
  const other = await startSchoolServer()
  await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'প্রথম বিদ্যালয়ের নোটিশ' },
    file: new File(['%PDF-1.4'], 'notice.txt', { type: 'text/plain' }),
  })
  await connect(page, school.url)
  await signIn(page)
  await openScreen(page, 'নোটিশ বোর্ড')
  const notice = page.getByText('প্রথম বিদ্যালয়ের নোটিশ')
  await expect(notice.first()).toBeVisible()
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await title.fill('প্রথম বিদ্যালয়ের খসড়া')

  await page.evaluate(() => window.location.assign('/admin/connect'))
  await expect(page.getByText('এখন খোলা')).toHaveCount(1)
  await address(page).fill(other.url)
  await check(page).click()
  await expect(page.getByText('পাওয়া গেছে:')).toBeVisible()
  await expect(openLine(page)).toHaveCount(0)
  await signInThroughForm(page)
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(title).toHaveValue('')

  // Back to the first site, which is still signed in.
  await page.evaluate(() => window.location.assign('/admin/connect'))
  const first = page.getByRole('button', { name: `${new URL(school.url).host}: খুলুন` })
  await first.click()
  await page.waitForURL(/\/admin\/dashboard$/)
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(notice.first()).toBeVisible()

  await page.evaluate(() => window.location.assign('/admin/connect'))
  await page.getByRole('button', { name: `${new URL(other.url).host}: তালিকা থেকে সরান` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'সরান' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await stateOf(page)).profiles).toMatchObject([{ address: school.url }])
  await page.getByRole('link', { name: 'ড্যাশবোর্ডে ফিরুন' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await other.remove()
})

test('starts offline with cached data and says so until the server is back', async ({
  desktopApp,
  school,
}) => {
  const { page } = desktopApp
  await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'আগের নোটিশ' },
    file: new File(['%PDF-1.4'], 'notice.txt', { type: 'text/plain' }),
  })
  await connect(page, school.url)
  await signIn(page)
  await openScreen(page, 'নোটিশ বোর্ড')
  // The first screen shows the title too.
  await expect(page.locator('.entrytable').getByText('আগের নোটিশ').first()).toBeVisible()
  await expect(bar(page)).toBeEmpty()

  await school.stop()
  await desktopApp.restart()
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(page.getByText('আগের নোটিশ').first()).toBeVisible()
  await expect(bar(page)).toContainText('ইন্টারনেট দুর্বল বা বিচ্ছিন্ন।')
  await expect(bar(page)).toContainText(/যা দেখছেন তা .+ সময়ের।/)
  await bar(page).getByRole('button', { name: 'এখনই চেষ্টা করুন' }).click()
  await expect(bar(page)).toContainText('সাড়া মেলেনি')

  await fillEntry(page, 'পরের নোটিশ', paper('notice.pdf'))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('link', { name: '১টি অপেক্ষমাণ' })).toBeVisible()
  await expect(bar(page)).toContainText('১টি পরিবর্তন পাঠানো বাকি')

  await school.start()
  await bar(page).getByRole('button', { name: 'এখনই চেষ্টা করুন' }).click()
  await expect(bar(page)).toBeEmpty()
  await expect(page.getByRole('link', { name: 'সব পাঠানো হয়েছে' })).toBeVisible()
})

test('links an ended session to a sign-in that sends waiting changes', async ({
  desktopApp: { page },
  school,
}) => {
  await connect(page, school.url)
  await signIn(page)
  await openScreen(page, 'নোটিশ বোর্ড')
  await fillEntry(page, 'ছুটির নোটিশ', paper('notice.pdf'))
  // The dialog after a read in the background would cover the button.
  const reads = (url: URL) => url.pathname.startsWith('/api/')
  await page.route(reads, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await school.admin.signOutElsewhere()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const dialog = page.getByRole('dialog', { name: 'আবার লগইন করুন' })
  await dialog.getByRole('button', { name: 'বাতিল' }).click()
  await page.unroute(reads)

  await expect(bar(page)).toContainText('১টি পরিবর্তন জমা আছে')
  await bar(page).getByRole('button', { name: 'লগইন করুন' }).click()
  await dialog.getByLabel('পাসওয়ার্ড', { exact: true }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: /Login/ }).click()
  await expect(bar(page)).toBeEmpty()
  await expect
    .poll(async () => school.admin.listEntries({ params: { collection: 'notices' } }))
    .toMatchObject([{ title: 'ছুটির নোটিশ' }])
})

/** A server that gives the same response to every request. */
async function serve(body: string): Promise<{ address: string; close(): Promise<void> }> {
  const server: Server = createServer((_, answer) => answer.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
