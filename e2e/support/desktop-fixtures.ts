import { test as base } from '@playwright/test'
import { type BrowserDesktopApp, startInBrowser } from './desktop-app.ts'
import { type SchoolServer, startSchoolServer } from './school-server.ts'

interface Fixtures {
  /** A server for this test only, empty at first. */
  school: SchoolServer
  /** The app at its first run, in a browser. */
  desktopApp: BrowserDesktopApp
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  school: async ({}, use) => {
    const school = await startSchoolServer()
    await use(school)
    await school.remove()
  },
  desktopApp: async ({ browser }, use) => {
    const desktopApp = await startInBrowser(browser)
    await use(desktopApp)
    await desktopApp.remove()
  },
})
