import { test as base, expect } from '@playwright/test'
import { type DesktopApp, startInElectron } from '../support/desktop-app.ts'
import { lookForPower, walkThroughPowerCut } from '../support/desktop-walks.ts'
import { type SchoolServer, startSchoolServer } from '../support/school-server.ts'

/** Electron's own program, named by `scripts/desktop-test.mjs` and `scripts/test.mjs`. */
const electron = process.env.ELECTRON_PATH

const test = base.extend<{ school: SchoolServer; program: DesktopApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  school: async ({}, use) => {
    const school = await startSchoolServer()
    await use(school)
    await school.remove()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  program: async ({}, use) => {
    const program = await startInElectron(electron ?? '')
    await use(program)
    await program.remove()
  },
})
test.skip(!electron, "Electron's program has not been fetched here: npx install-electron")

test('a notice written without a line survives a power cut and is published once', async ({
  program,
  school,
}) => {
  await walkThroughPowerCut(program, school)
})

test('the page has no power and knows no secret', async ({ program, school }) => {
  await lookForPower(program, school)
})

test('the window stays on its own page, and opens no others', async ({ program }) => {
  const { page } = program
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
