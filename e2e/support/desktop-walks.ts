import type { DesktopState } from '@bidyaloy/shared/desktop/desktop-api'
import type { Credentials } from '@bidyaloy/shared/school/admin-session'
import { expect, type Page } from '@playwright/test'
import { paper } from './dashboard-papers.ts'
import type { DesktopApp } from './desktop-app.ts'
import type { SchoolServer } from './school-server.ts'
import { openScreen } from './sidebar.ts'
import { signInThroughForm } from './sign-in.ts'

const NOTICES = { collection: 'notices' } as const
const TITLE = 'প্রথম সাময়িক পরীক্ষার সময়সূচি'

/**
 * Publishes a notice written offline exactly once despite a power cut: first run, sign-in,
 * disconnect, kill, start, reconnect.
 */
export async function walkThroughPowerCut(
  desktopApp: DesktopApp,
  school: SchoolServer,
): Promise<void> {
  await connect(desktopApp.page, school.url)
  await signIn(desktopApp.page)
  const { keepsSignIn } = await stateOf(desktopApp.page)
  await school.stop()

  const { page } = desktopApp
  await openScreen(page, 'নোটিশ বোর্ড')
  await page.getByLabel('শিরোনাম', { exact: true }).fill(TITLE)
  const file = paper('সময়সূচি.pdf', 200_000)
  await page.locator('.dropzone input').setInputFiles(file)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect.poll(async () => (await stateOf(page)).waiting).toBe(1)

  await desktopApp.restart()
  expect(await stateOf(desktopApp.page)).toMatchObject({ waiting: 1, attention: 0 })
  await school.start()
  // Without a key store, each start needs a sign-in, and the change waits for it.
  if (!keepsSignIn) await signIn(desktopApp.page)
  await expect
    .poll(async () => (await stateOf(desktopApp.page)).waiting, { timeout: 30_000 })
    .toBe(0)

  const published = await school.admin.listEntries({ params: NOTICES })
  expect(published.map(({ title }) => title)).toEqual([TITLE])
  // Its file arrived intact through form, disk and network.
  const [entry] = published
  const sent = await fetch(`${school.url}/${entry?.filePath}`)
  expect(Buffer.from(await sent.arrayBuffer()).equals(file.buffer)).toBe(true)
}

/** Checks that the page has no more access than a page in a browser, and no secrets. */
export async function lookForPower(desktopApp: DesktopApp, school: SchoolServer): Promise<void> {
  const { page } = desktopApp
  await connect(page, school.url)
  await signIn(page)
  const found = await page.evaluate(async (address) => {
    const reaches = (url: string) =>
      fetch(url).then(
        () => true,
        () => false,
      )
    return {
      node: ['require', 'process', 'module', 'global', 'Buffer'].filter((name) => name in window),
      kept: JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
      ownServer: await reaches('/api/notices'),
      server: await reaches(`${address}/api/notices`),
      elsewhere: await reaches('https://example.com/'),
      window: window.open('https://example.com/') !== null,
    }
  }, school.url)
  expect(found).toMatchObject({
    node: [],
    ownServer: true,
    server: false,
    elsewhere: false,
  })
  expect(found.kept).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
}

/** The app's state. */
export function stateOf(page: Page): Promise<DesktopState> {
  return page.evaluate(async () => (await fetch('/desktop/state')).json())
}

/** Makes the school's site the current one. */
export async function connect(page: Page, address: string): Promise<void> {
  const tried = await page.evaluate(
    async (body) => (await fetch('/desktop/profiles', { method: 'POST', body })).json(),
    JSON.stringify({ address }),
  )
  expect(tried).toMatchObject({ result: 'found' })
}

/** Opens the sign-in page and signs in, from any page of the app. */
export async function signIn(page: Page, admin?: Credentials): Promise<void> {
  // The form of the page before may be the same one.
  const loaded = page.waitForEvent('domcontentloaded')
  await page.evaluate(() => window.location.assign('/admin/login'))
  await loaded
  await signInThroughForm(page, admin)
}
