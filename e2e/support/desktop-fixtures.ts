import { test as base } from '@playwright/test'
import { type BrowserDesktopApp, startInBrowser } from './desktop-app.ts'
import { type SchoolServer, startSchoolServer } from './school-server.ts'

interface Fixtures {
  /** A server for this test only, empty at first. */
  school: SchoolServer
  /** The app at its first run, in a browser. */
  program: BrowserDesktopApp
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  school: async ({}, use) => {
    const school = await startSchoolServer()
    await use(school)
    await school.remove()
  },
  program: async ({ browser }, use) => {
    const program = await startInBrowser(browser)
    await use(program)
    await program.remove()
  },
})
