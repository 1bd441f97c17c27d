import { test as base, expect } from '@playwright/test'
import { type DesktopApp, startInElectron } from '../support/desktop-app.ts'
import { lookForPower, walkThroughPowerCut } from '../support/desktop-walks.ts'
import { type SchoolServer, startSchoolServer } from '../support/school-server.ts'

/** The Electron executable, set by `scripts/desktop-test.mjs` and `scripts/test.mjs`. */
const electron = process.env.ELECTRON_PATH

const test = base.extend<{ school: SchoolServer; desktopApp: DesktopApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  school: async ({}, use) => {
    const school = await startSchoolServer()
    await use(school)
    await school.remove()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  desktopApp: async ({}, use) => {
    const desktopApp = await startInElectron(electron ?? '')
    await use(desktopApp)
    await desktopApp.remove()
  },
})
test.skip(!electron, 'Electron is not installed: npx install-electron')

test('publishes a notice written offline exactly once, despite a power cut', async ({
  desktopApp,
  school,
}) => {
  await walkThroughPowerCut(desktopApp, school)
})

test('gives the page no Node access and no secrets', async ({ desktopApp, school }) => {
  await lookForPower(desktopApp, school)
})

test('blocks navigation away from the app and new windows', async ({ desktopApp }) => {
  const { page } = desktopApp
  expect(page.url()).toMatch(/^app:\/\/school\/admin/)
  await page.evaluate(() => {
    window.open('https://example.com/')
    window.location.assign('https://example.com/')
  })
  await page.evaluate(() => fetch('/desktop/state'))
  expect(page.url()).toMatch(/^app:\/\/school\/admin/)
  expect(page.context().pages()).toHaveLength(1)
  expect(await page.evaluate(() => Notification.permission)).toBe('denied')
})
